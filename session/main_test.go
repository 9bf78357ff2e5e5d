package session_test

import _ "github.com/rulec/rulec/internal/testgc"
