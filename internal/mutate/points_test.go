package mutate

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// base is a ruleset that loads; tests add conditions, rules and strikes to it.
const base = `rulec: 2
ruleset: small
parts: [part.yaml]
kinds:
  creature: {fields: {hp: {type: pool, max: 3}, edge: 0}}
  strike:
    fields:
      then: program(self creature, target creature) = stop
    params: {target: one of foes(self)}
    perform: |
      it.then(self, target)
strikes:
  hit: {}
  bash:
    perform: |
      if distance(self, target) > 2 or self != target { stop }
      let edge = target.edge + self.hp
      hurts(target,
        self)
      perform hit by target on self else { self.hp -= 1 }
    then: "hurts(target, self); apply held to target"
conditions:
  held: {rules: {drags: {on: hurt, do: "event.of.edge = it.by.edge"}}}
space: {grid: square}
procs:
  hurts(who, by): announce hurt of who for foes(by)
events:
  hurt:
    asks: foes(event.of)
    order: -self.edge
    asked: once per action
    together: answers
  leaving: {asks: foes(event.of), order: self.edge + 2 * self.hp}
time:
  key: [round]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries:
    turn: {equal: together, order: 2, do: "hurts(self, self); announce leaving of self"}
`

// files are base, with a text as a part of it.
func files(text string) fstest.MapFS {
	return fstest.MapFS{"rules.yaml": {Data: []byte(base)}, "part.yaml": {Data: []byte(text)}}
}

// changes lists the changes of a group below one key of a ruleset, each with whether lint refuses it.
func changes(t *testing.T, text string, below string) []string {
	t.Helper()
	opts := lang.Options{Files: files(text)}
	prog, list := lang.Load("rules.yaml", opts)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	own, _ := lang.OwnFiles("rules.yaml", opts)
	var found []string
	for _, m := range Points(own, prog) {
		if m.Group != Clauses || !strings.HasPrefix(m.In+".", below+".") || below == "conditions" && m.At.Source.Name != "part.yaml" {
			continue
		}
		what := m.String()
		what = m.In[len(below):] + what[strings.Index(what, ": "):]
		opts.Instead = map[string]string{m.At.Source.Name: m.File()}
		if _, list := lang.Load("rules.yaml", opts); list.HasErrors() {
			what += " (refused)"
		}
		found = append(found, what)
	}
	return found
}

