package deps_test

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/deps"
)

// hp and mind are the sorts of two fields.
var hp, hpBit = deps.Field(0)
var mind, mindBit = deps.Field(1)

// TestStands: an answer about thing 2 that reads its hp and the places of others.
func TestStands(t *testing.T) {
	var r deps.Reads
	r.Add(hp, 0)
	r.AddOthers(deps.Places)
	for _, test := range []struct {
		name   string
		change func(*deps.Ticks)
		want   bool
	}{
		{"nothing", func(*deps.Ticks) {}, true},
		{"its hp", func(t *deps.Ticks) { t.NoteOf(2, hpBit) }, false},
		{"the hp of another", func(t *deps.Ticks) { t.NoteOf(1, hpBit) }, true},
		{"its mind", func(t *deps.Ticks) { t.NoteOf(2, mindBit) }, true},
		{"somebody's place", func(t *deps.Ticks) { t.NoteOf(1, 1) }, false},
		{"a place", func(t *deps.Ticks) { t.Note(deps.Places) }, false},
		{"conditions", func(t *deps.Ticks) { t.Note(deps.Conditions) }, true},
		{"the clock", func(t *deps.Ticks) { t.Note(deps.More) }, true},
		{"everything", func(t *deps.Ticks) { t.NoteAll() }, false},
	} {
		ticks := deps.NewTicks(3)
		at := ticks.Now()
		test.change(&ticks)
		if got := ticks.Stands(at, &r, 2); got != test.want {
			t.Errorf("after a change of %s it stands: %v", test.name, got)
		}
	}
}

// TestNoteSince: going back to a tick changes what was changed since, and nothing else.
func TestNoteSince(t *testing.T) {
	ticks := deps.NewTicks(2)
	ticks.NoteOf(1, hpBit)
	back := ticks.Now()
	ticks.NoteOf(2, mindBit)
	ticks.Note(deps.Places)
	before := ticks.Now()
	if got := ticks.NoteSince(back); got != mind|deps.Places {
		t.Errorf("%b has changed", got)
	}
	if ticks.Last(hp) > before || ticks.Last(mind) <= before || ticks.Last(deps.Places) <= before {
		t.Error("hp, mind, places", ticks.Last(hp), ticks.Last(mind), ticks.Last(deps.Places), "after", before)
	}
	var r deps.Reads
	r.Add(mind, 0)
	if ticks.Stands(before, &r, 2) || !ticks.Stands(before, &r, 1) {
		t.Error("the mind of 2 has changed, that of 1 hasn't")
	}
	ticks.NoteAll()
	before = ticks.Now()
	if got := ticks.NoteSince(back); got != deps.All || ticks.Stands(before, &r, 1) {
		t.Errorf("after everything %b has changed, and what was found out meanwhile stands: %v", got, ticks.Stands(before, &r, 1))
	}
}

// TestNoteSortsOf: a change of a thing may be one of several sorts, in one tick.
func TestNoteSortsOf(t *testing.T) {
	ticks := deps.NewTicks(2)
	before := ticks.Now()
	ticks.NoteSortsOf(2, deps.Conditions|mind)
	if ticks.Now() != before+1 {
		t.Errorf("the tick is %d, and was %d", ticks.Now(), before)
	}
	for _, test := range []struct {
		m     deps.Mask
		thing int
		want  bool
	}{
		{mind, 2, false}, {deps.Conditions, 2, false}, {hp, 2, true}, {mind, 1, true},
	} {
		var r deps.Reads
		r.Add(test.m, 0)
		if got := ticks.Stands(before, &r, test.thing); got != test.want {
			t.Errorf("what reads %b of %d stands: %v", test.m, test.thing, got)
		}
	}
	if ticks.Last(mind|hp) != before+1 {
		t.Error("what reads the mind of others falls")
	}
}

// TestNothingNoted: what isn't kept apart makes no tick, neither does nothing; what comes with
// it does.
func TestNothingNoted(t *testing.T) {
	ticks := deps.NewTicks(1)
	at := ticks.Now()
	ticks.Note(deps.More)
	ticks.Note(0)
	if ticks.Now() != at {
		t.Errorf("the tick is %d, and was %d", ticks.Now(), at)
	}
	ticks.Note(deps.More | deps.Places | deps.Carriers)
	if ticks.Now() != at+1 || ticks.Last(deps.Places) != at+1 || ticks.Last(deps.Carriers) != at+1 || ticks.Last(deps.Conditions) != at {
		t.Error("places and carriers have changed in one tick, conditions haven't", ticks)
	}
}

// TestEverySort: all sorts are more than any of them, and a field is none of the others.
func TestEverySort(t *testing.T) {
	for n := range deps.Shared {
		m, bit := deps.Field(n)
		if deps.All&m == 0 || m != 1<<bit || m&(deps.Conditions|deps.Places|deps.Carriers|deps.More|deps.Seldom) != 0 {
			t.Errorf("field %d is %b, its bit %d", n, m, bit)
		}
	}
	for n := range deps.Shared {
		if m := deps.Condition(n); m&deps.All == 0 || m != mustField(deps.Shared-1-n) {
			t.Errorf("condition %d is %b", n, m)
		}
	}
	if all := deps.Conditions | deps.Places | deps.Carriers | deps.More | deps.Seldom; deps.All&all != all || ^deps.All != 0 {
		t.Errorf("all sorts are %b", deps.All)
	}
}

