package facts

import (
	"slices"
	"strconv"
)

// value is what an expression may come to: anything of its type, one of some numbers, or a
// list. The zero value is none at all: what isn't reached, or always stops the run.
type value struct {
	// any is set when nothing is known.
	any bool
	// list is set for a list or a set; whole when it has exactly the elements that are
	// named, in their order. Otherwise it has some of them, each any number of times.
	list, whole bool
	// is are the numbers, or the elements. Only those of a whole list are not in order.
	is []float64
}

// most is how many numbers are told apart before a value may be anything; mostSteps is
// the same for what a field of numbers may come to.
const (
	most      = 48
	mostSteps = 6
)

var (
	anything = value{any: true}
	noList   = value{list: true, whole: true}
	both     = value{is: []float64{0, 1}}
)

func only(x float64) value { return value{is: []float64{x}} }

func oneOf(list []float64) value {
	is := slices.Clone(list)
	slices.Sort(is)
	is = slices.Compact(is)
	if len(is) > most {
		return anything
	}
	return value{is: is}
}

func truth(b bool) value {
	if b {
		return only(1)
	}
	return only(0)
}

// wholeList is a list of which everything is known.
func wholeList(items []float64) value { return value{list: true, whole: true, is: items} }

// someOf is a list of some of the elements.
func someOf(items []float64) value {
	v := oneOf(items)
	if v.any {
		return v
	}
	if len(v.is) == 0 {
		return noList
	}
	return value{list: true, is: v.is}
}

// never tells that there is no value.
func (v value) never() bool { return !v.any && !v.list && len(v.is) == 0 }

// single returns the number that v is, if that is certain.
func (v value) single() (float64, bool) {
	if v.any || v.list || len(v.is) != 1 {
		return 0, false
	}
	return v.is[0], true
}

// may tells whether v may be the number x.
func (v value) may(x float64) bool { return v.any || !v.list && slices.Contains(v.is, x) }

// mayHold tells whether v may be true, mayFail whether it may be false.
func (v value) mayHold() bool {
	return v.any || v.list || slices.ContainsFunc(v.is, func(x float64) bool { return x != 0 })
}
func (v value) mayFail() bool { return v.any || v.list || slices.Contains(v.is, 0) }

func (v value) equal(w value) bool {
	return v.any == w.any && v.list == w.list && v.whole == w.whole && slices.Equal(v.is, w.is)
}

// join returns what may be v or w.
func join(v, w value) value {
	switch {
	case v.never() || v.equal(w):
		return w
	case w.never():
		return v
	case v.any || w.any || v.list != w.list:
		return anything
	case v.list:
		return someOf(slices.Concat(v.is, w.is))
	}
	return oneOf(slices.Concat(v.is, w.is))
}

// without returns v without a number.
func (v value) without(x float64) value {
	if v.any || v.list {
		return v
	}
	return value{is: slices.DeleteFunc(slices.Clone(v.is), func(y float64) bool { return x == y })}
}

// key returns a text that is the same for equal values only.
func (v value) key(b []byte) []byte {
	switch {
	case v.any:
		return append(b, '?', ';')
	case v.whole:
		b = append(b, '=')
	case v.list:
		b = append(b, '*')
	}
	for _, x := range v.is {
		b = append(strconv.AppendFloat(b, x, 'g', -1, 64), ',')
	}
	return append(b, ';')
}
