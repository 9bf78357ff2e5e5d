package book

import _ "github.com/rulec/rulec/internal/testgc"
