package main

import (
	"bytes"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/sim"
)

// draw draws a report into a file, which is there as a whole or as it was.
func draw(path string, r *sim.Report) error {
	var svg bytes.Buffer
	if err := chart.Draw(&svg, r); err != nil {
		return err
	}
	return disk.Replace(path, svg.Bytes())
}
