package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rulec/rulec/web/engine"
)

// plays makes engines as the command does.
func plays(ctx context.Context, tell func(any)) Engine { return engine.Native(ctx, "", tell) }

// asPage are the headers of what the page itself asks.
func asPage(s *Site, more ...string) []string {
	return append([]string{"Origin", "http://" + here, "Content-Type", "application/json", "X-Rulec-Token", s.token}, more...)
}

// post asks something of a site, or saves something there.
func post(s *Site, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+here+target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler(testPort).ServeHTTP(w, r)
	return w
}

// TestPageAlone holds that only the page itself, with the secret of this start, is answered by the engine, or may save.
func TestPageAlone(t *testing.T) {
	s, folder := site(t, map[string]string{"a.yaml": "a"})
	s.rules.write = true
	other, _ := site(t, nil)
	if s.token == other.token || len(s.token)*5 < 128 { // 32 letters
		t.Errorf("the secrets are %q and %q", s.token, other.token)
	}
	origin, kind, token := []string{"Origin", "http://" + here}, []string{"Content-Type", "application/json"}, []string{"X-Rulec-Token", s.token}
	for about, headers := range map[string][]string{
		"without an origin":   append(kind, token...),
		"of another origin":   append(append([]string{"Origin", "http://evil.example"}, kind...), token...),
		"of two origins":      append(append(append([]string{"Origin", "http://" + here}, origin...), kind...), token...),
		"as a form":           append(append([]string{"Content-Type", "text/plain"}, origin...), token...),
		"without a secret":    append(origin, kind...),
		"with another secret": append(append([]string{"X-Rulec-Token", other.token}, origin...), kind...),
		"of another site":     asPage(s, "Sec-Fetch-Site", "cross-site"),
		"of another port":     asPage(s, "Sec-Fetch-Site", "same-site"),
		"typed":               asPage(s, "Sec-Fetch-Site", "none"),
	} {
		if w := post(s, "POST", "/engine/tab/begin", "[]", headers...); w.Code != http.StatusForbidden {
			t.Errorf("a question %s: %d", about, w.Code)
		}
		if w := post(s, "PUT", "/files/a.yaml", `{"text":"b"}`, append(headers, "If-Match", tag([]byte("a")))...); w.Code != http.StatusForbidden {
			t.Errorf("saved %s: %d", about, w.Code)
		}
	}
	if w := post(s, "POST", "/engine/tab/begin", "[]", asPage(s, "Sec-Fetch-Site", "same-origin")...); w.Code != 200 {
		t.Errorf("the page: %d, %s", w.Code, w.Body)
	}
	if text, _ := os.ReadFile(filepath.Join(folder, "a.yaml")); string(text) != "a" {
		t.Errorf("the file is now %q", text)
	}
	for from, code := range map[string]int{"same-origin": 200, "none": 200, "": 200, "cross-site": 403, "same-site": 403} {
		if w := ask(s, "GET", "/engine.json", "Sec-Fetch-Site", from); w.Code != code || code == 403 && strings.Contains(w.Body.String(), s.token) {
			t.Errorf("the secret from %q: %d", from, w.Code)
		}
	}
	for _, method := range []string{"GET", "PUT", "DELETE", "OPTIONS"} {
		if w := post(s, method, "/engine/tab/begin", "[]", asPage(s)...); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "POST" {
			t.Errorf("%s of a question: %d", method, w.Code)
		}
	}
}

// TestEngine holds that each tab has a workspace of its own, which ends when it is closed, or when too many are open, and that questions
// have a limit.
func TestEngine(t *testing.T) {
	s, _ := site(t, nil)
	asks := func(tab, kind, question string) (int, string) {
		w := post(s, "POST", "/engine/"+tab+"/"+kind, question, asPage(s)...)
		return w.Code, w.Body.String()
	}
	if code, text := asks("one", "begin", `[{"name":"mine.yaml","text":"ruleset: mine\n"}]`); code != 200 || !strings.HasPrefix(text, `{"result":{"version":`) || strings.Count(text, "\n") != 1 {
		t.Fatalf("%d, %s", code, text)
	}
	if _, text := asks("one", "readFile", `"mine.yaml"`); !strings.Contains(text, "ruleset: mine") {
		t.Errorf("its own file: %s", text)
	}
	asks("two", "begin", "[]")
	if _, text := asks("two", "readFile", `"mine.yaml"`); !strings.Contains(text, `"error"`) {
		t.Errorf("another tab's file: %s", text)
	}
	if code, _ := asks("none", "readFile", `"mine.yaml"`); code != http.StatusGone {
		t.Errorf("nothing has begun there: %d", code)
	}
	asks("one", "end", "{}")
	if code, _ := asks("one", "readFile", `"mine.yaml"`); code != http.StatusGone {
		t.Errorf("it is closed: %d", code)
	}
	for i := range mostDesks + 3 {
		asks(fmt.Sprint("tab", i), "begin", "[]")
	}
	if code, _ := asks("two", "readFile", `"mine.yaml"`); code != http.StatusGone || len(s.desks.open) != mostDesks {
		t.Errorf("the one idle longest: %d; %d are open", code, len(s.desks.open))
	}
	if code, text := asks("tab9", "setFile", `{"name":"a.yaml","text":"`+strings.Repeat("a", MaxQuestion)+`"}`); code != http.StatusRequestEntityTooLarge || !strings.Contains(text, "4 MiB") {
		t.Errorf("too long a question: %d, %s", code, text)
	}
	if _, text := asks("tab9", "guess", "{}"); text != `{"error":{"message":"unknown question \"guess\""}}`+"\n" {
		t.Errorf("an unknown question: %s", text)
	}
}

