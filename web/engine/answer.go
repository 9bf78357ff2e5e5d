package engine

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rulec/rulec/lang/diag"
)

// answer is the answer to a page: a result, or an error.
type answer struct {
	Result any    `json:"result,omitempty"`
	Error  *fault `json:"error,omitempty"`
}

// fault is an error. At is its place, if it has one.
type fault struct {
	Message string      `json:"message"`
	At      *diagnostic `json:"at,omitempty"`
}

// written returns an answer as JSON.
func written(a answer) []byte {
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(answer{Error: faultOf(err)})
	}
	return text
}

// bug returns what was recovered from a panic as an error.
func bug(r any) error { return fmt.Errorf("this is a bug in rulec: %v", r) }

// faultOf returns an error as a fault; nil means none.
func faultOf(err error) *fault {
	if err == nil {
		return nil
	}
	if d := (*diag.Diagnostic)(nil); errors.As(err, &d) {
		at := diagnosticOf(d)
		return &fault{Message: d.Message, At: &at}
	}
	return &fault{Message: err.Error()}
}

// nothing is an empty answer or question.
type nothing struct{}