// TestChanges lists what is changed by each kind of change of clauses, worked out by hand.
func TestChanges(t *testing.T) {
	for _, test := range []struct{ name, text, below, want string }{
		{"forbids", `
conditions:
  bound:
    forbids:
      - hit
      - {what: strike, because: "{self} is tied"}
  numb: {forbids: [hit, strike]}
  stiff: {forbids: all actions}
  shy: {forbids: [hit]}
`, "conditions", `
.bound.forbids: without '- hit'
.bound.forbids: without '- {what: strike, because: "{self} is tied"}'
.numb.forbids: without 'hit'
.numb.forbids: without 'strike'
.stiff.forbids: without 'all actions'
.shy.forbids: without 'hit'`},
		{"until", `
conditions:
  shaken: {until: [end of its 2nd turn, 3rd hurt of self, start of my turn]}
  dazed:
    until: end of its next turn
  dizzy:
    until:
      - self moves
      - now + 2
      - self loses shaken
  weak: {until: when self.hp == 3}
`, "conditions", `
.shaken.until: without 'end of its 2nd turn'
.shaken.until: without '3rd hurt of self'
.shaken.until: without 'start of my turn'
.shaken.until: 'end' becomes 'start'
.shaken.until: '2nd' becomes '3rd'
.shaken.until: '3rd' becomes '4th'
.shaken.until: without 'of self'
.shaken.until: 'start' becomes 'end'
.shaken.until: 'turn' becomes 'next turn'
.dazed.until: without 'end of its next turn'
.dazed.until: 'end' becomes 'start'
.dazed.until: without 'next'
.dizzy.until: without '- self moves'
.dizzy.until: without '- now + 2'
.dizzy.until: without '- self loses shaken'
.dizzy.until: 'self' becomes 'anyone'
.dizzy.until: 'loses' becomes 'becomes'
.weak.until: without 'when self.hp == 3'`},
		{"implies, stacks and again", `
conditions:
  prone: {implies: [open, slow], stacks: by source, again: refresh}
  open: {}
  slow: {implies: open}
`, "conditions", `
.prone.implies: without 'open'
.prone.implies: without 'slow'
.prone.stacks: 'by source' becomes 'none'
.prone.stacks: 'by source' becomes 'each time' (refused)
.prone.again: 'refresh' becomes 'replace'
.slow.implies: without 'open'`},
		{"events", "{}", "events", `
.hurt.order: '-self.edge' becomes '-(-self.edge)'
.hurt.asked: 'once per action' becomes 'every time'
.hurt.together: 'answers' becomes 'none'
.hurt.together: 'answers' becomes 'answers and program'
.leaving.order: 'self.edge + 2 * self.hp' becomes '-(self.edge + 2 * self.hp)'`},
		{"entries", "{}", "time", `
.start: without 'schedule turn of first(everyone) at 1'
.entries.turn.equal: 'together' becomes 'in order'
.entries.turn.order: '2' becomes '-2'
.entries.turn.do: without 'hurts(self, self)'
.entries.turn.do: without 'announce leaving of self'`},
		{"rules", `
conditions:
  bleeding: {rules: {clots: {on: begins, order: 3, do: end it}}}
rules:
  falling:
    on:
      - self.hp falls
      - end of turn of self
      - hurt of self
      - self loses bleeding
    do: self.edge = 1
`, "rules.falling", `
.on: without '- self.hp falls'
.on: without '- end of turn of self'
.on: without '- hurt of self'
.on: without '- self loses bleeding'
.on: 'falls' becomes 'rises'
.on: 'end' becomes 'start'
.on: without 'of self'
.on: without 'of self'
.on: 'loses' becomes 'becomes'
.do: without 'self.edge = 1'`},
		{"rules of conditions", `
conditions: {bleeding: {rules: {clots: {on: begins, order: 3, do: end it}}}}
`, "conditions", `
.bleeding.rules.clots.on: without 'begins'
.bleeding.rules.clots.on: 'begins' becomes 'ends'
.bleeding.rules.clots.order: '3' becomes '-3'
.bleeding.rules.clots.do: without 'end it'`},
		{"statements", `
conditions: {bleeding: {}}
rules:
  busy:
    on: hurt of self
    do: |
      let n = self.hp     # how much is left
      if n > 1 {
        self.edge += 1
      } else if n == 1 { self.edge += 2; stop }
      else {
        for c in foes(self) in order of c.edge together { hurts(c, c) }
      }
      apply bleeding to self until end of its turn; self.edge = 0
`, "rules.busy.do", `
: without 'let n = self.hp' (refused)
: without 'if n > 1 { ..'
: without 'self.edge += 1'
: without 'self.edge += 2'
: without 'stop'
: without 'for c in foes(self) in order of c.edge together { hurts(c, c) }'
: 'c.edge' becomes '-(c.edge)'
: without 'together'
: without 'apply bleeding to self until end of its turn'
: without 'until end of its turn'
: 'end' becomes 'start'
: 'turn' becomes 'next turn'
: without 'self.edge = 0'`},
		{"self and target", "{}", "strikes.bash", `
.perform: without 'if distance(self, target) > 2 or self != target { stop }'
.perform: without 'let edge = target.edge + self.hp'
.perform: 'let edge = target.edge + self.hp' becomes 'let edge = self.edge + target.hp'
.perform: without 'hurts(target, self)'
.perform: 'hurts(target, self)' becomes 'hurts(self, target)'
.perform: without 'perform hit by target on self else { self.hp -= 1 }'
.perform: 'perform hit by target on self else' becomes 'perform hit by self on target else'
.perform: without 'self.hp -= 1'
.then: without 'hurts(target, self)'
.then: 'hurts(target, self)' becomes 'hurts(self, target)'
.then: without 'apply held to target'`},
		{"what changes nothing", `
conditions: {bleeding: {until: end of encounter}}
rules:
  busy:
    on: hurt of self
    do: |
      move self to beyond(self.place, first(directions()), 1), event.of to beyond(event.of.place, first(directions()), 1)
      if adjacent(self, event.of) { if self == event.of { stop } else { stop } }
  idle: {on: hurt of self, do: stop}
`, "rules", `
.busy.on: without 'hurt of self' (refused)
.busy.on: without 'of self'
.busy.do: without 'move self to beyond(self.place, first(directions()), 1), event.of to beyond(event.of.place, first(directions()), 1)'
.busy.do: without 'if adjacent(self, event.of) { if self == event.of { stop } else { stop } }'
.busy.do: without 'stop'
.busy.do: without 'stop'
.idle.on: without 'hurt of self'
.idle.on: without 'of self'`},
		{"others", "{}", "conditions.held.rules.drags.do", `
: without 'event.of.edge = it.by.edge'
: 'event.of.edge = it.by.edge' becomes 'it.by.edge = event.of.edge'`},
		{"procs", "{}", "procs", `
.hurts: without 'announce hurt of who for foes(by)' (refused)
.hurts: 'announce hurt of who for foes(by)' becomes 'announce hurt of by for foes(who)'`},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := strings.Join(changes(t, test.text, test.below), "\n")
			want := strings.ReplaceAll(strings.TrimPrefix(test.want, "\n"), "'", "`")
			if found != want {
				t.Errorf("found\n%s\nwant\n%s", found, want)
			}
		})
	}
}

