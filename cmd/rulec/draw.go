package main

import (
	"bytes"
	"os"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/sim"
)

// draw draws a report into a file.
func draw(path string, r *sim.Report) error {
	var svg bytes.Buffer
	if err := chart.Draw(&svg, r); err != nil {
		return err
	}
	return os.WriteFile(path, svg.Bytes(), 0o666)
}