// TestNoteSinceOfThings: of each thing counts only what has changed of it since.
func TestNoteSinceOfThings(t *testing.T) {
	ticks := deps.NewTicks(3)
	ticks.NoteOf(3, hpBit)
	ticks.NoteOf(1, hpBit)
	back := ticks.Now()
	ticks.NoteOf(1, mindBit)
	ticks.NoteOf(2, hpBit)
	before := ticks.Now()
	if got := ticks.NoteSince(back); got != hp|mind {
		t.Errorf("%b has changed", got)
	}
	for _, test := range []struct {
		of    string
		m     deps.Mask
		thing int
		want  bool
	}{
		{"the hp of 1", hp, 1, true}, {"the mind of 1", mind, 1, false}, {"the hp of 2", hp, 2, false}, {"the mind of 2", mind, 2, true}, {"the hp of 3", hp, 3, true},
	} {
		var r deps.Reads
		r.Add(test.m, 0)
		if got := ticks.Stands(before, &r, test.thing); got != test.want {
			t.Errorf("what reads %s stands: %v", test.of, got)
		}
	}
	// Nothing has changed since now, but going back is a change of its own.
	now := ticks.Now()
	if got := ticks.NoteSince(now); got != 0 || ticks.Now() != now+1 {
		t.Errorf("since now %b has changed, at %d", got, ticks.Now())
	}
}

// TestMask: what reads the clock has to be worked out each time.
func TestMask(t *testing.T) {
	if hp.TouchedBy(mind) || !hp.TouchedBy(hp|mind) || !(hp | deps.More).TouchedBy(0) {
		t.Error("what touches what")
	}
	ticks := deps.NewTicks(0)
	if ticks.LastKnown(hp|deps.More) != 0 || ticks.LastKnown(hp) == 0 {
		t.Error("the last change of what isn't kept is unknown")
	}
	if first, _ := deps.Field(0); first != mustField(deps.Shared) {
		t.Error("fields beyond the last bit share the first")
	}
	if deps.Condition(0) != deps.Condition(deps.Shared) {
		t.Error("conditions beyond the first bit share the last")
	}
}

func mustField(n int) deps.Mask { m, _ := deps.Field(n); return m }

// TestInclude: a question about (1, 0) that asks another one about (0, somebody, 1).
func TestInclude(t *testing.T) {
	var inner deps.Reads
	inner.Add(hp, 0)
	inner.Add(hp, 1)
	inner.AddOthers(deps.Places)
	var r deps.Reads
	r.Include(&inner, []int{1, -1})
	if r.Any != hp|deps.Places || r.Others != hp|deps.Places || r.Owns != hp || r.Of != 1<<1 {
		t.Errorf("%+v", r)
	}
	var short deps.Reads
	short.Include(&inner, []int{3})
	if short.Of != 1<<3 || short.Others != hp|deps.Places || short.Owns != hp {
		t.Errorf("a subject that isn't given is another one: %+v", short)
	}
	var some deps.Reads
	var second deps.Reads
	second.Add(hp, 1)
	some.Include(&second, []int{4, 2})
	if some.Of != 1<<2 || some.Others != 0 || some.Any != hp {
		t.Errorf("only the second subject is read: %+v", some)
	}
	var none deps.Reads
	none.Include(&deps.Reads{}, []int{1, 2})
	if none != (deps.Reads{}) {
		t.Errorf("nothing is read: %+v", none)
	}
	var last deps.Reads
	last.Add(mind, deps.MaxSubjects-1)
	if last.Of != 1<<(deps.MaxSubjects-1) || last.Others != 0 {
		t.Errorf("the last subject that is told apart: %+v", last)
	}
	var nobody deps.Reads
	nobody.Add(mind, -1)
	if nobody.Others != mind || nobody.Owns != 0 {
		t.Errorf("no subject is another: %+v", nobody)
	}
	var far deps.Reads
	far.Add(mind, deps.MaxSubjects)
	if far.Others != mind || far.Of != 0 {
		t.Errorf("a subject beyond those that are told apart is another: %+v", far)
	}
}

