package syntax

import "github.com/rulec/rulec/lang/diag"

// The codes of everything that can be wrong with the form of a formula, a
// program, a script, a phrase or a type.
const (
	// CodeUnknownCharacter: a character that no formula or program uses.
	CodeUnknownCharacter diag.Code = "unknown-character"
	// CodeUnclosedText: a text in quotes that doesn't end on its line, or a backslash before something else than a quote.
	CodeUnclosedText diag.Code = "unclosed-text"
	// CodeNumberForm: a number that is written in a way of other languages, or too large.
	CodeNumberForm diag.Code = "number-form"
	// CodeDiceForm: dice that are not written NdM.
	CodeDiceForm diag.Code = "dice-form"
	// CodeBracketPair: a bracket without its partner.
	CodeBracketPair diag.Code = "bracket-pair"
	// CodeTooLarge: more characters, nested brackets or parts than a formula, program or script may have.
	CodeTooLarge diag.Code = "text-limit"
	// CodeMissingFormula: nothing where a formula belongs.
	CodeMissingFormula diag.Code = "missing-formula"
	// CodeForeignOperator: an operator of expr or of another language that formulas don't have.
	CodeForeignOperator diag.Code = "foreign-operator"
	// CodeForeignWord: a word of expr or of another language that formulas don't have.
	CodeForeignWord diag.Code = "foreign-word"
	// CodeMissingOperand: an operator, comma or bracket with nothing on one of its sides.
	CodeMissingOperand diag.Code = "missing-operand"
	// CodeMissingOperator: two values side by side.
	CodeMissingOperator diag.Code = "missing-operator"
	// CodeMissingName: no name after a dot.
	CodeMissingName diag.Code = "missing-name"
	// CodeFormulaForm: anything else that is no formula.
	CodeFormulaForm diag.Code = "formula-form"
	// CodeLooseNot: not before a comparison, where it takes only the left side.
	CodeLooseNot diag.Code = "loose-not"
	// CodeComparisonChain: a < b < c.
	CodeComparisonChain diag.Code = "comparison-chain"
	// CodeUnknownStatement: a line that begins with no statement word.
	CodeUnknownStatement diag.Code = "unknown-statement"
	// CodeDoubleBraces: a name in double braces, which stand for braces in the text.
	CodeDoubleBraces diag.Code = "double-braces"
	// CodeStatementForm: a statement that lacks a part or has one too many.
	CodeStatementForm diag.Code = "statement-form"
	// CodeAssignTarget: = += -= after something that can't be set.
	CodeAssignTarget diag.Code = "assign-target"
	// CodeIdleStatement: a formula on a line of its own that changes nothing.
	CodeIdleStatement diag.Code = "idle-statement"
	// CodeArgumentName: a value in a with list without the name that it is for.
	CodeArgumentName diag.Code = "argument-name"
	// CodeScriptForm: a line of a script that lacks a part or has one too many.
	CodeScriptForm diag.Code = "script-form"
	// CodePhraseForm: an event phrase that can't be read.
	CodePhraseForm diag.Code = "phrase-form"
	// CodeTypeForm: a type that can't be read.
	CodeTypeForm diag.Code = "type-form"
	// CodeTemplateBrace: a brace in a text without its partner.
	CodeTemplateBrace diag.Code = "template-brace"
)
