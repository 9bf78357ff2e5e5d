package decode

import (
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Mapping is a mapping being read. The values of its keys are read according to their rows in the format table: by the
// words that they list, and by their names in messages.
type Mapping struct {
	*tree.Reader
	// What names the mapping in messages.
	What string
	in   *Reader
}

// ReadMapping reads a mapping of the format; what names it in messages.
func (c *Reader) ReadMapping(of *format.Mapping, n *tree.Node, what string) Mapping {
	return Mapping{of.Read(n, what, c.List), what, c}
}

// OpenMapping is ReadMapping for a mapping that contains names chosen by the user: the code that reads those calls Done.
func (c *Reader) OpenMapping(of *format.Mapping, n *tree.Node, what string) Mapping {
	return Mapping{of.Open(n, what, c.List), what, c}
}

// GetFormula returns the formula of a key; nil if there is none.
func (m Mapping) GetFormula(key string, e types.Env, want program.Type) *program.Formula {
	n, e := m.text(key, e)
	return m.in.FormulaAt(n, e, want)
}

// GetRoutine returns the program of a key, which has no result; nil if there is none.
func (m Mapping) GetRoutine(key string, e types.Env) *program.Routine {
	n, e := m.text(key, e)
	return m.in.RoutineAt(n, e, types.NoType)
}

// GetTemplate returns the sentence of a key; nil if there is none.
func (m Mapping) GetTemplate(key string, e types.Env) *program.Template {
	n, e := m.text(key, e)
	return m.in.TemplateAt(n, e)
}

// text returns the text of a key, and its environment with the place set.
func (m Mapping) text(key string, e types.Env) (*tree.Node, types.Env) {
	n := m.Get(key)
	if n != nil {
		e.Where = m.Called(key)
	}
	return n, e
}

// GetTold returns the sentence for the log; quiet is set for false, which means none. With true, and without the key, the
// usual text is logged.
func (m Mapping) GetTold(key string, e types.Env) (told *program.Template, quiet bool) {
	if m.Get(key).IsBool() {
		return nil, !m.GetFlag(key, true)
	}
	return m.GetTemplate(key, e), false
}

// GetText returns the text of a key, or otherwise if there is none.
func (m Mapping) GetText(key, otherwise string) string {
	if n := m.Get(key); n != nil {
		text, _ := tree.Text(n, m.Called(key), m.in.List)
		return text
	}
	return otherwise
}

// GetTexts returns the nodes of a key's list that are texts.
func (m Mapping) GetTexts(key string) []*tree.Node {
	var list []*tree.Node
	for _, n := range tree.Items(m.Get(key)) {
		if _, ok := tree.Text(n, m.Called(key), m.in.List); ok {
			list = append(list, n)
		}
	}
	return list
}

// GetNames returns the nodes of a key's list that are names.
func (m Mapping) GetNames(key string) []*tree.Node {
	n := m.Get(key)
	if n == nil {
		return nil
	}
	list, _ := tree.Names(n, m.Called(key), m.in.List)
	return list
}

// GetEntries returns the entries of a key's mapping, whose keys are names that the user chooses; sort is what
// messages call one of them.
func (m Mapping) GetEntries(key, sort string) []tree.Entry {
	n := m.Get(key)
	if n == nil {
		return nil
	}
	return m.in.Entries(n, m.Called(key), sort)
}

// GetWord returns the index of the word of a key among those that its row lists; 0 without the key.
func (m Mapping) GetWord(key string) int {
	n := m.Get(key)
	if n == nil {
		return 0
	}
	return m.in.OneOf(n, m.Called(key), m.Words(key)...)
}

// GetFlag returns the boolean of a key, or otherwise if there is none.
func (m Mapping) GetFlag(key string, otherwise bool) bool {
	if n := m.Get(key); n != nil {
		return m.in.Flag(n, m.Called(key))
	}
	return otherwise
}

// GetFigure returns the number of a key, or the value of a formula of params; 0 without the key.
func (m Mapping) GetFigure(key string) float64 {
	n := m.Get(key)
	if n == nil {
		return 0
	}
	return m.in.Figure(n, m.Called(key))
}

// GetLimits returns the minimum and the maximum of a number.
func (m Mapping) GetLimits() program.Limits {
	bound := func(key string) *float64 {
		n := m.Get(key)
		if n == nil {
			return nil
		}
		if v, ok := tree.Number(n, m.Called(key), m.in.List); ok {
			return &v
		}
		return nil
	}
	return program.Limits{Min: bound("min"), Max: bound("max")}
}

// GetEach reads each item of a key's list; none, and items with errors, are omitted.
func GetEach[T any](m Mapping, key string, read func(*tree.Node) *T) []*T {
	var list []*T
	for _, item := range tree.Items(m.Get(key)) {
		x := types.Pick(m.in.Checker, item, m.Called(key), func(n *tree.Node) *T {
			if n.Text == types.None {
				return nil
			}
			return read(n)
		})
		if x != nil {
			list = append(list, x)
		}
	}
	return list
}
