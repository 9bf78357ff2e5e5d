package script

import "github.com/rulec/rulec/lang/diag"

// The codes of errors that show only when a script is played. Spec: scripts.md.
const (
	// CodeTurn: a line is for a combatant whose turn it isn't, or is out of place.
	// CodePassedOver: a script silently skips a combatant who could act.
	CodePassedOver diag.Code = "script-passed-over"
	CodeTurn       diag.Code = "script-turn"
	// CodeRefused: a line does what the rules don't allow, or an expected refusal doesn't happen.
	CodeRefused diag.Code = "script-refused"
	// CodeChoice: a choice without a default has no answer, or an impossible one.
	CodeChoice diag.Code = "script-choice"
	// CodeDice: a roll that must be scripted isn't, or its dice don't fit.
	CodeDice diag.Code = "script-dice"
	// CodeDraw: a draw that must be scripted isn't, or its card can't be drawn.
	CodeDraw diag.Code = "script-draw"
	// CodeLeft: a line, an answer, dice, a card or a choice was never used.
	CodeLeft diag.Code = "script-left"
)
