package types_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

func TestTriggers(t *testing.T) {
	c := declared(t, world)
	grab := c.Conditions["grab"]
	standing := types.Env{Where: "on of rule", Inputs: []program.Local{self(c.Creature())}}
	ofGrab := types.Env{Inputs: []program.Local{self(c.Creature()), it(types.InstanceOf(grab))}, Condition: grab}
	for _, test := range []struct {
		text  string
		env   types.Env
		kind  program.TriggerKind
		whose program.Whose
		wrong string
	}{
		{"hurt", standing, program.OnEvent, program.Anyones, ""},
		{"hurt of self", standing, program.OnEvent, program.Selfs, ""},
		{"hurt of anyone", standing, program.OnEvent, program.Anyones, ""},
		{"hurt of self.foe", standing, program.OnEvent, program.Another, ""},
		{"hurt of it.by", ofGrab, program.OnEvent, program.Bys, ""},
		{"hurt of 3", standing, 0, 0, "type-mismatch at 3"},
		{"hurt of self", types.Env{}, 0, 0, "word-out-of-place at self"},
		{"hrt of self", standing, 0, 0, "unknown-event at hrt"},
		{"wake of self", standing, 0, 0, "unknown-event at wake"},
		{"start of wake of self", standing, program.OnEvent, program.Selfs, ""},
		{"end of turn", standing, program.OnEvent, program.Anyones, ""},
		{"end of action of self", standing, program.OnEvent, program.Selfs, ""},
		{"start of encounter", standing, program.OnEvent, program.Anyones, ""},
		{"start of hurt", standing, 0, 0, "unknown-event at hurt"},
		{"self.hp falls", standing, program.OnFalls, program.Selfs, ""},
		{"self.hp rises", standing, program.OnRises, program.Selfs, ""},
		{"self.charges[fire] changes", standing, program.OnChanges, program.Selfs, ""},
		{"self.charges falls", standing, 0, 0, "phrase-target at self.charges"},
		{"self.foe changes", standing, program.OnChanges, program.Selfs, ""},
		{"self.foe falls", standing, 0, 0, "phrase-target at self.foe"},
		{"self.foe.hp falls", standing, program.OnFalls, program.Another, ""},
		{"self.defense falls", standing, 0, 0, "phrase-target at self.defense"},
		{"self becomes prone", standing, program.OnBecomes, program.Selfs, ""},
		{"anyone loses grab", standing, program.OnLoses, program.Anyones, ""},
		{"self becomes pron", standing, 0, 0, "unknown-condition at pron"},
		{"begins", ofGrab, program.OnBegins, program.Selfs, ""},
		{"ends", ofGrab, program.OnEnds, program.Selfs, ""},
		{"begins", standing, 0, 0, "phrase-target at begins"},
		{"self rolls harm", standing, program.OnRolls, program.Selfs, ""},
		{"self moves", standing, program.OnEvent, program.Selfs, ""},
		{"self acts", standing, program.OnEvent, program.Selfs, ""},
		{"anyone moves", standing, program.OnEvent, program.Anyones, ""},
	} {
		var out *program.Trigger
		got := c.codes(func() { out = c.Trigger(fragment(test.text), test.env) })
		wantCodes(t, test.text, got, test.wrong)
		if test.wrong == "" && out != nil && (out.Kind != test.kind || out.Whose != test.whose) {
			t.Errorf("%s: kind %d whose %d, want %d and %d", test.text, out.Kind, out.Whose, test.kind, test.whose)
		}
	}
}

