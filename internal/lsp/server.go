package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/lang"
)

// Server is a language server for one editor.
type Server struct {
	opts    lang.Options
	version string
	rpc     *jrpc2.Server
	// copies is the folder with the copies of built-in files; empty means not made yet.
	copies string

	// queued is how many requests wait for the mutex: the check of the open files yields to them.
	queued atomic.Int32
	// mutex guards the fields below: one request is answered at a time.
	mutex sync.Mutex
	work  *editor.Workspace
	// versions are the versions of the open files, by name.
	versions map[string]int
	// shown is what the editor shows, by file.
	shown map[string]*showing
	// client is what the editor can do, done whether it has announced its exit.
	client initializeParams
	done   bool

	takenBack cancellations
	// left is closed when the editor reports that it exits.
	left chan struct{}
	// changed wakes the checking goroutine.
	changed chan struct{}
}

// pause is how long nothing must change before files are checked: during typing, every letter is a change. It is short, because a running
// check yields to requests.
const pause = 5 * time.Millisecond

// New returns a server; options say where to find the built-in rulesets, version is the program's version.
func New(opts lang.Options, version string) *Server {
	return &Server{
		opts: opts, version: version, work: editor.New(opts),
		versions: map[string]int{}, shown: map[string]*showing{}, changed: make(chan struct{}, 1), left: make(chan struct{}),
	}
}

// ErrUnfinished is the error of an editor that exits without announcing it.
var ErrUnfinished = errors.New("the editor has left without asking the server to stop")

// waiting is how many requests may wait for their turn: meanwhile others come in that cancel them.
const waiting = 1000

// garbage is the garbage collector's target, in percent of the memory in use. Every letter typed has a ruleset checked, which is garbage at
// the next one: with Go's default of 100 a third of the wait is for collecting it.
const garbage = 400

// Run serves an editor until it exits.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.WriteCloser) error {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, Concurrency: waiting, NewContext: func() context.Context { return ctx },
	})
	var checking sync.WaitGroup
	checking.Go(func() { s.keepChecking(ctx) })
	s.rpc.Start(channel.LSP(in, out))
	gone := make(chan error, 1)
	go func() { gone <- s.rpc.Wait() }()
	var err error
	select {
	case err = <-gone:
	case <-s.left: // no one waits for further input
	}
	stop()
	checking.Wait()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err == nil && !s.done {
		return ErrUnfinished
	}
	return err
}

// methods are the requests that an editor can make.
func (s *Server) methods() handler.Map {
	nothing := func(context.Context, any) error { return nil }
	return handler.Map{
		"initialize":  answer(s, s.initialize),
		"initialized": handler.New(s.initialized),
		"shutdown":    handler.New(s.shutdown),
		"exit":        handler.New(s.exit),

		"$/cancelRequest":                  handler.New(s.cancel),
		"$/setTrace":                       handler.New(nothing),
		"workspace/didChangeConfiguration": handler.New(nothing),
		"workspace/didChangeWatchedFiles":  note(s, func(any) { s.refresh() }),

		"textDocument/didOpen":   note(s, s.didOpen),
		"textDocument/didChange": note(s, s.didChange),
		"textDocument/didClose":  note(s, s.didClose),
		"textDocument/didSave":   note(s, func(any) { s.refresh() }),

		"textDocument/completion":          atPlace(s, s.completion),
		"textDocument/hover":               atPlace(s, s.hover),
		"textDocument/definition":          atPlace(s, s.definition),
		"textDocument/references":          atPlace(s, s.references),
		"textDocument/documentHighlight":   atPlace(s, s.highlights),
		"textDocument/prepareRename":       atPlace(s, s.prepareRename),
		"textDocument/rename":              answer(s, s.rename),
		"textDocument/documentSymbol":      answer(s, s.documentSymbols),
		"workspace/symbol":                 answer(s, s.workspaceSymbols),
		"textDocument/foldingRange":        answer(s, s.foldingRanges),
		"textDocument/selectionRange":      answer(s, s.selectionRanges),
		"textDocument/signatureHelp":       atPlace(s, s.signature),
		"textDocument/documentLink":        answer(s, s.links),
		"textDocument/formatting":          answer(s, s.formatting),
		"textDocument/codeAction":          answer(s, s.codeActions),
		"textDocument/inlayHint":           answer(s, s.inlayHints),
		"textDocument/codeLens":            answer(s, s.codeLenses),
		"codeLens/resolve":                 answer(s, s.resolveLens),
		"textDocument/semanticTokens/full": answer(s, s.tokens),
		"workspace/executeCommand":         handler.New(s.execute),
	}
}

// answer makes a handler of a function; handlers answer one request at a time. A request cancelled before its turn gets nothing, and a bug
// in rulec stops no editor.
func answer[P, R any](s *Server, f func(P) (R, error)) jrpc2.Handler {
	return handler.New(func(ctx context.Context, params P) (R, error) {
		return alone(s, func() (result R, err error) {
			if s.takenBack.take(jrpc2.InboundRequest(ctx).ID()) {
				return result, jrpc2.Errorf(requestCancelled, "cancelled")
			}
			return f(params)
		})
	})
}

// atPlace makes a handler of a function that answers about a place of a file. About other places there is nothing to say.
func atPlace[R any](s *Server, f func(name string, offset int) (R, error)) jrpc2.Handler {
	return answer(s, func(p at) (result R, err error) {
		if name, offset, ok := s.place(p); ok {
			result, err = f(name, offset)
		}
		return result, err
	})
}

// alone calls a function while no other request is answered.
func alone[R any](s *Server, f func() (R, error)) (result R, err error) {
	s.queued.Add(1)
	s.mutex.Lock()
	s.queued.Add(-1)
	defer s.mutex.Unlock()
	defer recovered(&err)
	return f()
}

// note makes a handler of a function for notifications.
func note[P any](s *Server, f func(P)) jrpc2.Handler {
	return handler.New(func(_ context.Context, params P) error {
		_, err := alone(s, func() (any, error) { f(params); return nil, nil })
		return err
	})
}

// requestCancelled is the protocol's code for a cancelled request.
const requestCancelled = jrpc2.Code(-32800)

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("this is a bug in rulec: %v", r)
	}
}

// sorted returns the names in a map in order.
func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
