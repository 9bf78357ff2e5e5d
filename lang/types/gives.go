package types

import (
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// CodeQuantityCycle is a quantity or a derived condition that depends on itself. Spec: quantities.md.
const CodeQuantityCycle diag.Code = "quantity-cycle"

// deepest is how many quantities may be read within each other.
const deepest = 1000

// asked is a quantity whose type was asked for, and where.
type asked struct {
	*program.Quantity
	at diag.Span
}

// Leave records how to read the value of a quantity, for when its type is asked for.
func (c *Checker) Leave(q *program.Quantity, read func()) {
	if c.unread == nil {
		c.unread = map[*program.Quantity]func(){}
	}
	c.unread[q] = read
}

// Gives returns the type of a quantity, asked for at a place: that of its value, which is read first if it hasn't been yet. If this asks for
// its own type, that is reported, and the type is unknown.
func (c *Checker) Gives(q *program.Quantity, at diag.Span) program.Type {
	if i := slices.IndexFunc(c.asked, func(a asked) bool { return a.Quantity == q }); i >= 0 {
		c.quantityCycle(append(slices.Clone(c.asked[i:]), asked{q, at}))
	} else if read := c.unread[q]; read != nil && len(c.asked) == deepest { // they are in order, so that only a cycle is as deep
		c.quantityCycle(append(slices.Clone(c.asked[:3]), asked{q, at}))
	} else if read != nil {
		delete(c.unread, q)
		c.asked = append(c.asked, asked{q, at})
		read()
		c.asked = c.asked[:len(c.asked)-1]
	}
	return q.Gives
}

// quantityCycle reports quantities of which each reads the next one; the last is the first. It begins with the one that is declared first.
func (c *Checker) quantityCycle(way []asked) {
	way = way[1:]
	first := 0
	for i, a := range way {
		if a.Index < way[first].Index {
			first = i
		}
	}
	way = append(slices.Clone(way[first:]), way[:first]...)
	way = append(way, way[0])
	names := strconv.Quote(way[0].Name)
	for _, a := range way[1:] {
		names += " -> " + strconv.Quote(a.Name)
	}
	d := c.List.Errorf(CodeQuantityCycle, way[0].Span, "a value can't depend on itself: %s", names)
	for i, a := range way[1:] {
		d.WithNote(a.at, "%q reads %q here", way[i].Name, a.Name)
	}
}
