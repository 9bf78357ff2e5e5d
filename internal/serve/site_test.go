package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang/tree"
)

const (
	testPort = 7373
	here     = "127.0.0.1:7373"
)

// page is a page of few words.
var page = fstest.MapFS{
	"index.html":    {Data: []byte("<!doctype html>")},
	"app.js":        {Data: []byte("start()")},
	"style.css":     {Data: []byte("body {}")},
	"icon.svg":      {Data: []byte("<svg/>")},
	"licences.txt":  {Data: []byte("MIT")},
	"notes.doc":     {Data: []byte("private")},
	".hidden.js":    {Data: []byte("private")},
	"sub/.git/x.js": {Data: []byte("private")},
	"sub/more.js":   {Data: []byte("more()")},
}

// site is a site with the page, and the rules of a folder that holds the files; nil: none.
func site(t *testing.T, files map[string]string) (*Site, string) {
	t.Helper()
	if files == nil {
		s, err := New(page, Options{Engine: plays})
		if err != nil {
			t.Fatal(err)
		}
		return s, ""
	}
	folder := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s, err := New(page, Options{Engine: plays, Folder: root})
	if err != nil {
		t.Fatal(err)
	}
	return s, folder
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// ask asks a site for something; headers are pairs of a name and a value, Host among them.
func ask(s *Site, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+here+"/", nil)
	r.URL.Path = target
	r.Host = here
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Add(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	s.handler(testPort).ServeHTTP(w, r)
	return w
}

// TestPageServed holds which files of the page are served, and as what.
func TestPageServed(t *testing.T) {
	s, _ := site(t, nil)
	for _, x := range []struct{ path, sort, text string }{
		{"/", "text/html; charset=utf-8", "<!doctype html>"},
		{"/index.html", "text/html; charset=utf-8", "<!doctype html>"},
		{"/app.js", "text/javascript; charset=utf-8", "start()"},
		{"/style.css", "text/css; charset=utf-8", "body {}"},
		{"/icon.svg", "image/svg+xml", "<svg/>"},
		{"/licences.txt", "text/plain; charset=utf-8", "MIT"},
		{"/sub/more.js", "text/javascript; charset=utf-8", "more()"},
	} {
		w := ask(s, "GET", x.path)
		if w.Code != 200 || w.Header().Get("Content-Type") != x.sort || w.Body.String() != x.text {
			t.Errorf("%s: %d, %s: %q", x.path, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		if w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s is said to be encoded, so that the browser would decode it before the page does", x.path)
		}
		if w := ask(s, "HEAD", x.path); w.Code != 200 || w.Body.Len() > 0 {
			t.Errorf("HEAD %s: %d, %q", x.path, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/none.js", "/notes.doc", "/.hidden.js", "/sub/.git/x.js", "/sub", "/sub/", "//app.js", "/./app.js", "/sub/../app.js", "/app.js/", "/..", "app.js\x00", "/files", "/files/index.json", "/files/a.yaml"} {
		if w := ask(s, "GET", path); w.Code != 404 || strings.Contains(w.Body.String(), "private") {
			t.Errorf("%s: %d, %q", path, w.Code, w.Body)
		}
	}
}

// TestUnchanged holds that what a browser has isn't sent again.
func TestUnchanged(t *testing.T) {
	s, folder := site(t, map[string]string{"a.yaml": "a"})
	for _, path := range []string{"/app.js", "/files/a.yaml"} {
		tag := ask(s, "GET", path).Header().Get("ETag")
		if w := ask(s, "GET", path, "If-None-Match", tag); tag == "" || w.Code != 304 || w.Body.Len() > 0 {
			t.Errorf("%s: %d with the tag %q", path, w.Code, tag)
		}
	}
	tag := ask(s, "GET", "/files/a.yaml").Header().Get("ETag")
	write(t, filepath.Join(folder, "a.yaml"), "b")
	if w := ask(s, "GET", "/files/a.yaml", "If-None-Match", tag); w.Code != 200 || w.Body.String() != "b" {
		t.Errorf("changed: %d, %q", w.Code, w.Body)
	}
}

// TestHeadersOfAll holds that every answer says what the page may do, refusals too.
func TestHeadersOfAll(t *testing.T) {
	s, _ := site(t, map[string]string{"a.yaml": "a"})
	for _, w := range []*httptest.ResponseRecorder{
		ask(s, "GET", "/"), ask(s, "GET", "/none"), ask(s, "POST", "/"), ask(s, "GET", "/", "Host", "evil.example"),
		ask(s, "GET", "/files/index.json"), ask(s, "GET", "/files/a.yaml"), ask(s, "GET", "/files/b.yaml"),
	} {
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Cache-Control":                "no-cache",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%d: %s: %q", w.Code, name, got)
			}
		}
		for name := range w.Header() {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%d lets other pages in: %s", w.Code, name)
			}
		}
	}
}

