package engine

import _ "github.com/rulec/rulec/internal/testgc"
