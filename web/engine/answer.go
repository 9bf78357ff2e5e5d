package engine

import (
	"encoding/json"
	"errors"

	"github.com/rulec/rulec/lang/diag"
)

// answer is how a page is answered: with a result, or with what is wrong.
type answer struct {
	Result any    `json:"result,omitempty"`
	Error  *fault `json:"error,omitempty"`
}

// fault is why something can't be. At is its place, where it has one.
type fault struct {
	Message string      `json:"message"`
	At      *diagnostic `json:"at,omitempty"`
}

// written is an answer as JSON.
func written(a answer) []byte {
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(answer{Error: &fault{Message: err.Error()}})
	}
	return text
}

// faultOf says why something can't be.
func faultOf(err error) *fault {
	if d := (*diag.Diagnostic)(nil); errors.As(err, &d) {
		at := diagnosticOf(d)
		return &fault{Message: d.Message, At: &at}
	}
	return &fault{Message: err.Error()}
}

// nothing is the answer that nothing has to be said.
type nothing struct{}