func TestUntil(t *testing.T) {
	c := declared(t, world)
	grab := c.Conditions["grab"]
	e := types.Env{Inputs: []program.Local{self(c.Creature()), it(types.InstanceOf(grab))}, Condition: grab}
	for _, test := range []struct {
		text          string
		next, running bool
		whose         program.Whose
		wrong         string
	}{
		// P17: the end of what is running now, unless it says next.
		{"end of turn", false, true, program.Anyones, ""},
		{"end of its turn", false, true, program.Selfs, ""},
		{"end of its next turn", true, false, program.Selfs, ""},
		{"end of my next turn", true, false, program.Bys, ""},
		{"end of its 3rd turn", false, false, program.Selfs, ""},
		{"end of action", false, true, program.Anyones, ""},
		{"start of my turn", false, false, program.Bys, ""},
		{"self moves", false, false, program.Selfs, ""},
		{"hurt of self", false, false, program.Selfs, ""},
		{"now + it.grip", false, false, 0, ""},
		{"now + large", false, false, 0, "type-mismatch at now + large"},
		{"when it.grip < 1", false, false, 0, ""},
		{"when it.grip", false, false, 0, "type-mismatch at it.grip"},
		{"end of nap", false, false, 0, "unknown-event at nap"},
	} {
		var out *program.Until
		got := c.codes(func() { out = c.Until(fragment(test.text), e) })
		wantCodes(t, test.text, got, test.wrong)
		if out == nil || test.wrong != "" {
			continue
		}
		if out.Next != test.next || out.Running != test.running || out.On != nil && out.On.Whose != test.whose {
			t.Errorf("%s: %+v", test.text, out)
		}
	}
}

// What has no start or end, though it sounds as if it had.
func TestTriggerHints(t *testing.T) {
	for text, want := range map[string]string{
		"start of strike of self": "strike is a deed: wait for the start of deed, and ask under if: mine(self).action == strike",
		"end of hurt":             "hurt is an event, a moment, and is written alone; what has an end: action, ",
		"start of wak":            `did you mean "wake"?`,
	} {
		c := declared(t, world)
		c.Trigger(fragment(text), types.Env{Inputs: []program.Local{self(c.Creature())}})
		if list := *c.List; !strings.HasPrefix(list[len(list)-1].Hint, want) {
			t.Errorf("%s: %q, want %q", text, list[len(list)-1].Hint, want)
		}
	}
}

// Of several triggers, event has the fields of all.
func TestEventsOf(t *testing.T) {
	hurt, fled := &program.Event{}, &program.Event{}
	on := func(e *program.Event) *program.Trigger { return &program.Trigger{Event: e} }
	falls := &program.Trigger{Kind: program.OnFalls}
	if got := types.EventsOf([]*program.Trigger{on(hurt), on(fled), on(hurt)}); len(got) != 2 || got[0] != hurt || got[1] != fled {
		t.Errorf("two events give %v", got)
	}
	if got := types.EventsOf([]*program.Trigger{on(hurt), falls}); got != nil {
		t.Errorf("a rule that also waits for a change has events: %v", got)
	}
}

func TestTypes(t *testing.T) {
	c := declared(t, world)
	for text, want := range map[string]string{
		"number": "number", "bool": "bool", "dice": "dice", "list of creature": "list of creature", "set of size": "set of size",
		"spell": "spell", "weapon": "weapon", "size": "size", "grab": "instance of grab", "condition": "condition", "act": "act",
		"ties": "choice of ties", "place": "place", "direction": "direction", "side": "side",
		"map of number to program(target creature)": "map of number to program",
		"formula dice(self creature, size)":         "formula dice",
		"pool":                                      "unknown-type at pool", "weapons": "unknown-type at weapons", "nmber": "unknown-type at nmber",
		"set of number": "unknown-type at number", "list of list of number": "unknown-type at list of number",
		"program(self creature, roll number)": "reserved-name at roll",
	} {
		var typ program.Type
		var ok bool
		got := c.codes(func() { typ, ok = c.Type(fragment(text)) })
		if ok {
			got = append(got, typ.String())
		}
		wantCodes(t, text, got, want)
	}
	// A parameter without a type is called like it.
	typ, _ := c.Type(fragment("program(self, target creature, weapon)"))
	if len(typ.Params) != 3 || !typ.Params[0].Type.Equal(c.Creature()) || !typ.Params[2].Type.Equal(types.ThingOf(c.Kinds["weapon"])) {
		t.Errorf("params are %+v", typ.Params)
	}
}
