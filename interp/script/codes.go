package script

import "github.com/rulec/rulec/lang/diag"

// The codes of what only shows when a script is played. Spec: scripts.md.
const (
	// CodeTurn: a line is for somebody who isn't due, or has no room where it stands.
	// CodePassedOver: a script passes over somebody who could act, without a word.
	CodePassedOver diag.Code = "script-passed-over"
	CodeTurn       diag.Code = "script-turn"
	// CodeRefused: a line does what the rules don't allow, or a refusal that is demanded doesn't come.
	CodeRefused diag.Code = "script-refused"
	// CodeChoice: a choice without a default isn't answered, or with what can't be chosen.
	CodeChoice diag.Code = "script-choice"
	// CodeDice: a roll isn't scripted where every roll has to be, or its dice don't fit.
	CodeDice diag.Code = "script-dice"
	// CodeDraw: a draw isn't scripted where every draw has to be, or with a card that can't be drawn.
	CodeDraw diag.Code = "script-draw"
	// CodeLeft: nothing asked for a line, an answer, dice, a card or a choice.
	CodeLeft diag.Code = "script-left"
)