// TestTakenOut shows what is left where something is taken out of texts that are written in
// different ways: nothing else is touched, and it stays YAML.
func TestTakenOut(t *testing.T) {
	for _, test := range []struct{ text, out, want string }{
		{"conditions:\n  a: {forbids: [hit, strike], until: now + 1}\n", "hit", "conditions:\n  a: {forbids: [strike], until: now + 1}\n"},
		{"conditions:\n  a: {forbids: [hit, strike], until: now + 1}\n", "strike", "conditions:\n  a: {forbids: [hit], until: now + 1}\n"},
		{"conditions:\n  a: {forbids: [hit], until: now + 1}\n", "hit", "conditions:\n  a: {forbids: [], until: now + 1}\n"},
		{"conditions:\n  a:\n    until:\n      - now + 1 # soon\n      - now + 2\n", "- now + 1 # soon", "conditions:\n  a:\n    until:\n      - now + 2\n"},
		{"conditions:\n  a: {until: now + 1}\n", "now + 1", "conditions:\n  a: {until: }\n"},
		{"rules:\n  a: {on: hurt of self, do: self.edge = 1}\n", "self.edge = 1", "rules:\n  a: {on: hurt of self, do: \"\"}\n"},
		{"rules:\n  a:\n    on: hurt of self\n    do: self.edge = 1; self.hp -= 1\n", "self.edge = 1", "rules:\n  a:\n    on: hurt of self\n    do: ; self.hp -= 1\n"},
		{"rules:\n  a:\n    on: hurt of self\n    do: \"self.edge = 1; self.hp -= 1\"\n", "self.hp -= 1", "rules:\n  a:\n    on: hurt of self\n    do: \"self.edge = 1; \"\n"},
		{"rules:\n  a:\n    on: hurt of self\n    do: |\n      if self.hp > 1 {\n        self.edge = 1\n      }\n      # and\n      self.hp -= 1\n", "if self.hp > 1 { ..",
			"rules:\n  a:\n    on: hurt of self\n    do: |\n      \n      # and\n      self.hp -= 1\n"},
		{"rules:\n  a:\n    on: hurt of self\n    do: |\n      self.hp -= 1\n", "self.hp -= 1", "rules:\n  a:\n    on: hurt of self\n    do: |\n      \n"},
		{"rules:\n  a:\n    on: hurt of self\n    do: >\n      if self.hp > 1 { self.edge = 1;\n      self.hp -= 1 }\n", "self.edge = 1", "rules:\n  a:\n    on: hurt of self\n    do: >\n      if self.hp > 1 { ;\n      self.hp -= 1 }\n"},
	} {
		opts := lang.Options{Files: files(test.text)}
		prog, list := lang.Load("rules.yaml", opts)
		if list.HasErrors() {
			t.Fatal(list.Err())
		}
		own, _ := lang.OwnFiles("rules.yaml", opts)
		all := Points(own, prog)
		i := slices.IndexFunc(all, func(m *Mutation) bool {
			return m.At.Source.Name == "part.yaml" && strings.HasSuffix(m.String(), "without `"+test.out+"`")
		})
		if i < 0 {
			t.Errorf("%s: nobody takes out %s", test.text, test.out)
			continue
		}
		if got := all[i].File(); got != test.want {
			t.Errorf("without %s:\n%s\nwant\n%s", test.out, got, test.want)
		}
		opts.Instead = map[string]string{"part.yaml": all[i].File()}
		if _, list := lang.Load("rules.yaml", opts); list.HasErrors() {
			t.Errorf("without %s: %v", test.out, list.Err())
		}
	}
}
