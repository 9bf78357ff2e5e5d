package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"github.com/rulec/rulec/lang/diag"
)

// csv prints the sheet of a document. Without one it prints a line for each cell of its tables: the table, row and
// column, and the words, or the number with the ends of its 95% interval if it has one.
func (d *Document) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	sheet := d.Sheet
	if sheet == nil {
		sheet = &Table{Head: Heads("table", "row", "column", "value", "low", "high")}
		sheet.collect(d.Blocks)
	}
	line := make([]string, len(sheet.Head))
	for i, h := range sheet.Head {
		line[i] = diag.Visible(h.Name)
	}
	c.Write(line) // errors are kept in the writer
	for _, row := range sheet.Rows {
		for i := range line {
			line[i] = ""
			if i < len(row) {
				line[i] = row[i].plain()
			}
		}
		c.Write(line)
	}
	c.Flush()
	return c.Error()
}

// plain returns the content of a cell for programs: its number, or else its words.
func (c Cell) plain() string {
	if len(c.Numbers) > 0 {
		return plainNumber(c.Numbers[0])
	}
	return diag.Visible(c.Text)
}

func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// collect adds a row for each cell of the tables among blocks.
func (t *Table) collect(blocks []Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *Table:
			t.collectCells(b)
		case Columns:
			for _, c := range b.Columns {
				t.collect(c.Blocks)
			}
		}
	}
}

func (t *Table) collectCells(of *Table) {
	for _, row := range of.Rows {
		for i, cell := range row[1:] {
			if cell.Text == "" {
				continue
			}
			line := []Cell{Words(of.Name), Words(row[0].Text), Words(of.Head[i+1].Name), Words(cell.plain())}
			if len(cell.Numbers) == 3 {
				line = append(line, Words(plainNumber(cell.Numbers[1])), Words(plainNumber(cell.Numbers[2])))
			}
			t.Add(line...)
		}
	}
}

// json prints the data of a document.
func (d *Document) json(w io.Writer) error { return WriteJSON(w, d.Data) }

// WriteJSON writes a value as JSON, with control characters of terminals escaped.
func WriteJSON(w io.Writer, data any) error {
	text, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(diag.VisibleJSON(text), '\n'))
	return err
}
