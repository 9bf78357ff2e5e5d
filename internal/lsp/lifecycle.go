package lsp

import (
	"context"
	"sync"

	"github.com/rulec/rulec/internal/editor"
)

// initialize reads which folder the editor works in and lists what the server can do.
func (s *Server) initialize(p initializeParams) (object, error) {
	s.client = p
	root := p.RootPath
	for _, folder := range p.WorkspaceFolders {
		if path, ok := pathOf(folder.URI); ok {
			root = path
			break
		}
	}
	if path, ok := pathOf(p.RootURI); ok && len(p.WorkspaceFolders) == 0 {
		root = path
	}
	s.opts.Root = root
	s.work = editor.New(s.opts)
	return object{
		"serverInfo": object{"name": "rulec", "version": s.version},
		"capabilities": object{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           object{"openClose": true, "change": syncIncremental, "save": true},
			"completionProvider":         object{"triggerCharacters": []string{"."}},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"documentSymbolProvider":     true,
			"workspaceSymbolProvider":    true,
			"foldingRangeProvider":       true,
			"selectionRangeProvider":     true,
			"signatureHelpProvider":      object{"triggerCharacters": []string{"(", ","}},
			"documentLinkProvider":       object{},
			"semanticTokensProvider":     legend(),
			"documentFormattingProvider": true,
			"inlayHintProvider":          true,
			"renameProvider":             object{"prepareProvider": true},
			"codeActionProvider":         object{"codeActionKinds": []string{quickFix, fixAll}},
			"codeLensProvider":           object{"resolveProvider": true},
			"executeCommandProvider":     object{"commands": []string{playCommand}},
		},
	}, nil
}

// initialized asks the editor to report changes of files that it doesn't have open.
func (s *Server) initialized(ctx context.Context) error {
	s.mutex.Lock()
	watches := s.client.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	s.mutex.Unlock()
	if watches {
		go s.rpc.Callback(ctx, "client/registerCapability", object{"registrations": []object{{
			"id": "files", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": object{"watchers": []object{{"globPattern": "**/*.yaml"}, {"globPattern": "**/*.yml"}}},
		}}})
	}
	return nil
}

func (s *Server) shutdown(context.Context) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.done = true
	return nil
}

func (s *Server) exit(context.Context) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	select {
	case <-s.left: // reported before
	default:
		close(s.left)
	}
	return nil
}

// cancel cancels a request whose answer the editor no longer needs.
func (s *Server) cancel(_ context.Context, p cancelParams) error {
	s.takenBack.add(string(p.ID))
	return nil
}

// cancellations are the cancelled requests that haven't had their turn. What jrpc2 itself does for them answers with an error that editors
// don't know, and show.
type cancellations struct {
	mutex sync.Mutex
	ids   map[string]bool
}

// mostTakenBack is how many are remembered: cancelling a request that has been answered already leaves one behind.
const mostTakenBack = 1000

func (c *cancellations) add(id string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.ids == nil || len(c.ids) >= mostTakenBack {
		c.ids = map[string]bool{}
	}
	c.ids[id] = true
}

// take reports, once, whether a request was cancelled.
func (c *cancellations) take(id string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	was := c.ids[id]
	delete(c.ids, id)
	return was
}
