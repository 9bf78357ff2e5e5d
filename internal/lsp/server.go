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
	// copies is the folder in which the files that come with rulec have been put; empty: not yet.
	copies string

	// queued is how many requests wait for the mutex: what checks the open files makes room for them.
	queued atomic.Int32
	// mutex holds what is below: one request is answered at a time.
	mutex sync.Mutex
	work  *editor.Workspace
	// versions are those of the open files, by name.
	versions map[string]int
	// shown is what the editor shows, by file.
	shown map[string]*showing
	// client is what the editor can do, done whether it has said that it is about to leave.
	client initializeParams
	done   bool

	takenBack cancellations
	// left is closed when the editor says that it leaves.
	left chan struct{}
	// changed wakes the checking up.
	changed chan struct{}
}

// pause is how long nothing must change before files are checked: while somebody types, every
// letter is a change. It is short, since a check that has begun makes room for what comes in.
const pause = 5 * time.Millisecond

// New returns a server; options say where rulesets are found that come with rulec, version is what
// the program calls itself.
func New(opts lang.Options, version string) *Server {
	return &Server{
		opts: opts, version: version, work: editor.New(opts),
		versions: map[string]int{}, shown: map[string]*showing{}, changed: make(chan struct{}, 1), left: make(chan struct{}),
	}
}

// ErrUnfinished is the error of an editor that left without having said that it would.
var ErrUnfinished = errors.New("the editor has left without asking the server to stop")

// waiting is how many requests may wait for their turn: while they do, others come in that take them back.
const waiting = 1000

// garbage is how much memory may lie about before it is looked through, in hundredths of what is in use. Every letter has
// a ruleset checked, which is thrown away at the next one: with Go's own 100 a third of the waiting is for that.
const garbage = 400

// Run answers an editor until it leaves.
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
	case <-s.left: // nobody waits for what may still come in
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

// methods are what an editor can ask.
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

		"textDocument/completion":        answer(s, s.completion),
		"textDocument/hover":             answer(s, s.hover),
		"textDocument/definition":        answer(s, s.definition),
		"textDocument/references":        answer(s, s.references),
		"textDocument/documentHighlight": answer(s, s.highlights),
		"textDocument/prepareRename":     answer(s, s.prepareRename),
		"textDocument/rename":            answer(s, s.rename),
		"textDocument/documentSymbol":    answer(s, s.documentSymbols),
		"workspace/symbol":               answer(s, s.workspaceSymbols),
		"textDocument/formatting":        answer(s, s.formatting),
		"textDocument/codeAction":        answer(s, s.codeActions),
		"textDocument/inlayHint":         answer(s, s.inlayHints),
		"textDocument/codeLens":          answer(s, s.codeLenses),
		"codeLens/resolve":               answer(s, s.resolveLens),
		"workspace/executeCommand":       handler.New(s.execute),
	}
}

// answer makes a method of a function that answers one request at a time. Who has taken the request
// back before its turn gets nothing, and a mistake in rulec stops no editor.
func answer[P, R any](s *Server, f func(P) (R, error)) jrpc2.Handler {
	return handler.New(func(ctx context.Context, params P) (R, error) {
		return alone(s, func() (result R, err error) {
			if s.takenBack.take(jrpc2.InboundRequest(ctx).ID()) {
				return result, jrpc2.Errorf(requestCancelled, "taken back")
			}
			return f(params)
		})
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

// note makes a method of a function that is told something.
func note[P any](s *Server, f func(P)) jrpc2.Handler {
	return handler.New(func(_ context.Context, params P) error {
		_, err := alone(s, func() (any, error) { f(params); return nil, nil })
		return err
	})
}

// requestCancelled is the protocol's code of a request that was taken back.
const requestCancelled = jrpc2.Code(-32800)

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("rulec has made a mistake: %v", r)
	}
}

// sorted returns the names in a map in order.
func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
