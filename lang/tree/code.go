package tree

import "github.com/rulec/rulec/lang/diag"

// Codes of files that can't be read. Spec: files.md.
const (
	// TooLarge is a file of more than MaxBytes.
	TooLarge diag.Code = "too-large"
	// TooManyValues is a file with more than MaxNodes keys and values.
	TooManyValues diag.Code = "too-many-values"
	// TooDeep is mappings and lists nested more than MaxDepth deep.
	TooDeep diag.Code = "too-deep"
	// TooManyAliases is more than MaxAliases aliases, or aliases that expand to
	// more than MaxExpanded values together.
	TooManyAliases diag.Code = "too-many-aliases"
	// AliasCycle is an alias inside its own value.
	AliasCycle diag.Code = "alias-cycle"
	// NotText is a file that isn't UTF-8.
	NotText diag.Code = "not-text"
	// HiddenCharacter is a character that editors don't show.
	HiddenCharacter diag.Code = "hidden-character"
	// EmptyFile is a file with nothing in it.
	EmptyFile diag.Code = "empty-file"
	// SeveralDocuments is a second document after a line "---".
	SeveralDocuments diag.Code = "several-documents"
	// Directive is a line that begins with "%".
	Directive diag.Code = "directive"
	// Unreadable is a file that isn't valid YAML, for a reason without a code of its own.
	Unreadable diag.Code = "unreadable"
	// TabIndent is a tab before the first character of a line.
	TabIndent diag.Code = "tab-indent"
	// Indentation is a line that is indented more or less than its neighbours.
	Indentation diag.Code = "indentation"
	// KeyWithoutColon is a line without a colon where a key is expected.
	KeyWithoutColon diag.Code = "key-without-colon"
	// SpaceAfterColon is a colon or dash with no space after it.
	SpaceAfterColon diag.Code = "space-after-colon"
	// UnclosedQuote is a quoted text that doesn't end.
	UnclosedQuote diag.Code = "unclosed-quote"
	// UnclosedBracket is a [ or { that isn't closed, or is closed by the wrong bracket.
	UnclosedBracket diag.Code = "unclosed-bracket"
	// AfterValue is text that follows a closed quote or bracket.
	AfterValue diag.Code = "after-value"
	// BadEscape is an unknown escape in double quotes.
	BadEscape diag.Code = "bad-escape"
	// MixedBlock is a list entry among keys, or a key among list entries.
	MixedBlock diag.Code = "mixed-block"
)

// Codes of remarks, which begin with "#:". Spec: files.md.
const (
	// LooseRemark is a remark that belongs to nothing, or to something that no remark can describe.
	LooseRemark diag.Code = "loose-remark"
	// RemarkForm is a remark without text, or with ids that can't be read.
	RemarkForm diag.Code = "remark-form"
)

// Codes of YAML that doesn't mean what it seems to mean. Spec: files.md.
const (
	// ValueStart is a value whose first character has a special meaning in YAML.
	ValueStart diag.Code = "value-start"
	// ColonInValue is an unquoted value that contains a colon and a space.
	ColonInValue diag.Code = "colon-in-value"
	// CommentInValue is a value that is cut short by a # inside it.
	CommentInValue diag.Code = "comment-in-value"
	// TornFormula is a formula in { } or [ ] that is split by its own comma
	// or bracket.
	TornFormula diag.Code = "torn-formula"
	// AmbiguousValue is a value that programs read differently, such as yes or 010.
	AmbiguousValue diag.Code = "ambiguous-value"
	// DuplicateKey is a key that occurs twice in a mapping.
	DuplicateKey diag.Code = "duplicate-key"
	// KeyNotText is a key that is empty, a list or a mapping.
	KeyNotText diag.Code = "key-not-text"
	// MergeKey is the key <<.
	MergeKey diag.Code = "merge-key"
	// Tag is a YAML tag such as !!str.
	Tag diag.Code = "tag"
	// Unmapped is text written in a form whose characters can't be traced to the source.
	Unmapped diag.Code = "unmapped-text"
)

// Codes of unexpected keys and values. Spec: files.md.
const (
	// UnknownKey is a key that isn't allowed in its place.
	UnknownKey diag.Code = "unknown-key"
	// MissingKey is a required key that is missing.
	MissingKey diag.Code = "missing-key"
	// MissingValue is a key without its required value.
	MissingValue diag.Code = "missing-value"
	// WrongShape is a list, mapping or single value where another kind is expected.
	WrongShape diag.Code = "wrong-shape"
	// NotBool is a value that should be true or false.
	NotBool diag.Code = "not-bool"
	// NotNumber is a value that should be a number.
	NotNumber diag.Code = "not-number"
	// NotWhole is a number with a fraction that should be whole.
	NotWhole diag.Code = "not-whole"
	// NumberRange is a number that is too large to be represented exactly.
	NumberRange diag.Code = "number-range"
	// NotName is a text that should be a name but isn't one.
	NotName diag.Code = "not-name"
)

// Codes of overlays. Spec: overlays.md.
const (
	// AlreadyDeclared is a plain section that declares a name of the base again.
	AlreadyDeclared diag.Code = "already-declared"
	// OverridesNothing is an override of something that the base doesn't have.
	OverridesNothing diag.Code = "overrides-nothing"
	// LostLines is a list under override that replaces a list and omits some of its lines.
	LostLines diag.Code = "lost-lines"
	// ExtendsNothing is an extension of something that the base doesn't have.
	ExtendsNothing diag.Code = "extends-nothing"
	// RemovesNothing is the removal of something that the base doesn't have.
	RemovesNothing diag.Code = "removes-nothing"
	// SeveralItems is a change of one item of a list whose name matches several items.
	SeveralItems diag.Code = "several-items"
	// RenamesNothing is a new name for something that the base doesn't have.
	RenamesNothing diag.Code = "renames-nothing"
	// RenameTaken is a new name that is already in use.
	RenameTaken diag.Code = "rename-taken"
	// SetsNothing is a value for a parameter that the base doesn't declare.
	SetsNothing diag.Code = "sets-nothing"
)
