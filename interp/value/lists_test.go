package value_test

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/value"
)

// made makes a temporary list of some elements.
func made(l *value.Lists, items ...float64) float64 {
	l.Begin()
	for _, v := range items {
		l.Push(v)
	}
	return l.End()
}

// holds says where a list does not have just these elements.
func holds(t *testing.T, l *value.Lists, list float64, what string, want ...float64) {
	t.Helper()
	if got := l.Of(list); !slices.Equal(got, want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestListsByNumber: a list is its number; the empty one is 0, and others that are made
// meanwhile leave it as it is.
func TestListsByNumber(t *testing.T) {
	var l value.Lists
	one, empty, two := made(&l, 4, 2), made(&l), made(&l, 7)
	if empty != 0 {
		t.Errorf("the empty list is %g, want 0", empty)
	}
	ends := l.Mark()
	if made(&l); l.Mark() != ends {
		t.Errorf("after an empty list there is something to release: %v, and was %v", l.Mark(), ends)
	}
	if one == two || one == 0 || two == 0 {
		t.Errorf("two lists have the numbers %g and %g", one, two)
	}
	holds(t, &l, one, "the first list", 4, 2)
	holds(t, &l, empty, "the empty list")
	holds(t, &l, two, "the last list", 7)
}

// TestListWithinAList: while a list is open another one may be made, if it is released
// before the next push.
func TestListWithinAList(t *testing.T) {
	var l value.Lists
	l.Begin()
	l.Push(1)
	m := l.Mark()
	holds(t, &l, made(&l, 8, 9), "the inner list", 8, 9)
	l.Release(m)
	l.Push(2)
	holds(t, &l, l.End(), "the outer list", 1, 2)
}

// TestRelease drops what was made and what was begun since the mark, and nothing else.
func TestRelease(t *testing.T) {
	var l value.Lists
	before := made(&l, 1, 2, 3)
	m := l.Mark()
	after := made(&l, 4)
	l.Begin() // left open, as by a formula that stopped
	l.Push(5)
	l.Release(m)
	holds(t, &l, before, "what was made before the mark", 1, 2, 3)
	if l.Mark() != m {
		t.Errorf("released to %v, the lists end at %v", m, l.Mark())
	}
	again := made(&l, 6, 7)
	if again != after {
		t.Errorf("the next list is %g: the number %g is free again", again, after)
	}
	holds(t, &l, again, "a list made after the release", 6, 7)
	l.Release(value.Mark{})
	if l.Mark() != (value.Mark{}) {
		t.Errorf("released to the start, the lists end at %v", l.Mark())
	}
}

// TestKeep keeps each content once, and beyond the release of what it was kept from.
func TestKeep(t *testing.T) {
	var l value.Lists
	odd := l.Keep(made(&l, 1, 3))
	same := l.Keep(made(&l, 1, 3))
	turned := l.Keep(made(&l, 3, 1))
	short := l.Keep(made(&l, 1))
	l.Release(value.Mark{})
	made(&l, 9, 9, 9, 9)
	if odd != same {
		t.Errorf("the same elements are kept as %g and as %g", odd, same)
	}
	holds(t, &l, odd, "the first one kept", 1, 3)
	holds(t, &l, turned, "the other way round", 3, 1)
	holds(t, &l, short, "one of them", 1)
	if l.Kept() != 3 {
		t.Errorf("%d lists are kept, want 3", l.Kept())
	}
	if l.Keep(turned) != turned || l.Keep(0) != 0 {
		t.Error("what is kept already, or empty, is kept as another one")
	}
	if l.Kept() != 3 {
		t.Errorf("keeping what is kept made %d of 3", l.Kept())
	}
}

// TestForget drops the kept lists but the first ones, and knows their contents no more.
func TestForget(t *testing.T) {
	var l value.Lists
	first := l.Keep(made(&l, 1, 2))
	second := l.Keep(made(&l, 3))
	l.Keep(made(&l, 4, 5, 6))
	l.Forget(3)
	if l.Kept() != 3 {
		t.Errorf("of 3 lists %d are left when 3 stay", l.Kept())
	}
	l.Forget(1)
	if l.Kept() != 1 {
		t.Errorf("of 3 lists %d are left when 1 stays", l.Kept())
	}
	if n := l.Keep(made(&l, 1, 2)); n != first {
		t.Errorf("the one that stayed is %g, and was %g", n, first)
	}
	holds(t, &l, first, "the one that stayed", 1, 2)
	long := l.Keep(made(&l, 4, 5, 6))
	if long != second {
		t.Errorf("the next one kept is %g: the number %g is free again", long, second)
	}
	holds(t, &l, long, "one kept anew", 4, 5, 6)
	holds(t, &l, first, "the one that stayed, beside it", 1, 2)
	holds(t, &l, l.Keep(made(&l, 3)), "another one kept anew", 3)
	l.Forget(0)
	if l.Kept() != 0 {
		t.Errorf("%d lists are left when none stay", l.Kept())
	}
	holds(t, &l, l.Keep(made(&l, 3)), "the first one kept after all were forgotten", 3)
}

// TestCloneKeepsTheSame: a clone has what is kept under the same numbers, no temporary
// lists, and goes ways of its own from then on.
func TestCloneKeepsTheSame(t *testing.T) {
	var l value.Lists
	one, two := l.Keep(made(&l, 1)), l.Keep(made(&l, 2, 3))
	c := l.Clone()
	if c.Mark() != (value.Mark{}) {
		t.Errorf("the clone's temporary lists end at %v", c.Mark())
	}
	holds(t, &c, one, "the first list of the clone", 1)
	if n := c.Keep(made(&c, 2, 3)); n != two {
		t.Errorf("the clone keeps the second list as %g, the first holder as %g", n, two)
	}
	here, there := l.Keep(made(&l, 4)), c.Keep(made(&c, 5))
	holds(t, &l, here, "kept by the first holder alone", 4)
	holds(t, &c, there, "kept by the clone alone", 5)
	c.Forget(0)
	holds(t, &l, two, "the second list, forgotten by the clone", 2, 3)
}

// TestKeptListsHaveALimit: 4,000,000 elements fit, one more is refused as [value.Full], and
// leaves what is kept as it was. What is forgotten makes room.
func TestKeptListsHaveALimit(t *testing.T) {
	var l value.Lists
	ones := func(n int) float64 {
		l.Release(value.Mark{})
		l.Begin()
		for range n {
			l.Push(1)
		}
		return l.End()
	}
	l.Keep(ones(3_999_999))
	one := l.Keep(made(&l, 2))
	full(t, "too many elements in the lists of fields: the limit is 4000000", func() { l.Keep(made(&l, 3)) })
	holds(t, &l, one, "the last that fitted", 2)
	l.Forget(1)
	holds(t, &l, l.Keep(made(&l, 4)), "one in the place of another", 4)
	if l.Kept() != 2 {
		t.Errorf("%d lists are kept, want 2", l.Kept())
	}
	l.Forget(0)
	l.Keep(ones(4_000_000))
	if l.Kept() != 1 {
		t.Errorf("%d lists are kept, want 1", l.Kept())
	}
}

// full says where something does not stop because a table is full.
func full(t *testing.T, want value.Full, do func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("it stops with %v, want %v", got, want)
		}
	}()
	do()
}
