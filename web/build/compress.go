package main

import (
	"bytes"
	"compress/gzip"
)

// compressed returns data as a gzip file, which says nothing of when it was made.
func compressed(data []byte, quick bool) ([]byte, error) {
	level := gzip.BestCompression
	if quick {
		level = gzip.BestSpeed
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
