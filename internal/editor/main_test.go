package editor

import _ "github.com/rulec/rulec/internal/testgc"
