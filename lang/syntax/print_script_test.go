package syntax

import "strconv"

// String returns the script as it would be written by hand, an item a line.
// Reading it gives the same script again.
func (s *Script) String() string {
	var p printer
	p.items(s.Items)
	return p.String()
}

func (p *printer) items(items []Item) {
	for i, item := range items {
		if i > 0 {
			p.line()
		}
		p.item(item)
	}
}

func (p *printer) item(i Item) {
	switch i := i.(type) {
	case *Turn:
		p.turn(i)
	case *Refused:
		p.text("refused ")
		p.turn(i.Turn)
		if i.Reason != "" {
			p.text(" ", quote(i.Reason))
		}
	case *DiceItem:
		p.dice(i)
	case *DrawItem:
		p.draws(i)
	case *Choice:
		if i.Refused {
			p.text("refused ")
		}
		if i.Who != nil {
			p.text(*i.Who, ": ")
		}
		p.text("choose ", i.Name, " = ")
		p.formulas(i.Value)
	case *Expect:
		p.text("expect ", i.Cond)
	case *AllPass:
		p.text("all pass")
	case *OthersPass:
		p.text("others pass")
	case *Rest:
		p.text("rest")
	case *Wait:
		p.text("wait ", i.Time)
	case *Do:
		p.text("do")
		p.braces(i.Body)
	case *Over:
		p.text("over")
	}
}

// draws prints cards of one deck that follow each other together.
func (p *printer) draws(i *DrawItem) {
	p.text("draw")
	for k, d := range i.Draws {
		if k == 0 || d.Who.Name != i.Draws[k-1].Who.Name || d.Deck.Name != i.Draws[k-1].Deck.Name {
			if k > 0 {
				p.text(",")
			}
			p.text(" ")
			if d.Who.Name != "" {
				p.text(d.Who, ".")
			}
			p.text(d.Deck)
		}
		p.text(" ", d.Card)
	}
}

func (p *printer) turn(t *Turn) {
	p.text(t.Who, ": ", t.Action)
	p.clause("on", t.On)
	p.args(t.With)
	if len(t.Body) == 0 {
		return
	}
	p.text(" {")
	p.depth++
	p.line()
	p.items(t.Body)
	p.depth--
	p.line()
	p.text("}")
}

func (p *printer) dice(d *DiceItem) {
	for i, roll := range d.Rolls {
		if i == 0 {
			p.text("dice ")
		} else {
			p.text(", ")
		}
		if roll.Who.Name != "" {
			p.text(roll.Who, ".")
		}
		if roll.Label.Name != "" {
			p.text(roll.Label, " ")
		}
		for j, face := range roll.Faces {
			if j > 0 {
				p.text(" ")
			}
			p.text(strconv.Itoa(face))
		}
		p.clause("of", roll.Of)
	}
}