// TestOnlyReading holds that without being allowed to write, files can only be read.
func TestOnlyReading(t *testing.T) {
	s, folder := site(t, map[string]string{"a.yaml": "a"})
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"} {
		for _, path := range []string{"/", "/files/a.yaml", "/files/index.json"} {
			if w := ask(s, method, path); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(folder, "a.yaml")); err != nil || string(text) != "a" {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

// TestNamesOfThisMachine holds that a name of the web which has been made to lead to this machine
// gets nothing.
func TestNamesOfThisMachine(t *testing.T) {
	s, _ := site(t, map[string]string{"a.yaml": "a"})
	for host, code := range map[string]int{
		"127.0.0.1:7373": 200, "localhost:7373": 200, "[::1]:7373": 200,
		"": 403, "127.0.0.1": 403, "localhost": 403, "localhost:80": 403, "127.0.0.1:7374": 403, "evil.example:7373": 403, "evil.example": 403,
		"localhost.evil.example:7373": 403, "127.0.0.1.nip.example:7373": 403, "0.0.0.0:7373": 403, "127.0.0.2:7373": 403, "LOCALHOST:7373": 403, "localhost:7373.": 403,
	} {
		for _, path := range []string{"/", "/files/a.yaml", "/files/index.json"} {
			if w := ask(s, "GET", path, "Host", host); w.Code != code {
				t.Errorf("%s at %q: %d", path, host, w.Code)
			}
		}
	}
	if list := names(80); !slices.Contains(list, "localhost") || !slices.Contains(list, "localhost:80") {
		t.Errorf("browsers leave port 80 out: %v", list)
	}
}

// TestForeignPages holds that other pages in the same browser get nothing.
func TestForeignPages(t *testing.T) {
	s, _ := site(t, map[string]string{"a.yaml": "a"})
	for _, x := range []struct {
		headers     []string
		page, rules int
	}{
		{nil, 200, 200},
		{[]string{"Origin", "http://127.0.0.1:7373"}, 200, 200},
		{[]string{"Origin", "http://localhost:7373"}, 200, 200},
		{[]string{"Origin", "null"}, 403, 403},
		{[]string{"Origin", ""}, 403, 403},
		{[]string{"Origin", "http://evil.example"}, 403, 403},
		{[]string{"Origin", "https://127.0.0.1:7373"}, 403, 403},
		{[]string{"Origin", "http://127.0.0.1:8080"}, 403, 403},
		{[]string{"Origin", "http://127.0.0.1:7373", "Origin", "http://evil.example"}, 403, 403},
		{[]string{"Sec-Fetch-Site", "same-origin"}, 200, 200},
		{[]string{"Sec-Fetch-Site", "none"}, 200, 200},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 200, 403}, // a link to the page may be followed
		{[]string{"Sec-Fetch-Site", "same-site"}, 200, 403},  // another port of this machine
		{[]string{"Sec-Fetch-Site", "whatever"}, 200, 403},
	} {
		if w := ask(s, "GET", "/", x.headers...); w.Code != x.page {
			t.Errorf("the page for %v: %d", x.headers, w.Code)
		}
		for _, path := range []string{"/files/a.yaml", "/files/index.json"} {
			if w := ask(s, "GET", path, x.headers...); w.Code != x.rules {
				t.Errorf("%s for %v: %d", path, x.headers, w.Code)
			}
		}
	}
}

// TestRulesServed holds which files of a folder are served: YAML that stands below it, is not
// hidden, and isn't reached by a link.
func TestRulesServed(t *testing.T) {
	outside := t.TempDir()
	write(t, filepath.Join(outside, "secret.yaml"), "secret")
	s, folder := site(t, map[string]string{
		"b.yaml": "b", "a.yml": "a", "sub/c d.yaml": "c", "sub/deep/ü.yaml": "u",
		"notes.txt": "secret", ".hidden.yaml": "secret", ".git/config.yaml": "secret", "sub/.env.yaml": "secret", "yaml": "secret", ".yaml": "secret",
	})
	for link, to := range map[string]string{
		"out.yaml": filepath.Join(outside, "secret.yaml"), "up": outside, "relative.yaml": filepath.Join("..", filepath.Base(outside), "secret.yaml"),
		"inside.yaml": ".hidden.yaml", "into": ".git", "same.yaml": "b.yaml",
	} {
		if err := os.Symlink(to, filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	w := ask(s, "GET", "/files/index.json")
	var list []string
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Fatal(err, w.Header())
	}
	if want := []string{"a.yml", "b.yaml", "sub/c d.yaml", "sub/deep/ü.yaml"}; !slices.Equal(list, want) {
		t.Errorf("there are %q", list)
	}
	for _, name := range list {
		if w := ask(s, "GET", "/files/"+name); w.Code != 200 || w.Body.Len() != 1 || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d, %q", name, w.Code, w.Body)
		}
	}
	for _, name := range []string{
		"", "notes.txt", ".hidden.yaml", ".git/config.yaml", "sub/.env.yaml", "yaml", ".yaml", "sub", "sub/", "none.yaml",
		"out.yaml", "up/secret.yaml", "relative.yaml", "inside.yaml", "into/config.yaml", "same.yaml",
		"../" + filepath.Base(outside) + "/secret.yaml", "sub/../b.yaml", "./b.yaml", "/b.yaml", filepath.Join(outside, "secret.yaml"),
		"sub\\..\\b.yaml", "b.yaml\x00", "C:b.yaml", "b.yaml/", "b.YAML",
	} {
		if w := ask(s, "GET", "/files/"+name); w.Code != 404 || strings.Contains(w.Body.String(), "secret") || strings.Contains(w.Body.String(), outside) {
			t.Errorf("%q: %d, %q", name, w.Code, w.Body)
		}
	}
}

// TestRulesBounded holds that neither a file nor a folder is served that is too large to be rules.
func TestRulesBounded(t *testing.T) {
	s, folder := site(t, map[string]string{"whole.yaml": strings.Repeat("#", tree.MaxBytes), "more.yaml": strings.Repeat("#", tree.MaxBytes+1)})
	if w := ask(s, "GET", "/files/whole.yaml"); w.Code != 200 || w.Body.Len() != tree.MaxBytes {
		t.Errorf("the largest: %d", w.Code)
	}
	if w := ask(s, "GET", "/files/more.yaml"); w.Code != 413 {
		t.Errorf("one more: %d", w.Code)
	}
	for i := range MaxRules - 2 {
		write(t, filepath.Join(folder, fmt.Sprint(i, ".yaml")), "")
	}
	if w := ask(s, "GET", "/files/index.json"); w.Code != 200 {
		t.Errorf("as many as may be: %d, %s", w.Code, w.Body)
	}
	write(t, filepath.Join(folder, "last.yaml"), "")
	if w := ask(s, "GET", "/files/index.json"); w.Code != 500 || !strings.Contains(w.Body.String(), "more than 1000 YAML files") {
		t.Errorf("one more: %d, %s", w.Code, w.Body)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := New(page, Options{Engine: plays, Folder: root}); err == nil {
		t.Error("nobody hears of it at the start")
	}
}

// TestOnThisMachineAlone holds that a site is there for this machine and for no other, that it ends
// when it shall, and that nobody can keep it busy with endless or slow questions.
func TestOnThisMachineAlone(t *testing.T) {
	s, _ := site(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	address, ended := make(chan string), make(chan error)
	go func() {
		ended <- s.Run(ctx, 0, func(a string) error { address <- a; return nil })
	}()
	url := <-address
	host := strings.Trim(strings.TrimPrefix(url, "http://"), "/")
	if name, _, err := net.SplitHostPort(host); err != nil || name != "127.0.0.1" {
		t.Errorf("it listens at %s", url)
	}
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if answer.StatusCode != 200 || string(text) != "<!doctype html>" {
		t.Errorf("%d, %q", answer.StatusCode, text)
	}
	long, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	long.Header.Set("X-Long", strings.Repeat("x", 64<<10))
	if answer, err := http.DefaultClient.Do(long); err == nil {
		answer.Body.Close()
		if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("64 KB of headers: %d", answer.StatusCode)
		}
	}
	server := s.server(testPort)
	if server.ReadHeaderTimeout <= 0 || server.ReadTimeout <= 0 || server.WriteTimeout <= 0 || server.IdleTimeout <= 0 {
		t.Error("somebody may be slow for ever")
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if c, err := net.Dial("tcp", host); err == nil {
		c.Close()
		t.Error("it still listens")
	}
}

// TestPortTaken holds that a port which is taken is an error, and so is output that can't be written.
func TestPortTaken(t *testing.T) {
	s, _ := site(t, nil)
	other, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := s.Run(t.Context(), other.Addr().(*net.TCPAddr).Port, func(string) error { return nil }); err == nil {
		t.Error("two listen at one port")
	}
	if err := s.Run(t.Context(), 0, func(string) error { return io.ErrClosedPipe }); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

// TestNoPage holds that a folder without a page isn't served.
func TestNoPage(t *testing.T) {
	for _, files := range []fstest.MapFS{{}, {"index.html": {}}, {"app.js": {}}} {
		if _, err := New(files, Options{}); err == nil || !strings.Contains(err.Error(), "there is no page in it: there is no ") {
			t.Errorf("it says %v", err)
		}
	}
}
