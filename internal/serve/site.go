package serve

import (
	"context"
	"crypto/sha256"
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
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rulec/rulec/internal/disk"
)

// MaxPageFile is the largest file of a page: 32 MiB.
const MaxPageFile = 32 << 20

// engine is the largest part of a page, without which it does nothing.
const engine = "rulec.wasm.xz"

// ErrNoPage is the error of New for a folder without a page.
var ErrNoPage = errors.New("there is no page in it")

// Site is a page and a folder of rules.
type Site struct {
	page  fs.FS
	rules *rules // nil means none
}

// New returns a site with the page's files, and the YAML files of a folder; nil means no rules. The caller closes the folder, once the site
// no longer runs.
func New(page fs.FS, folder *os.Root) (*Site, error) {
	for _, name := range []string{"index.html", engine} {
		if info, err := fs.Stat(page, name); err != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%w: there is no %s", ErrNoPage, name)
		}
	}
	s := &Site{page: page}
	if folder != nil {
		s.rules = &rules{folder}
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
		switch origin := r.Header.Values("Origin"); {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			reject(w, http.StatusMethodNotAllowed, "this server only answers GET and HEAD")
		case !slices.Contains(hosts, r.Host):
			reject(w, http.StatusForbidden, "unknown host")
		case len(origin) > 1 || len(origin) == 1 && !slices.Contains(hosts, strings.TrimPrefix(origin[0], "http://")):
			reject(w, http.StatusForbidden, "requests of other pages are rejected")
		default:
			s.answer(w, r)
		}
	})
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
	{"Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; " +
		"img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Cache-Control", "no-cache"},
}

// answer answers a request from this machine.
func (s *Site) answer(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if file, ok := strings.CutPrefix(name, "files/"); ok {
		s.answerRules(w, r, file)
		return
	}
	if name == "" {
		name = "index.html"
	}
	sort := sorts[path.Ext(name)]
	if sort == "" || !plain(name) {
		reject(w, http.StatusNotFound, "there is no such file")
		return
	}
	text, err := disk.ReadIn(s.page, name, MaxPageFile)
	if err != nil {
		rejectFile(w, err)
		return
	}
	send(w, r, sort, text)
}

// answerRules answers a request below /files/. Only the page itself may have it, or a user who has typed the address.
func (s *Site) answerRules(w http.ResponseWriter, r *http.Request, name string) {
	from := r.Header.Get("Sec-Fetch-Site")
	switch {
	case from != "" && from != "same-origin" && from != "none":
		reject(w, http.StatusForbidden, "requests of other pages are rejected")
	case s.rules == nil:
		reject(w, http.StatusNotFound, "no folder is served: use rulec serve FOLDER")
	case name == "index.json":
		list, err := s.rules.list()
		if err != nil {
			reject(w, http.StatusInternalServerError, err.Error())
			return
		}
		text, err := json.Marshal(list)
		if err != nil {
			reject(w, http.StatusInternalServerError, "can't write the list")
			return
		}
		send(w, r, "application/json", text)
	default:
		text, err := s.rules.read(name)
		if err != nil {
			rejectFile(w, err)
			return
		}
		send(w, r, "text/plain; charset=utf-8", text)
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
	".wasm": "application/wasm",
	".xz":   "application/x-xz", // the page decompresses it itself
}

// plain reports whether a path has forward slashes, leads only down, and to nothing hidden.
func plain(name string) bool {
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\:\x00") {
		return false
	}
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}

// send sends a text, unless the client has it already.
func send(w http.ResponseWriter, r *http.Request, sort string, text []byte) {
	sum := sha256.Sum256(text)
	w.Header().Set("Content-Type", sort)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(text)))
}

// rejectFile reports why there is no file, without a path.
func rejectFile(w http.ResponseWriter, err error) {
	if errors.As(err, new(disk.TooLarge)) {
		reject(w, http.StatusRequestEntityTooLarge, "the file is too large")
		return
	}
	reject(w, http.StatusNotFound, "there is no such file")
}

// reject answers with an error.
func reject(w http.ResponseWriter, code int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	_, _ = io.WriteString(w, why+"\n")
}
