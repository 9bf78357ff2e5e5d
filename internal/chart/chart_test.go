package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
)

// fights is a report on fights that took 1 to 3 rounds; two were decided by nobody.
func fights() sim.PointReport {
	return sim.PointReport{
		Title: "An <alley> & more", Ruleset: "game", Fights: 10,
		Outcomes: []sim.OutcomeReport{{Name: "band", Kind: "side", Fights: 5}, {Name: "watch", Kind: "side", Fights: 3}, {Name: "nobody", Kind: "nobody", Fights: 2}},
		Length: sim.LengthReport{Unit: "round", Spread: experiment.Spread{Least: 1, Most: 3}, Bins: []sim.LengthBin{
			{Length: 1, Fights: 4, By: []int64{3, 1, 0}}, {Length: 3, Fights: 6, By: []int64{2, 2, 2}},
		}},
	}
}

// varied is a report on values of one or two things.
func varied(values ...[]string) *sim.Report {
	r := &sim.Report{Vary: []string{"bonus", "armor"}[:len(values[0])]}
	for i, v := range values {
		p := fights()
		p.Values = v
		p.Outcomes[0].Share = experiment.Share{Value: 0.1 * float64(i), Low: 0.1*float64(i) - 0.05, High: 0.1*float64(i) + 0.05}
		r.Points = append(r.Points, p)
	}
	return r
}

// TestDraw holds that drawings are well-formed, the same every time, and say what
// they show.
func TestDraw(t *testing.T) {
	empty := fights()
	empty.Length = sim.LengthReport{Unit: "round"}
	sly := fights()
	sly.Title, sly.Length.Unit, sly.Outcomes[0].Name = "An \x1b[31m\u202ealley\x9b\ufffe", "r\x7found", "b\tand\u200b"
	slyRates := varied([]string{"\x00", "\x1b"}, []string{"2", "\u2066"})
	slyRates.Vary = []string{"bon\aus", "ar\u009bmor"}
	tests := map[string]struct {
		report *sim.Report
		says   []string
	}{
		"sly lengths": {&sim.Report{Points: []sim.PointReport{sly}}, []string{`An \x1b[31m\u202ealley\x9b\ufffe (game)`, `length (r\x7found)`, `won by b\tand\u200b`}},
		"sly rates":   {slyRates, []string{`bon\x07us`, `>\x00<`, `ar\u009bmor \x1b`, `ar\u009bmor \u2066`}},
		"lengths":     {&sim.Report{Seed: 7, Points: []sim.PointReport{fights()}}, []string{"An &lt;alley&gt; &amp; more (game), 10 fights, seed 7", "length (round)", "won by band", "won by watch", "nobody"}},
		"none ended":  {&sim.Report{Points: []sim.PointReport{empty}}, []string{"length (round)"}},
		"one varied":  {varied([]string{"1"}, []string{"2"}, []string{"5"}), []string{"bonus", "won by band (%)", ">5<"}},
		"one value":   {varied([]string{"1"}), []string{"bonus"}},
		"two varied":  {varied([]string{"1", "mail"}, []string{"1", "plate"}, []string{"2", "mail"}, []string{"2", "plate"}), []string{"armor mail", "armor plate", ">2<"}},
	}
	for name, test := range tests {
		var first, again bytes.Buffer
		if err := Draw(&first, test.report); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := Draw(&again, test.report); err != nil || !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Errorf("%s: the second drawing differs (%v)", name, err)
		}
		if err := wellFormed(first.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, says := range test.says {
			if !strings.Contains(first.String(), says) {
				t.Errorf("%s: the drawing doesn't say %q", name, says)
			}
		}
	}
}

func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestBars: shares of two groups, side by side; the same bars are the same file.
func TestBars(t *testing.T) {
	b := Bars{Title: "a & b", Label: "hits", Names: []string{"0", "1"}, Groups: []Group{{"weak", []float64{0.75, 0.25}}, {"strong", []float64{0.5, 0.5}}}}
	var first, again bytes.Buffer
	if err := errors.Join(b.Draw(&first), b.Draw(&again)); err != nil {
		t.Fatal(err)
	}
	if err := wellFormed(first.Bytes()); err != nil || !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("not well-formed, or not the same again", err)
	}
	for _, text := range []string{"a &amp; b", "hits", "weak", "strong", "chance (%)"} {
		if !strings.Contains(first.String(), text) {
			t.Errorf("the drawing doesn't say %q", text)
		}
	}
	empty := Bars{Title: "nothing"}
	if err := empty.Draw(&again); err != nil {
		t.Error(err)
	}
}
