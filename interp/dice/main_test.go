package dice

import _ "github.com/rulec/rulec/internal/testgc"