// TestManyTold holds that many fights are told about while they are played, on all cores, and that the answer is the last line.
func TestManyTold(t *testing.T) {
	s, _ := site(t, nil)
	post(s, "POST", "/engine/tab/begin", "[]", asPage(s)...)
	w := post(s, "POST", "/engine/tab/simulate", `{"file":"examples/45-timecount-four-on-four.yaml","seed":"1","fights":400,"from":0,"to":400}`, asPage(s)...)
	lines := strings.Split(strings.TrimSuffix(w.Body.String(), "\n"), "\n")
	var answer struct{ Result map[string]any }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &answer); err != nil || answer.Result["to"] != 400.0 {
		t.Errorf("%v: %.200s", err, lines[len(lines)-1])
	}
	if len(lines) < 2 || !strings.HasPrefix(lines[0], `{"played":`) {
		t.Errorf("nothing is told before: %.200s", lines[0])
	}
}

// TestGivenUp holds that whoever no longer waits for an answer ends it.
func TestGivenUp(t *testing.T) {
	s, _ := site(t, nil)
	post(s, "POST", "/engine/tab/begin", "[]", asPage(s)...)
	r := httptest.NewRequest("POST", "http://"+here+"/engine/tab/simulate", strings.NewReader(`{"file":"examples/45-timecount-four-on-four.yaml","seed":"1","fights":1000000,"from":0,"to":1000000}`))
	for i, h := 0, asPage(s); i < len(h); i += 2 {
		r.Header.Add(h[i], h[i+1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.handler(testPort).ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx)) // a million fights would take an hour
	if len(s.desks.open) != 0 {
		t.Error("it is still open")
	}
}

// TestSaved holds that the page saves files of the folder, as it has read them, and no others.
func TestSaved(t *testing.T) {
	outside := t.TempDir()
	s, folder := site(t, map[string]string{"a.yaml": "old", "sub/b.yaml": "b"})
	if w := post(s, "PUT", "/files/a.yaml", `{"text":"new"}`, asPage(s, "If-Match", tag([]byte("old")))...); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("without --write: %d", w.Code)
	}
	s.rules.write = true
	if err := os.Symlink(outside, filepath.Join(folder, "out")); err != nil {
		t.Fatal(err)
	}
	saves := func(name, text string, condition ...string) *httptest.ResponseRecorder {
		body, _ := json.Marshal(map[string]string{"text": text})
		return post(s, "PUT", "/files/"+name, string(body), asPage(s, condition...)...)
	}
	content := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(folder, name))
		return string(text)
	}
	read := ask(s, "GET", "/files/a.yaml").Header().Get("ETag")
	w := saves("a.yaml", "new", "If-Match", read)
	if w.Code != http.StatusNoContent || content("a.yaml") != "new" {
		t.Fatalf("%d, %s: %q", w.Code, w.Body, content("a.yaml"))
	}
	// Another one changes it meanwhile.
	write(t, filepath.Join(folder, "a.yaml"), "theirs")
	if c := saves("a.yaml", "mine", "If-Match", w.Header().Get("ETag")); c.Code != http.StatusPreconditionFailed || c.Body.String() != "theirs" || content("a.yaml") != "theirs" {
		t.Errorf("changed meanwhile: %d, %q: %q", c.Code, c.Body, content("a.yaml"))
	} else if saves("a.yaml", "mine", "If-Match", c.Header().Get("ETag")); content("a.yaml") != "mine" {
		t.Errorf("on purpose: %q", content("a.yaml"))
	}
	if w := saves("deep/new.yaml", "n", "If-None-Match", "*"); w.Code != http.StatusNoContent || content("deep/new.yaml") != "n" {
		t.Errorf("a new one: %d, %q", w.Code, content("deep/new.yaml"))
	}
	if w := saves("deep/new.yaml", "m", "If-None-Match", "*"); w.Code != http.StatusPreconditionFailed || content("deep/new.yaml") != "n" {
		t.Errorf("not new any more: %d", w.Code)
	}
	if w := saves("deep/new.yaml", "m"); w.Code != http.StatusPreconditionFailed {
		t.Errorf("without saying what it was: %d", w.Code)
	}
	for _, name := range []string{"../x.yaml", "notes.txt", ".hidden.yaml", ".git/x.yaml", "out/x.yaml", "sub", "/x.yaml", "sub\\x.yaml"} {
		if w := saves(name, "x", "If-None-Match", "*"); w.Code < 400 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	if w := saves("a.yaml", strings.Repeat("x", MaxSaved+1), "If-Match", tag([]byte("mine"))); w.Code != http.StatusRequestEntityTooLarge || content("a.yaml") != "mine" {
		t.Errorf("too long: %d", w.Code)
	}
	if list, _ := os.ReadDir(outside); len(list) > 0 {
		t.Error("something is saved outside")
	}
	if list, _ := filepath.Glob(filepath.Join(folder, ".rulec*")); len(list) > 0 {
		t.Errorf("%v is left", list)
	}
}
