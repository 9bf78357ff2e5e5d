package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang/tree"
)

// MaxPageFile is the largest file of a page: 4 MiB.
const MaxPageFile = 4 << 20

// ErrNoPage is the error of New for a folder without a page.
var ErrNoPage = errors.New("there is no page in it")

// Site is a page with its engine, and a folder of rules.
type Site struct {
	page              fs.FS
	rules             *rules // nil means none
	desks             *desks
	version, linkBase string
	// token is what the page has to name to be answered by more than files.
	token string
}

// Options are the options of a site.
type Options struct {
	// Version is the version of the program, which the page shows.
	Version string
	// Engine makes an engine for a workspace of the page. What it is asked ends when the context is done; tell passes on news of an answer in
	// progress, which are written as JSON.
	Engine func(ctx context.Context, tell func(news any)) Engine
	// Folder holds the YAML files that the page gets; nil means none. The caller closes it, once the site no longer runs. With Write the page
	// may save into it.
	Folder *os.Root
	Write  bool
	// LinkBase is the address of a page that others can reach: links lead there. Empty means none.
	LinkBase string
}

// New returns a site with the page's files.
func New(page fs.FS, o Options) (*Site, error) {
	for _, name := range []string{"index.html", "app.js"} {
		if info, err := fs.Stat(page, name); err != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%w: there is no %s", ErrNoPage, name)
		}
	}
	s := &Site{page: page, version: o.Version, linkBase: o.LinkBase, desks: &desks{engine: o.Engine, open: map[string]*desk{}}, token: rand.Text()}
	if o.Folder != nil {
		s.rules = &rules{folder: o.Folder, write: o.Write}
		if _, err := s.rules.list(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Run serves on a port of this machine that no other machine can reach; 0 means any free port. It calls ready with the address, and ends
// without an error when the context does.
func (s *Site) Run(ctx context.Context, port int, ready func(address string) error) error {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	defer listener.Close()
	port = listener.Addr().(*net.TCPAddr).Port
	server := s.server(port)
	if err := ready("http://" + server.Addr + "/"); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	// Open requests are small; a browser that reads slowly isn't waited for.
	last, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if server.Shutdown(last) != nil {
		server.Close()
	}
	<-failed
	return nil
}

// server returns a server that slow or long requests can't keep busy.
func (s *Site) server(port int) *http.Server {
	return &http.Server{
		Addr:              net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Handler:           s.handler(port),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // it would repeat what a client sent
	}
}

// handler answers requests to a port.
func (s *Site) handler(port int) http.Handler {
	hosts := names(port)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		allowed := s.methods(r.URL.Path)
		switch origin := r.Header.Values("Origin"); {
		case !slices.Contains(allowed, r.Method):
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			reject(w, http.StatusMethodNotAllowed, "here this server only answers "+strings.Join(allowed, " and "))
		case !slices.Contains(hosts, r.Host):
			reject(w, http.StatusForbidden, "unknown host")
		case len(origin) > 1 || len(origin) == 1 && !slices.Contains(hosts, strings.TrimPrefix(origin[0], "http://")):
			reject(w, http.StatusForbidden, "requests of other pages are rejected")
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			s.answer(w, r)
		case !s.isPage(r):
			reject(w, http.StatusForbidden, "only the page that this server has sent may ask that")
		case r.Method == http.MethodPost:
			s.answerQuestion(w, r, strings.TrimPrefix(r.URL.Path, "/engine/"))
		default:
			s.save(w, r, strings.TrimPrefix(r.URL.Path, "/files/"))
		}
	})
}

// methods are those that are answered below a path.
func (s *Site) methods(path string) []string {
	switch {
	case strings.HasPrefix(path, "/engine/"):
		return []string{http.MethodPost}
	case strings.HasPrefix(path, "/files/") && s.rules != nil && s.rules.write:
		return []string{http.MethodGet, http.MethodHead, http.MethodPut}
	}
	return []string{http.MethodGet, http.MethodHead}
}

// isPage reports whether a request that does something comes from the page: it names the page's token and origin, in a form that no other
// page can send without asking first, which is never answered.
func (s *Site) isPage(r *http.Request) bool {
	from := r.Header.Get("Sec-Fetch-Site")
	return len(r.Header.Values("Origin")) == 1 && (from == "" || from == "same-origin") && r.Header.Get("Content-Type") == "application/json" &&
		subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Rulec-Token")), []byte(s.token)) == 1
}

// names are the host names by which a local user reaches a port of this machine. A web page whose own name suddenly leads here requests
// that name instead.
func names(port int) []string {
	var list []string
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		list = append(list, host+":"+strconv.Itoa(port))
		if port == 80 {
			list = append(list, host) // browsers leave it out
		}
	}
	return list
}

