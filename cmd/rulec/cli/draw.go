package cli

import (
	"bytes"
	"io"

	"github.com/rulec/rulec/internal/disk"
)

// drawInto draws into a file, and replaces it completely or not at all.
func drawInto(path string, draw func(io.Writer) error) error {
	var svg bytes.Buffer
	if err := draw(&svg); err != nil {
		return err
	}
	return disk.Replace(path, svg.Bytes())
}