// TestCache keeps answers for two subjects, of whom the first one's hp is read.
func TestCache(t *testing.T) {
	ticks := deps.NewTicks(2)
	var r deps.Reads
	r.Add(hp, 0)
	c := deps.NewCache(deps.Bounds([]int{2, 3}), false)
	at, stands := c.Recall(&ticks, &r, []float64{2, 3})
	if at != 2*4+3 || stands {
		t.Fatal(at, stands)
	}
	c.Keep(&ticks, at, 7, nil)
	ticks.NoteOf(1, hpBit)
	if again, stands := c.Recall(&ticks, &r, []float64{2, 3}); again != at || !stands || c.Value(at) != 7 {
		t.Error("the hp of another is read", again, stands)
	}
	ticks.NoteOf(2, hpBit)
	if _, stands := c.Recall(&ticks, &r, []float64{2, 3}); stands {
		t.Error("its hp isn't read")
	}
	for _, who := range [][]float64{{3, 0}, {0, 4}, {-1, 0}} {
		if at, _ := c.Recall(&ticks, &r, who); at != -1 {
			t.Error(who, "is kept at", at)
		}
	}
	// Of anybody, and of the second subject, nothing is read.
	at, _ = c.Recall(&ticks, &r, []float64{2, 1})
	c.Keep(&ticks, at, 9, nil)
	ticks.NoteOf(1, hpBit)
	ticks.Note(deps.Places)
	if again, stands := c.Recall(&ticks, &r, []float64{2, 1}); again != at || !stands || c.Value(at) != 9 {
		t.Error("what isn't read has changed", again, stands)
	}
	// 0 is nobody, and has a place of its own; an answer stands while nothing happens.
	nobody, stands := c.Recall(&ticks, &r, []float64{0, 0})
	if nobody != 0 || stands {
		t.Error("nobody's answer is kept at", nobody, stands)
	}
	c.Keep(&ticks, nobody, 3, nil)
	if again, stands := c.Recall(&ticks, &r, []float64{0, 0}); again != 0 || !stands || c.Value(0) != 3 {
		t.Error("nothing has happened", again, stands)
	}
	var none deps.Cache
	if at, _ := none.Recall(&ticks, &r, []float64{1}); at != -1 {
		t.Error("the zero cache keeps something at", at)
	}
}

// TestCacheReadsOthers: an answer that reads the places of others, and the mind of the second
// subject.
func TestCacheReadsOthers(t *testing.T) {
	var r deps.Reads
	r.AddOthers(deps.Places)
	r.Add(mind, 1)
	for _, test := range []struct {
		name   string
		change func(*deps.Ticks)
		want   bool
	}{
		{"nothing", func(*deps.Ticks) {}, true},
		{"a place", func(t *deps.Ticks) { t.Note(deps.Places) }, false},
		{"the mind of the first", func(t *deps.Ticks) { t.NoteOf(1, mindBit) }, true},
		{"the mind of the second", func(t *deps.Ticks) { t.NoteOf(2, mindBit) }, false},
		{"the hp of the second", func(t *deps.Ticks) { t.NoteOf(2, hpBit) }, true},
		{"everything", func(t *deps.Ticks) { t.NoteAll() }, false},
	} {
		ticks := deps.NewTicks(2)
		c := deps.NewCache(deps.Bounds([]int{2, 2}), false)
		at, _ := c.Recall(&ticks, &r, []float64{1, 2})
		c.Keep(&ticks, at, 4, nil)
		ticks.NoteOf(1, hpBit)
		if _, stands := c.Recall(&ticks, &r, []float64{1, 2}); !stands {
			t.Error("nothing that is read has changed")
		}
		test.change(&ticks)
		if _, stands := c.Recall(&ticks, &r, []float64{1, 2}); stands != test.want {
			t.Errorf("after a change of %s it stands: %v", test.name, stands)
		}
	}
}

// TestLists keeps the elements of lists.
func TestLists(t *testing.T) {
	ticks := deps.NewTicks(1)
	var r deps.Reads
	c := deps.NewCache(deps.Bounds([]int{1}), true)
	at, _ := c.Recall(&ticks, &r, []float64{1})
	c.Keep(&ticks, at, 5, []float64{4, 2})
	if items, ok := c.Items(at); !ok || !slices.Equal(items, []float64{4, 2}) {
		t.Error(items, ok)
	}
	c.Keep(&ticks, at, 5, []float64{1})
	if items, _ := c.Items(at); !slices.Equal(items, []float64{1}) {
		t.Error("the list after it is", items)
	}
	none := deps.NewCache(nil, true)
	if _, ok := none.Items(0); ok {
		t.Error("a cache that keeps nothing has elements")
	}
	numbers := deps.NewCache(deps.Bounds([]int{1}), false)
	if _, ok := numbers.Items(0); ok {
		t.Error("a number has elements")
	}
}

// TestBounds: what may have any value isn't kept, nor what may have too many.
func TestBounds(t *testing.T) {
	if got := deps.Bounds([]int{1, 4}); !slices.Equal(got, []int32{2, 5}) {
		t.Error(got)
	}
	if deps.Bounds([]int{3, 0}) != nil || deps.Bounds([]int{100, 100}) != nil {
		t.Error("too many")
	}
	// 8,192 are kept: 64 by 128; 8,193 are not.
	if got := deps.Bounds([]int{63, 127}); !slices.Equal(got, []int32{64, 128}) {
		t.Error("8,192 are", got)
	}
	if got := deps.Bounds([]int{8192}); got != nil {
		t.Error("8,193 are", got)
	}
}
