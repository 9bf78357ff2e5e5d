package decode

import (
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Mapping is a mapping at hand. What its keys hold is read as their rows in the table of the format say: by the
// words that they list, and by what messages call them.
type Mapping struct {
	*tree.Reader
	// What is what messages call the mapping.
	What string
	in   *Reader
}

// ReadMapping reads a mapping of the format; what names it in messages.
func (c *Reader) ReadMapping(of *format.Mapping, n *tree.Node, what string) Mapping {
	return Mapping{of.Read(n, what, c.List), what, c}
}

// OpenMapping is ReadMapping of a mapping in which names stand that a user gives: whoever reads those calls Done.
func (c *Reader) OpenMapping(of *format.Mapping, n *tree.Node, what string) Mapping {
	return Mapping{of.Open(n, what, c.List), what, c}
}

// GetFormula returns the formula under a key; nil if there is none.
func (m Mapping) GetFormula(key string, e types.Env, want program.Type) *program.Formula {
	return m.in.FormulaAt(m.Get(key), m.at(key, e), want)
}

// GetRoutine returns the program under a key, which gives nothing; nil if there is none.
func (m Mapping) GetRoutine(key string, e types.Env) *program.Routine {
	return m.in.RoutineAt(m.Get(key), m.at(key, e), types.NoType)
}

// GetTemplate returns the sentence under a key; nil if there is none.
func (m Mapping) GetTemplate(key string, e types.Env) *program.Template {
	return m.in.TemplateAt(m.Get(key), m.at(key, e))
}

// at returns what a text reads with the place where it stands.
func (m Mapping) at(key string, e types.Env) types.Env {
	e.Where = m.Called(key)
	return e
}

// GetTold returns what is told: a sentence, or with false nothing, which is quiet. With true, and without the key, it is
// told as usual.
func (m Mapping) GetTold(key string, e types.Env) (told *program.Template, quiet bool) {
	if m.Get(key).IsBool() {
		return nil, !m.GetFlag(key, true)
	}
	return m.GetTemplate(key, e), false
}

// GetText returns the text under a key, without it another one.
func (m Mapping) GetText(key, otherwise string) string {
	if n := m.Get(key); n != nil {
		text, _ := tree.Text(n, m.Called(key), m.in.List)
		return text
	}
	return otherwise
}

// GetTexts returns those nodes of a list under a key that are texts.
func (m Mapping) GetTexts(key string) []*tree.Node {
	var list []*tree.Node
	for _, n := range tree.Items(m.Get(key)) {
		if _, ok := tree.Text(n, m.Called(key), m.in.List); ok {
			list = append(list, n)
		}
	}
	return list
}

// GetNames returns those nodes of a list under a key that are names.
func (m Mapping) GetNames(key string) []*tree.Node {
	list, _ := tree.Names(m.Get(key), m.Called(key), m.in.List)
	return list
}

// GetEntries returns the entries of a mapping under a key whose keys are names that the user gives; sort is what
// messages call one of them.
func (m Mapping) GetEntries(key, sort string) []tree.Entry {
	return m.in.Entries(m.Get(key), m.Called(key), sort)
}

// GetWord returns the number of the word under a key among those that its row lists; without the key it is 0.
func (m Mapping) GetWord(key string) int {
	return m.in.OneOf(m.Get(key), m.Called(key), m.Words(key)...)
}

// GetFlag returns true or false, without the key otherwise.
func (m Mapping) GetFlag(key string, otherwise bool) bool {
	if n := m.Get(key); n != nil {
		return m.in.Flag(n, m.Called(key))
	}
	return otherwise
}

// GetFigure returns the number under a key, or what a formula of params comes to; without the key it is 0.
func (m Mapping) GetFigure(key string) float64 {
	return m.in.Figure(m.Get(key), m.Called(key))
}

// GetLimits returns the least and the most that a number may be.
func (m Mapping) GetLimits() program.Limits {
	bound := func(key string) *float64 {
		if v, ok := tree.Number(m.Get(key), m.Called(key), m.in.List); ok {
			return &v
		}
		return nil
	}
	return program.Limits{Min: bound("min"), Max: bound("max")}
}

// GetEach reads each item of a list under a key: none, and what has mistakes, is left out.
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
