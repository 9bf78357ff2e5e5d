package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
)

// form is a form of the engine, with its size and the limit for it.
type form struct {
	name        string
	bytes, most int
}

// formsOf measures the engine. The limits are here: a commit that raises one says what that brings.
func formsOf(engine, xz []byte) ([]form, error) {
	gzip, err := gzipped(engine)
	return []form{
		{"as xz", len(xz), 5_200_000},         // as the page loads it
		{"as gzip", gzip, 7_800_000},          // as most servers would send it uncompressed
		{"as it is", len(engine), 34_000_000}, // as a browser compiles it
	}, err
}

// withinLimits returns an error that lists the forms over their limits, and by how much.
func withinLimits(forms []form) error {
	var over []string
	for _, f := range forms {
		if f.bytes > f.most {
			over = append(over, fmt.Sprintf("%s %d bytes, %d more than the limit of %d", f.name, f.bytes, f.bytes-f.most, f.most))
		}
	}
	if over == nil {
		return nil
	}
	return errors.New("the engine is too large: " + strings.Join(over, "; ") + ". Limits are set in web/build/budget.go")
}

// gzipped returns the size of a file compressed with gzip.
func gzipped(file []byte) (int, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(file)
	err = errors.Join(err, z.Close())
	return out.Len(), err
}
