package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// MaxQuestion is the longest question that the engine takes, in bytes.
	MaxQuestion = 4 << 20
	// mostDesks is how many workspaces are open at once, for the tabs of a browser and what they work on: beyond it the one that has been idle
	// longest ends.
	mostDesks = 16
	// patience is how long the next piece of an answer may take to be read.
	patience = 30 * time.Second
)

// Engine answers the questions of one workspace of the page. It is asked one thing at a time.
type Engine interface {
	// Answer answers a question, given by its kind and its content, as JSON.
	Answer(kind string, question []byte) []byte
	// Close ends whatever is under way.
	Close()
}

// desks are the workspaces that are open.
type desks struct {
	engine func(ctx context.Context, tell func(news any)) Engine
	mu     sync.Mutex
	open   map[string]*desk
}

// desk is a workspace of the page: a tab of a browser has one or more.
type desk struct {
	engine Engine
	// busy is held while a question is being answered.
	busy sync.Mutex
	// tell passes on what has been done of an answer.
	tell   func(news any)
	cancel context.CancelFunc
	used   time.Time
}

// of returns a workspace by its name; one is opened for the first question that any gets. Nil means that it has ended.
func (d *desks) of(name, kind string) *desk {
	d.mu.Lock()
	defer d.mu.Unlock()
	x := d.open[name]
	if x == nil {
		if kind != "begin" {
			return nil
		}
		for len(d.open) >= mostDesks {
			earlier := func(a, b string) int { return d.open[a].used.Compare(d.open[b].used) }
			d.end(slices.MinFunc(slices.Collect(maps.Keys(d.open)), earlier))
		}
		ctx, cancel := context.WithCancel(context.Background())
		x = &desk{cancel: cancel}
		x.engine = d.engine(ctx, func(news any) { x.tell(news) })
		d.open[name] = x
	}
	x.used = time.Now()
	return x
}

// close ends a workspace, if it is open.
func (d *desks) close(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.end(name)
}

// end ends a workspace. What it is answering stops as soon as it notices; nobody waits for that.
func (d *desks) end(name string) {
	x := d.open[name]
	if x == nil {
		return
	}
	delete(d.open, name)
	x.cancel()
	go func() {
		x.busy.Lock()
		defer x.busy.Unlock()
		x.engine.Close()
	}()
}

// answer answers a question, and tells meanwhile what has been done. Whoever doesn't wait for the answer gives up the whole workspace.
func (x *desk) answer(ctx context.Context, kind string, question []byte, tell func(any)) []byte {
	x.busy.Lock()
	defer x.busy.Unlock()
	defer context.AfterFunc(ctx, x.cancel)()
	x.tell = tell
	return x.engine.Answer(kind, question)
}

// offered is what engine.json says: which engine the page has, and what it needs to ask it.
type offered struct {
	Engine  string `json:"engine"`
	Version string `json:"version"`
	Cores   int    `json:"cores"`
	// Token is a secret of this server and its page. Folder is the path of the folder of rules, by which the page knows it again; Writes is set
	// if the page may save into it.
	Token  string `json:"token"`
	Folder string `json:"folder,omitempty"`
	Writes bool   `json:"writes"`
	// LinkBase is the address of a page that others can reach, for links; empty means none.
	LinkBase string `json:"linkBase,omitempty"`
}

// answerQuestion answers a request below /engine/: TAB/KIND, with the question as JSON. The answer is a line of JSON; lines before it say
// what has been done so far.
func (s *Site) answerQuestion(w http.ResponseWriter, r *http.Request, name string) {
	tab, kind, _ := strings.Cut(name, "/")
	if kind == "end" {
		s.desks.close(tab)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxQuestion))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		reject(w, http.StatusRequestEntityTooLarge, "all files together are too long: the limit is 4 MiB")
		return
	}
	x := s.desks.of(tab, kind)
	if err != nil || x == nil {
		reject(w, http.StatusGone, "this page has been closed")
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := http.NewResponseController(w)
	line := func(text []byte) {
		_ = out.SetWriteDeadline(time.Now().Add(patience))
		_, _ = w.Write(append(text, '\n'))
		_ = out.Flush()
	}
	_ = out.SetReadDeadline(time.Time{}) // until then whoever asks may go on waiting
	line(x.answer(r.Context(), kind, question, func(news any) {
		text, _ := json.Marshal(news) // numbers alone
		line(text)
	}))
	if r.Context().Err() != nil {
		s.desks.close(tab)
	}
}
