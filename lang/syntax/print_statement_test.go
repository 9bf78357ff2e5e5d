package syntax

import (
	"strings"
)

// String returns the program as it would be written by hand, a statement a
// line, blocks indented by two blanks. Reading it gives the same program again.
func (b *Block) String() string {
	var p printer
	p.block(b)
	return p.String()
}

// printer prints programs and scripts with their indentation.
type printer struct {
	strings.Builder
	depth int
}

// line ends the line at hand and begins the next one.
func (p *printer) line() { p.WriteString("\n" + strings.Repeat("  ", p.depth)) }

// text prints the parts with nothing between them; an Expr is printed as a formula.
func (p *printer) text(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			p.WriteString(part)
		case Ident:
			p.WriteString(part.Name)
		case Expr:
			p.WriteString(formatPart(part))
		}
	}
}

// clause prints a word and a formula, unless there is none.
func (p *printer) clause(word string, e Expr) {
	if e != nil {
		p.text(" ", word, " ", e)
	}
}

func (p *printer) against(a *Against) {
	if a != nil {
		p.text(" against ", a.Target)
		p.args(a.With)
	}
}

func (p *printer) formulas(list []Expr) {
	for i, e := range list {
		if i > 0 {
			p.text(", ")
		}
		p.text(e)
	}
}

func (p *printer) args(args []Arg) {
	for i, a := range args {
		if i == 0 {
			p.text(" with ")
		} else {
			p.text(", ")
		}
		if a.Name.Name != "" {
			p.text(a.Name, " = ")
		}
		p.text(a.Value)
	}
}

func (p *printer) until(u *Until) {
	if u != nil {
		p.text(" until ", u.String())
	}
}

func (p *printer) block(b *Block) {
	for i, s := range b.Stmts {
		if i > 0 {
			p.line()
		}
		p.stmt(s)
	}
}

func (p *printer) braces(b *Block) {
	if len(b.Stmts) == 0 {
		p.text(" {}")
		return
	}
	p.text(" {")
	p.depth++
	p.line()
	p.block(b)
	p.depth--
	p.line()
	p.text("}")
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Let:
		p.text("let ", s.Name.Ident, " = ", s.Value)
		p.against(s.Against)
	case *Assign:
		p.text(s.Target, " ", s.Op, " ", s.Value)
	case *CallStmt:
		p.text(s.Call)
	case *Roll:
		p.text("roll ", s.Name.Ident)
		p.clause("by", s.By)
		p.clause("as", s.As)
		p.text(" = ", s.Dice)
		p.against(s.Against)
	case *Draw:
		p.text("draw ", s.Name.Ident, " from ", s.From)
		p.clause("by", s.By)
	case *Discard:
		p.text("discard ", s.What, " to ", s.To)
	case *Shuffle:
		p.text("shuffle ", s.Deck)
	case *Choose:
		p.choose(s)
	case *Announce:
		p.announce(s)
	case *Perform:
		p.text("perform ", s.Action)
		p.clause("by", s.By)
		p.clause("on", s.On)
		p.args(s.With)
		if s.Else != nil {
			p.text(" else")
			p.braces(s.Else)
		}
	case *Pay:
		p.pay(s)
	case *Apply:
		p.text("apply ", s.Condition, " to ", s.To)
		p.clause("by", s.By)
		p.args(s.With)
		p.until(s.Until)
	case *End:
		p.text("end ")
		p.formulas(s.Conditions)
		p.clause("on", s.On)
		p.clause("where", s.Where)
		p.until(s.Until)
	case *EndEntry:
		p.text("end ", s.Entry, " of ", s.Of)
	default:
		p.moreStmt(s)
	}
}

func (p *printer) moreStmt(s Stmt) {
	switch s := s.(type) {
	case *Move:
		for i, step := range s.Steps {
			if i == 0 {
				p.text("move ")
			} else {
				p.text(", ")
			}
			p.text(step.What, " to ", step.To)
		}
	case *Schedule:
		p.schedule(s)
	case *If:
		p.ifStmt(s)
	case *For:
		p.forStmt(s)
	case *While:
		p.text("while ", s.Cond)
		p.braces(s.Body)
	case *Afterwards:
		p.text("afterwards")
		p.braces(s.Body)
	case *Stop:
		p.text("stop")
		p.clause("with", s.With)
		p.args(s.Results)
	}
}

func (p *printer) choose(s *Choose) {
	p.text("choose ")
	if s.Some {
		p.text("some ")
	}
	p.text(s.Name.Ident, " from ", s.From)
	p.clause("to", s.To)
	p.clause("where", s.Where)
	if s.ByChance {
		p.text(" by chance")
	}
	p.clause("by", s.By)
	p.clause("default", s.Default)
}

func (p *printer) announce(s *Announce) {
	p.text("announce ", s.Event)
	p.clause("of", s.Of)
	p.args(s.With)
	p.clause("for", s.For)
	if s.UntilAllPass {
		p.text(" until all pass")
	}
}

func (p *printer) pay(s *Pay) {
	for i, item := range s.Items {
		if i == 0 {
			p.text("pay ")
		} else {
			p.text(", ")
		}
		p.text(item.Pool)
		if item.Member != nil {
			p.text("[", item.Member, "]")
		}
		// A list would be read as the member of a family.
		if amount := formatPart(item.Amount); item.Member == nil && strings.HasPrefix(amount, "[") {
			p.text(" (", amount, ")")
		} else {
			p.text(" ", amount)
		}
	}
	p.clause("from", s.From)
}

func (p *printer) schedule(s *Schedule) {
	p.text("schedule ", s.Entry)
	p.clause("of", s.Of)
	if s.AfterEntry != nil {
		p.text(" after ", *s.AfterEntry)
		p.clause("of", s.AfterOf)
	} else {
		p.text(" at ")
		p.formulas(s.At)
	}
	p.args(s.With)
	p.clause("for", s.For)
}

func (p *printer) ifStmt(s *If) {
	p.text("if ", s.Cond)
	p.braces(s.Then)
	if s.Else == nil {
		return
	}
	p.text(" else")
	if len(s.Else.Stmts) == 1 {
		if next, ok := s.Else.Stmts[0].(*If); ok {
			p.text(" ")
			p.ifStmt(next)
			return
		}
	}
	p.braces(s.Else)
}

func (p *printer) forStmt(s *For) {
	p.text("for ", s.Name.Ident)
	if s.Second != nil {
		p.text(", ", s.Second.Ident)
	}
	p.text(" in ", s.In)
	p.clause("where", s.Where)
	p.clause("in order of", s.Order)
	if s.Together {
		p.text(" together")
	}
	p.braces(s.Body)
}
