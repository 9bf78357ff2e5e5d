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
	if got := ticks.NoteSince(back, deps.FirstField+2); got != mind|deps.Places {
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
	if got := ticks.NoteSince(back, deps.FirstField+2); got != deps.All {
		t.Errorf("after everything %b has changed", got)
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
	if first, _ := deps.Field(0); first != mustField(deps.Fields) {
		t.Error("fields beyond the last bit share the first")
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
	var none deps.Cache
	if at, _ := none.Recall(&ticks, &r, []float64{1}); at != -1 {
		t.Error("the zero cache keeps something at", at)
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
}
