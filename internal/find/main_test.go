package find

import _ "github.com/rulec/rulec/internal/testgc"
