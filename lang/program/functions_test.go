package program

import "testing"

// TestEveryBuiltinHasARow holds the table complete: each built-in is described once, but for
// those that are a function and a field, which are described the same.
func TestEveryBuiltinHasARow(t *testing.T) {
	rows := map[Builtin]int{}
	names := map[string]bool{}
	for _, f := range functions {
		if f.Op != BuiltinNone {
			rows[f.Op]++
		}
		if f.Doc == "" || f.Gives == "" || f.Name != "" && (f.Group == "" || names[f.Name]) {
			t.Errorf("the row of %q lacks something, or is its second one: %+v", f.Name, f)
		}
		if each := f.Each != OpConst; each && len(f.Takes) != 2 || each && f.Op != BuiltinNone {
			t.Errorf("%s is about each element, so that it takes a list and a formula and has no operation beside", f.Name)
		}
		names[f.Name] = true
	}
	for _, m := range members {
		if m.Op.Reads() != m.Reads || m.Doc == "" {
			t.Errorf("%s reads something else as a field than as a function, or isn't described", m.Name)
		}
		if m.Op != PlaceOf && m.Op != SideOf {
			rows[m.Op]++
		}
	}
	for b := BuiltinNone + 1; b < builtins; b++ {
		if rows[b] != 1 {
			t.Errorf("built-in %d has %d rows", b, rows[b])
		}
	}
}

// What is worked out once and for all reads nothing that can change: held for the ones of
// each sort that somebody could take for another.
func TestReads(t *testing.T) {
	for b, want := range map[Builtin]Reads{
		Max: ReadsNothing, Sides: ReadsNothing, Faces: ReadsMoment, AsAction: ReadsNothing, PlaceAt: ReadsNothing, Given: ReadsNothing,
		Everyone: ReadsSetup, Combatants: ReadsOut, CarrierOf: ReadsCarriers, InstanceSince: ReadsConditions, Turn: ReadsSpace,
		Now: ReadsMoment, Ever: ReadsMoment, Said: ReadsPast,
	} {
		if b.Reads() != want {
			t.Errorf("built-in %d reads %d", b, b.Reads())
		}
	}
}