// headers are the headers of every answer: the page may only run what came with it, and no other page may use it.
var headers = [][2]string{
	{"Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; " +
		"img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Cache-Control", "no-cache"},
}

// answer answers a request from this machine.
func (s *Site) answer(w http.ResponseWriter, r *http.Request) {
	name := cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "index.html")
	file, ofRules := strings.CutPrefix(name, "files/")
	switch {
	case (ofRules || name == "engine.json") && !isOurs(r):
		reject(w, http.StatusForbidden, "requests of other pages are rejected")
	case name == "engine.json":
		sendJSON(w, r, offered{
			Engine: "native", Version: s.version, Cores: runtime.GOMAXPROCS(0), Token: s.token,
			Folder: s.rules.path(), Writes: s.rules != nil && s.rules.write, LinkBase: s.linkBase,
		}, nil)
	case ofRules && s.rules == nil:
		reject(w, http.StatusNotFound, "no folder is served: use rulec serve FOLDER")
	case file == "index.json" && ofRules:
		list, err := s.rules.list()
		sendJSON(w, r, list, err)
	case ofRules:
		text, err := s.rules.read(file)
		send(w, r, sorts[".txt"], text, err)
	case sorts[path.Ext(name)] == "" || !plain(name):
		reject(w, http.StatusNotFound, "there is no such file")
	default:
		text, err := disk.ReadIn(s.page, name, MaxPageFile)
		send(w, r, sorts[path.Ext(name)], text, err)
	}
}

// isOurs reports whether the page itself asks for something, or a user who has typed the address: nobody else may have the folder's files, or know
// the engine.
func isOurs(r *http.Request) bool {
	from := r.Header.Get("Sec-Fetch-Site")
	return from == "" || from == "same-origin" || from == "none"
}

// MaxSaved is the longest file that the page may save, in bytes.
const MaxSaved = tree.MaxBytes

// save writes a file of the folder, unless it isn't what the page has read last: If-Match has its tag, If-None-Match * stands for a file
// that isn't there yet. Then the answer is the file as it is, and its tag.
func (s *Site) save(w http.ResponseWriter, r *http.Request, name string) {
	var file struct{ Text string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 2*MaxSaved)).Decode(&file); err != nil || len(file.Text) > MaxSaved {
		reject(w, http.StatusRequestEntityTooLarge, "the file is too large")
		return
	}
	s.rules.saving.Lock()
	defer s.rules.saving.Unlock()
	there, err := s.rules.read(name)
	switch {
	case !isRules(name) || s.rules.leadsElsewhere(name):
		reject(w, http.StatusForbidden, "only YAML files are saved, none that are hidden, and none through a link")
	case err == nil && r.Header.Get("If-Match") != tag(there), err != nil && r.Header.Get("If-None-Match") != "*":
		w.Header().Set("ETag", tag(there))
		w.Header().Set("Content-Type", sorts[".txt"])
		w.WriteHeader(http.StatusPreconditionFailed)
		_, _ = w.Write(there)
	default:
		if err := s.rules.save(name, []byte(file.Text)); err != nil {
			reject(w, http.StatusInternalServerError, "the file can't be written")
			return
		}
		w.Header().Set("ETag", tag([]byte(file.Text)))
		w.WriteHeader(http.StatusNoContent)
	}
}

// sorts are the media types of a page's files, by extension.
var sorts = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".json": "application/json",
	".txt":  "text/plain; charset=utf-8",
}

// plain reports whether a path has forward slashes, leads only down, and to nothing hidden.
func plain(name string) bool {
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\:\x00") {
		return false
	}
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}

// tag identifies a text.
func tag(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// sendJSON sends what could be listed, or why it couldn't.
func sendJSON(w http.ResponseWriter, r *http.Request, what any, err error) {
	if err != nil {
		reject(w, http.StatusInternalServerError, err.Error())
		return
	}
	text, err := json.Marshal(what)
	send(w, r, sorts[".json"], text, err)
}

// send sends a text that could be read, unless the client has it already; or says why there is none, without a path.
func send(w http.ResponseWriter, r *http.Request, sort string, text []byte, err error) {
	switch {
	case errors.As(err, new(disk.TooLarge)):
		reject(w, http.StatusRequestEntityTooLarge, "the file is too large")
		return
	case err != nil:
		reject(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Header().Set("Content-Type", sort)
	w.Header().Set("ETag", tag(text))
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(text)))
}

// reject answers with an error.
func reject(w http.ResponseWriter, code int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	_, _ = io.WriteString(w, why+"\n")
}
