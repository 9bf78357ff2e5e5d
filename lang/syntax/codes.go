package syntax

import "github.com/rulec/rulec/lang/diag"

// Codes of errors in the form of a formula, a
// program, a script, a phrase or a type.
const (
	// CodeUnknownCharacter: a character that no formula or program can contain.
	CodeUnknownCharacter diag.Code = "unknown-character"
	// CodeUnclosedText: a quoted text that doesn't end on its line, or a backslash before anything other than a quote or backslash.
	CodeUnclosedText diag.Code = "unclosed-text"
	// CodeNumberForm: a number in the notation of other languages, or too large.
	CodeNumberForm diag.Code = "number-form"
	// CodeDiceForm: dice that aren't written NdM.
	CodeDiceForm diag.Code = "dice-form"
	// CodeBracketPair: an unmatched bracket.
	CodeBracketPair diag.Code = "bracket-pair"
	// CodeTooLarge: more characters, nested brackets or parts than the limit for a formula, program or script.
	CodeTooLarge diag.Code = "text-limit"
	// CodeMissingFormula: a missing formula.
	CodeMissingFormula diag.Code = "missing-formula"
	// CodeForeignOperator: an operator of expr or of another language that formulas don't have.
	CodeForeignOperator diag.Code = "foreign-operator"
	// CodeForeignWord: a word of expr or of another language that formulas don't have.
	CodeForeignWord diag.Code = "foreign-word"
	// CodeMissingOperand: an operator, comma or bracket that lacks a value on one side.
	CodeMissingOperand diag.Code = "missing-operand"
	// CodeMissingOperator: two adjacent values.
	CodeMissingOperator diag.Code = "missing-operator"
	// CodeMissingName: no name after a dot.
	CodeMissingName diag.Code = "missing-name"
	// CodeFormulaForm: any other text that isn't a formula.
	CodeFormulaForm diag.Code = "formula-form"
	// CodeLooseNot: not before a comparison, where it only applies to the left side.
	CodeLooseNot diag.Code = "loose-not"
	// CodeComparisonChain: a < b < c.
	CodeComparisonChain diag.Code = "comparison-chain"
	// CodeUnknownStatement: a line that doesn't begin with a statement word.
	CodeUnknownStatement diag.Code = "unknown-statement"
	// CodeDoubleBraces: a name in double braces, which mean literal braces.
	CodeDoubleBraces diag.Code = "double-braces"
	// CodeStatementForm: a statement with a missing or surplus part.
	CodeStatementForm diag.Code = "statement-form"
	// CodeAssignTarget: = += -= after something that can't be assigned to.
	CodeAssignTarget diag.Code = "assign-target"
	// CodeIdleStatement: a formula on a line of its own that changes nothing.
	CodeIdleStatement diag.Code = "idle-statement"
	// CodeArgumentName: a value in a with list without a name.
	CodeArgumentName diag.Code = "argument-name"
	// CodeScriptForm: a line of a script with a missing or surplus part.
	CodeScriptForm diag.Code = "script-form"
	// CodePhraseForm: an event phrase that can't be read.
	CodePhraseForm diag.Code = "phrase-form"
	// CodeTypeForm: a type that can't be read.
	CodeTypeForm diag.Code = "type-form"
	// CodeTemplateBrace: an unmatched brace in a text.
	CodeTemplateBrace diag.Code = "template-brace"
)
