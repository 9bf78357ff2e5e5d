package experiment

import _ "github.com/rulec/rulec/internal/testgc"
