package diff

import _ "github.com/rulec/rulec/internal/testgc"
