package lsp

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

func (s *Server) didOpen(p didOpenParams) {
	if name, ok := nameOf(p.TextDocument.URI); ok {
		s.versions[name] = p.TextDocument.Version
		s.work.Set(name, p.TextDocument.Text)
		s.wake()
	}
}

func (s *Server) didChange(p didChangeParams) {
	name, ok := nameOf(p.TextDocument.URI)
	text, open := s.work.Text(name)
	if !ok || !open {
		return
	}
	s.versions[name] = p.TextDocument.Version
	s.work.Set(name, applied(text, p.ContentChanges))
	s.wake()
}

func (s *Server) didClose(p at) {
	if name, ok := nameOf(p.TextDocument.URI); ok {
		delete(s.versions, name)
		s.work.Drop(name)
		s.wake()
	}
}

// refresh reads the files on disk anew.
func (s *Server) refresh() {
	s.work.Refresh()
	s.wake()
}

// wake requests a check of the open files soon.
func (s *Server) wake() {
	select {
	case s.changed <- struct{}{}:
	default: // a check is pending anyway
	}
}

// keepChecking checks the open files whenever something has changed and then nothing for a moment.
func (s *Server) keepChecking(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.changed:
		}
		for quiet := false; !quiet; {
			select {
			case <-ctx.Done():
				return
			case <-s.changed:
			case <-time.After(pause):
				quiet = true
			}
		}
		s.checkOpen(ctx)
	}
}

// checkOpen checks all open files, and shows the problems. If something changes meanwhile, or a request comes in, it stops, and is called
// again.
func (s *Server) checkOpen(ctx context.Context) {
	found := map[string][]diagnostic{}
	var wholes []string
	for i := 0; ; i++ {
		s.mutex.Lock()
		open := s.work.Open()
		if len(s.changed) > 0 || ctx.Err() != nil {
			s.mutex.Unlock()
			return
		}
		if i >= len(open) {
			s.show(ctx, found)
			s.mutex.Unlock()
			return
		}
		if whole := s.work.Whole(open[i]); !slices.Contains(wholes, whole) {
			wholes = append(wholes, whole)
			c := s.work.CheckUnless(open[i], func() bool { return s.queued.Load() > 0 })
			if c == nil { // a request is waiting, or something has changed
				s.wake()
				s.mutex.Unlock()
				return
			}
			s.collect(found, c)
		}
		s.mutex.Unlock()
	}
}

// collect adds the problems of a check to those to show, by file. A problem found by two checks counts once.
func (s *Server) collect(found map[string][]diagnostic, c *editor.Check) {
	for _, d := range c.List {
		name := c.Name
		if d.Span.Source != nil {
			name = d.Span.Source.Name
		}
		shown := s.diagnostic(d)
		known := slices.ContainsFunc(found[name], func(x diagnostic) bool {
			return x.Range == shown.Range && x.Code == shown.Code && x.Message == shown.Message
		})
		if !known && len(found[name]) < mostShown {
			found[name] = append(found[name], shown)
		}
	}
}

// mostShown is the maximum number of problems shown in a file: no one reads more.
const mostShown = 500

// show sends the editor the problems of the files where they have changed.
func (s *Server) show(ctx context.Context, found map[string][]diagnostic) {
	for _, name := range slices.Concat(s.work.Open(), sorted(s.shown), sorted(found)) {
		list, before := found[name], s.shown[name]
		version, open := s.versions[name]
		if before != nil && before.version == version && reflect.DeepEqual(before.list, list) || before == nil && !open && list == nil {
			continue
		}
		uri := s.uriOf(name)
		if uri == "" {
			continue
		}
		p := publishDiagnosticsParams{URI: uri, Diagnostics: list}
		if list == nil {
			p.Diagnostics = []diagnostic{}
		}
		if open {
			p.Version = &version
		}
		s.rpc.Notify(ctx, "textDocument/publishDiagnostics", p)
		if s.shown[name] = (&showing{version, list}); !open && list == nil {
			delete(s.shown, name)
		}
	}
}

// showing is what the editor shows of a file.
type showing struct {
	version int
	list    []diagnostic
}

// diagnostic returns a problem in the form of the protocol.
func (s *Server) diagnostic(d *diag.Diagnostic) diagnostic {
	out := diagnostic{
		Range: rangeOf(d.Span), Severity: severityError, Code: string(d.Code), Source: "rulec", Message: d.Message,
	}
	switch {
	case d.Code == lang.CodeForeign: // an editor opens YAML of all kinds
		out.Severity = severityInformation
	case d.Severity == diag.Warning:
		out.Severity = severityWarning
	}
	if d.Hint != "" {
		out.Message += "\n" + d.Hint
	}
	for _, n := range d.Notes {
		if n.Span.IsZero() {
			continue
		}
		if uri := s.uriOf(n.Span.Source.Name); uri != "" {
			out.Related = append(out.Related, relatedInfo{location{uri, rangeOf(n.Span)}, n.Message})
		}
	}
	return out
}
