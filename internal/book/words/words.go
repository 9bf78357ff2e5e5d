// Package words says the formulas of a ruleset as a rulebook does, for people who don't program: without calls, and names as words.
//
// Begin with a [Teller]. What it has no words for it refuses, and guesses nothing. Brackets keep together what belongs together.
package words

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Teller says formulas of a program.
type Teller struct {
	Program *program.Program
	// It is the definition that the input `it` is; its fields are said as their values. nil means that it may be any.
	It *program.Def
	// Self is the definition that whoever it is about is made from. May be nil.
	Self *program.Def
	// Of is the quantity whose value is said, which takes channels. May be nil.
	Of *program.Quantity
}

// Formula says a formula; false means that there are no words for it.
func (t Teller) Formula(f *program.Formula) (string, bool) {
	s := t.speech(f.Inputs)
	text := s.say(f.Expr).text
	if s.failed {
		return "", false
	}
	return text, true
}

// Constant returns the number, or truth as 1 and 0, that a formula always results in; false means that it varies.
func (t Teller) Constant(f *program.Formula) (float64, bool) {
	e := t.speech(f.Inputs).fold(f.Expr)
	return e.Num, e.Op == program.OpConst
}

// Template says a sentence with values in it.
func (t Teller) Template(of *program.Template) (text string, ok bool) {
	for _, piece := range of.Pieces {
		if piece.Value != nil {
			if piece.Text, ok = t.Formula(piece.Value); !ok {
				return "", false
			}
		}
		text += piece.Text
	}
	return text, true
}

// Levels of phrases: one with a higher level stands in brackets inside of one with a lower.
const (
	atom = iota
	product
	sum
	claim
	and
	or
	clause // with a comma, or with more than one part
)

// phrase is a text, and how firmly it holds together.
type phrase struct {
	text  string
	level int
}

// in returns a phrase as a part of one with a level.
func (p phrase) in(level int) string {
	if p.level > level {
		return "(" + p.text + ")"
	}
	return p.text
}

// local is what a slot of a formula holds.
type local struct {
	phrase
	// name is its name in the rules; implicit is set for whom nobody needs to name: strength is their strength.
	name     string
	implicit bool
	// def is the definition that it is known to be.
	def *program.Def
}

// speech says one formula.
type speech struct {
	Teller
	locals map[int]local
	// ones are how many elements of lists are being spoken of, depth counts formulas within formulas.
	ones, depth int
	failed      bool
}

// pronouns are names that don't say what something is.
var pronouns = []string{"self", "who", "somebody"}

// speech begins a formula with some inputs.
func (t Teller) speech(inputs []program.Local) *speech {
	s := &speech{Teller: t, locals: map[int]local{}}
	for i, in := range inputs {
		l := local{phrase: noun(in.Name, in.Type), name: in.Name, implicit: slices.Contains(pronouns, in.Name)}
		if in.Name == "it" {
			l.text, l.def = "it", t.It
		} else if in.Name == "self" {
			l.def = t.Self
		}
		if t.Of != nil && i >= len(t.Of.Of) && i < len(t.Of.Of)+len(t.Of.Channels) {
			l.text = channel(t.Of, t.Of.Channels[i-len(t.Of.Of)])
		}
		s.locals[i] = l
	}
	return s
}

// noun names an input or a local.
func noun(name string, t program.Type) phrase {
	switch {
	case slices.Contains(pronouns, name) && t.Of != nil:
		name = "the " + value.TitleOf(&t.Of.Decl)
	case t.Kind != program.Number && t.Kind != program.Dice && t.Kind != program.Bool:
		name = "the " + value.InWords(name)
	}
	return phrase{text: value.InWords(name)}
}

// reduced are the words for a channel, before its name.
var reduced = map[program.Reducer]string{
	program.SumOf: "all modifiers for ", program.MaxOf: "the highest modifier for ", program.MinOf: "the lowest modifier for ", program.CountOf: "the number of modifiers for ",
	program.LastOf: "the ",
}

// channel names what contributions come to.
func channel(q *program.Quantity, ch *program.Channel) string {
	other := slices.ContainsFunc(q.Channels, func(o *program.Channel) bool { return o != ch && o.Reduce != program.AnyIs })
	if ch.Reduce == program.SumOf && !other {
		return "all modifiers"
	}
	return reduced[ch.Reduce] + value.InWords(ch.Name)
}

// join writes a list: a, b and c.
func join(all []string, last string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " " + last + " " + all[len(all)-1]
}
