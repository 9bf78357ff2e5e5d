package syntax

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
)

// exprConfig makes every word before a parenthesis an ordinary call: if, and all
// built-in functions of expr, whose names we define ourselves.
var exprConfig = sync.OnceValue(func() *conf.Config {
	c := conf.CreateNew()
	c.DisableIfOperator = true
	c.MaxNodes = 0 // bounded by the length of the text
	for _, f := range builtin.Builtins {
		c.Functions[f.Name] = f
	}
	return c
})

// shape uses expr to determine the structure of the tokens.
func (p *formulaParser) shape() Expr {
	c := converter{formulaParser: p}
	if e := c.alone(); e != nil {
		return e
	}
	tree, err := parseExpr(c.spell())
	if err != nil {
		var e *file.Error
		if errors.As(err, &e) {
			p.syntaxError(c.tokenAt(e.From))
			return nil
		}
		p.errs.Errorf(CodeFormulaForm, p.where, "the formula can't be read")
		return nil
	}
	e, _ := c.convert(tree)
	if c.nodes > MaxFormulaNodes {
		p.errs.Errorf(CodeTooLarge, p.where, "the formula is too long: %d parts, the limit is %d", c.nodes, MaxFormulaNodes).
			WithHint("move a part of it into a quantity and call that")
	}
	return e
}

// parseExpr calls expr's parser. A panic in it becomes an error, so that no
// formula can crash the program.
func parseExpr(text string) (node ast.Node, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("no formula")
		}
	}()
	tree, err := parser.ParseWithConfig(text, exprConfig())
	if err != nil {
		return nil, err
	}
	return tree.Node, nil
}

// extent is an inclusive range of tokens.
type extent struct{ first, last int }

// converter converts expr's tree to ours. It accepts known nodes and rejects the rest.
type converter struct {
	*formulaParser
	// ends holds, for each token, the position of its end in the text passed to
	// expr, in characters.
	ends  []int
	nodes int
}

// alone returns the formula if it is a single token, which needs no parser. It returns
// nil for all others.
func (c *converter) alone() Expr {
	if len(c.tokens) > 1 {
		return nil
	}
	here := extent{0, 0}
	switch t := c.tokens[0]; {
	case t.kind == numberToken:
		return c.number(here)
	case t.kind == textToken:
		return &Text{c.node(here), t.content()}
	case t.is("true"), t.is("false"):
		return &Bool{c.node(here), t.text == "true"}
	case t.kind == diceToken, t.kind == wordToken && !isOperatorWord[t.text]:
		return c.name(here)
	}
	return nil
}

// spell writes the tokens for expr, separated by single spaces. What expr doesn't
// have (dice, the element omitted before a dot) becomes a name; names of arguments are omitted.
func (c *converter) spell() string {
	c.ends = make([]int, len(c.tokens))
	var b strings.Builder
	b.Grow(c.tokens[len(c.tokens)-1].end() - c.tokens[0].start + len(c.tokens))
	at := 0
	for i, t := range c.tokens {
		word := t.text
		switch {
		case c.names[i], t.is("=") && c.names[i-1]:
			word = ""
		case t.kind == diceToken:
			word = "dice"
		case t.kind == textToken:
			word = `""`
		case t.is("!"):
			word = "not"
		case t.is(".") && !endsOperand(c.tokens, i-1):
			word = "each."
		}
		b.WriteString(word)
		b.WriteByte(' ')
		at += utf8.RuneCountInString(word)
		c.ends[i] = at
		at++
	}
	return b.String()
}

// tokenAt returns the index of the token at a position in the text passed to
// expr, where the space after a token belongs to it; past the end, the number of tokens.
func (c *converter) tokenAt(place int) int {
	last := len(c.ends) - 1
	if place >= c.ends[last] {
		return last + 1
	}
	i, _ := slices.BinarySearch(c.ends, place)
	return i
}

// token returns the index of the token at the location of an expr node.
func (c *converter) token(n ast.Node) int {
	return min(c.tokenAt(n.Location().From), len(c.tokens)-1)
}

// node counts a node of our tree and returns its common part.
func (c *converter) node(x extent) Node {
	c.nodes++
	return Node{c.span(x.first, x.last)}
}

// grouped extends an extent by the parentheses around it that only group.
func (c *converter) grouped(x extent) extent {
	for x.first > 0 && c.tokens[x.first-1].is("(") && c.partner[x.first-1] == x.last+1 && !endsOperand(c.tokens, x.first-2) {
		x = extent{x.first - 1, x.last + 1}
	}
	return x
}

func (c *converter) convert(n ast.Node) (Expr, extent) {
	at := c.token(n)
	here := extent{at, at}
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return c.number(here), here
	case *ast.BoolNode:
		return &Bool{c.node(here), n.Value}, here
	case *ast.NilNode:
		return &Name{c.node(here), c.tokens[at].text}, here
	case *ast.StringNode:
		return &Text{c.node(here), c.tokens[at].content()}, here
	case *ast.IdentifierNode:
		return c.name(here), here
	case *ast.UnaryNode:
		return c.unary(n, at)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.CallNode:
		return c.call(n, at)
	case *ast.MemberNode:
		return c.member(n, at)
	case *ast.VariableDeclaratorNode:
		return c.let(n, at)
	case *ast.ArrayNode:
		here.last = c.partner[at]
		items := c.all(n.Nodes)
		return &List{c.node(here), items}, here
	}
	c.errorf(CodeFormulaForm, at, "%q has no meaning in a formula here", shorten(c.tokens[at].text))
	return nil, here
}

