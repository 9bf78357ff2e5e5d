package lsp

import "encoding/json"

// The messages of the protocol, version 3.17, as far as needed. Lines and characters count from 0; characters are UTF-16 code units.

// object is a message, or a part of one, that is written in a single place.
type object = map[string]any

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type textDocument struct {
	URI string `json:"uri"`
}

type textDocumentItem struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

// at is the parameters of a request about a place in a file.
type at struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

// about is the parameters of a request about a file, or a part of it.
type about struct {
	TextDocument textDocument `json:"textDocument"`
	Range        span         `json:"range"`
}

type initializeParams struct {
	RootURI          string            `json:"rootUri"`
	RootPath         string            `json:"rootPath"`
	WorkspaceFolders []workspaceFolder `json:"workspaceFolders"`
	Capabilities     struct {
		Workspace struct {
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
		TextDocument struct {
			Completion struct {
				CompletionItem struct {
					SnippetSupport bool `json:"snippetSupport"`
				} `json:"completionItem"`
			} `json:"completion"`
		} `json:"textDocument"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
	} `json:"capabilities"`
}

type workspaceFolder struct {
	URI string `json:"uri"`
}

type didOpenParams struct {
	TextDocument textDocumentItem `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   textDocumentItem `json:"textDocument"`
	ContentChanges []contentChange  `json:"contentChanges"`
}

// contentChange is a change of a piece of a file; without a range it replaces all of it.
type contentChange struct {
	Range *span  `json:"range"`
	Text  string `json:"text"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range    span          `json:"range"`
	Severity int           `json:"severity"`
	Code     string        `json:"code,omitempty"`
	Source   string        `json:"source"`
	Message  string        `json:"message"`
	Related  []relatedInfo `json:"relatedInformation,omitempty"`
}

type relatedInfo struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// Numbers defined by the protocol.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	syncIncremental = 2

	messageError = 1
	messageInfo  = 3

	snippet = 2
)

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label            string   `json:"label"`
	Kind             int      `json:"kind,omitempty"`
	Detail           string   `json:"detail,omitempty"`
	Documentation    *markup  `json:"documentation,omitempty"`
	SortText         string   `json:"sortText"`
	FilterText       string   `json:"filterText,omitempty"`
	InsertTextFormat int      `json:"insertTextFormat,omitempty"`
	TextEdit         textEdit `json:"textEdit"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type prepared struct {
	Range       span   `json:"range"`
	Placeholder string `json:"placeholder"`
}

type renameParams struct {
	at
	NewName string `json:"newName"`
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          span             `json:"range"`
	SelectionRange span             `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type foldingRange struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}

type selectionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Positions    []position   `json:"positions"`
}

type selectionRange struct {
	Range  span            `json:"range"`
	Parent *selectionRange `json:"parent,omitempty"`
}

type signatureHelp struct {
	Signatures      []signatureInformation `json:"signatures"`
	ActiveParameter int                    `json:"activeParameter"`
}

type signatureInformation struct {
	Label         string                 `json:"label"`
	Documentation string                 `json:"documentation,omitempty"`
	Parameters    []parameterInformation `json:"parameters"`
}

type parameterInformation struct {
	Label string `json:"label"`
}

type documentLink struct {
	Range  span   `json:"range"`
	Target string `json:"target"`
}

type tokensProvider struct {
	Full   bool `json:"full"`
	Legend struct {
		TokenTypes     []string `json:"tokenTypes"`
		TokenModifiers []string `json:"tokenModifiers"`
	} `json:"legend"`
}

type semanticTokens struct {
	Data []int `json:"data"`
}

type workspaceSymbolParams struct {
	Query string `json:"query"`
}

type symbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

type highlight struct {
	Range span `json:"range"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Kind        int      `json:"kind"`
	PaddingLeft bool     `json:"paddingLeft"`
}

type codeLens struct {
	Range   span      `json:"range"`
	Command *command  `json:"command,omitempty"`
	Data    *playable `json:"data,omitempty"`
}

type command struct {
	Title     string     `json:"title"`
	Command   string     `json:"command"`
	Arguments []playable `json:"arguments"`
}

// playable names an encounter or a case of a file.
type playable struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

type executeParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}
