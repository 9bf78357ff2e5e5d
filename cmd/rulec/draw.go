package main

import (
	"bytes"
	"io"

	"github.com/rulec/rulec/internal/disk"
)

// drawInto draws into a file, which is there as a whole or as it was.
func drawInto(path string, draw func(io.Writer) error) error {
	var svg bytes.Buffer
	if err := draw(&svg); err != nil {
		return err
	}
	return disk.Replace(path, svg.Bytes())
}