func (c *converter) all(nodes []ast.Node) []Expr {
	list := make([]Expr, len(nodes))
	for i, n := range nodes {
		list[i], _ = c.convert(n)
	}
	return list
}

// argumentsOf converts the arguments of a call, with the names of those that have one.
func (c *converter) argumentsOf(nodes []ast.Node) []Expr {
	list := make([]Expr, len(nodes))
	for i, n := range nodes {
		e, x := c.convert(n)
		if name := c.grouped(x).first - 2; c.names[name] {
			e = &Named{c.node(extent{name, c.grouped(x).last}), Ident{c.tokens[name].text, c.span(name, name)}, e}
		}
		list[i] = e
	}
	return list
}

func (c *converter) number(here extent) Expr {
	value, _ := strconv.ParseFloat(c.tokens[here.first].text, 64)
	return &Number{c.node(here), value}
}

// name converts a name, or something that was spelt as one.
func (c *converter) name(here extent) Expr {
	switch t := c.tokens[here.first]; {
	case t.kind == diceToken:
		count, sides := dieOf(t.text)
		return &Dice{c.node(here), count, sides}
	case t.text == "each" || t.is("."):
		return &Each{c.node(here)}
	default:
		return &Name{c.node(here), t.text}
	}
}

// unary converts - + or not before a value; expr spells `x not in y` as not (x in y),
// located at its "in".
func (c *converter) unary(n *ast.UnaryNode, at int) (Expr, extent) {
	if in, ok := n.Node.(*ast.BinaryNode); ok && c.tokens[at].is("in") {
		e, x := c.binary(in)
		e.(*Binary).Op = "not in"
		return e, x
	}
	operand, x := c.convert(n.Node)
	whole := extent{at, c.grouped(x).last}
	return &Unary{c.node(whole), n.Operator, operand}, whole
}

func (c *converter) binary(n *ast.BinaryNode) (Expr, extent) {
	left, x := c.convert(n.Left)
	right, y := c.convert(n.Right)
	op := c.token(n)
	c.checkLeft(n, x, op)
	whole := extent{c.grouped(x).first, c.grouped(y).last}
	return &Binary{c.node(whole), n.Operator, left, right}, whole
}

var isComparison = set([]string{"==", "!=", "<", "<=", ">", ">=", "in"})

// checkLeft rejects two misleading forms: a not that
// only applies to the left side of a comparison, and a chain of comparisons.
func (c *converter) checkLeft(n *ast.BinaryNode, x extent, op int) {
	if n.Operator == "&&" {
		c.chained(op)
		return
	}
	if !isComparison[n.Operator] || c.grouped(x) != x {
		return
	}
	switch left := n.Left.(type) {
	case *ast.UnaryNode:
		if c.tokens[c.token(left)].is("in") {
			c.chained(op)
		} else if left.Operator == "not" {
			c.errorf(CodeLooseNot, x.first, `"not" applies only to the part before %q`, c.tokens[op].text).
				WithHint("%s", looseNotHint(n.Operator))
		}
	case *ast.BinaryNode:
		if isComparison[left.Operator] {
			c.chained(op)
		}
	}
}

func (c *converter) chained(op int) {
	c.errorf(CodeComparisonChain, op, "comparisons can't be chained").
		WithHint("write a < b and b < c, or put one comparison in brackets")
}

func looseNotHint(operator string) string {
	switch operator {
	case "in":
		return "write: element not in list"
	case "==":
		return "write a != b, or not (a == b)"
	}
	return "write not (a " + operator + " b)"
}

func (c *converter) call(n *ast.CallNode, at int) (Expr, extent) {
	open := at + 1 // a call is located at its name, followed by its parenthesis
	args := c.argumentsOf(n.Arguments)
	name := Ident{c.tokens[at].text, c.span(at, at)}
	callee, ok := n.Callee.(*ast.MemberNode)
	if !ok {
		if c.tokens[at].kind != wordToken {
			c.errorf(CodeFormulaForm, at, "only a name can be called")
		}
		whole := extent{at, c.partner[open]}
		return &Call{c.node(whole), name, args}, whole
	}
	x, from := c.convert(callee.Node)
	whole := extent{c.grouped(from).first, c.partner[open]}
	return &Method{c.node(whole), x, name, args}, whole
}

// member converts x.name, or x[i] if it is located at a bracket.
func (c *converter) member(n *ast.MemberNode, at int) (Expr, extent) {
	x, from := c.convert(n.Node)
	whole := extent{c.grouped(from).first, at}
	if c.tokens[at].is("[") {
		i, _ := c.convert(n.Property)
		whole.last = c.partner[at]
		return &Index{c.node(whole), x, i}, whole
	}
	return &Member{c.node(whole), x, Ident{c.tokens[at].text, c.span(at, at)}}, whole
}

// let converts let NAME = VALUE; FORMULA; it is located at the name.
func (c *converter) let(n *ast.VariableDeclaratorNode, at int) (Expr, extent) {
	value, _ := c.convert(n.Value)
	body, to := c.convert(n.Expr)
	whole := extent{at - 1, c.grouped(to).last}
	return &LetIn{c.node(whole), Ident{c.tokens[at].text, c.span(at, at)}, value, body}, whole
}
