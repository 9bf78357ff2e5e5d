package soundness

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Items are judged in processes of their own, so that one that hangs, eats all memory or
// ends in an error that nothing can catch is found, too, and the others go on.

// workerVariable tells a process that it is a worker, and where it leaves what it is about
// to load when it is asked to: if it dies of that, it can't tell any more.
const workerVariable = "RULEC_SOUNDNESS_WORKER"

var (
	leftAt  = os.Getenv(workerVariable)
	leaving bool
)

// leave writes down what is about to be loaded, where that is wanted.
func leave(it *item) {
	if !leaving || leftAt == "" {
		return
	}
	if text, err := json.Marshal(it); err == nil {
		_ = os.WriteFile(leftAt, text, 0o600)
	}
}

// left reads what a worker has left; nil if it is nothing.
func left(path string) *item {
	text, err := os.ReadFile(path)
	var it item
	if err != nil || json.Unmarshal(text, &it) != nil || len(it.Files) == 0 {
		return nil
	}
	if len(it.Rules)+len(it.Plays) > 0 {
		return &it
	}
	it.sortFiles() // it was still being made
	return &it
}

// sortFiles finds out which files are rulesets and which are played.
func (it *item) sortFiles() {
	for _, name := range slices.Sorted(maps.Keys(it.Files)) {
		switch text := "\n" + it.Files[name]; {
		case strings.Contains(text, "\ncombatants:"), strings.Contains(text, "\nsteps:"), strings.Contains(text, "\ncommon:"):
			it.Plays = append(it.Plays, name)
		case strings.Contains(text, "\nruleset:"):
			it.Rules = append(it.Rules, name)
			if strings.Contains(text, "\ncases:") {
				it.Plays = append(it.Plays, name)
			}
		}
	}
}

// A request is what a worker is asked: to make and judge an item, or to judge one.
type request struct {
	World  string
	Number uint64
	Seed   uint64
	Item   *item `json:",omitempty"`
	// Make: only make it.
	Make bool `json:",omitempty"`
	// Leave: write down what is about to be loaded, since a worker has died of it.
	Leave bool `json:",omitempty"`
}

// An answer is a verdict, or the item that was asked for.
type answer struct {
	Verdict *verdict `json:",omitempty"`
	Item    *item    `json:",omitempty"`
}

// What a worker may take for one item: processor time, and bytes in use. An item of a hundred
// encounters takes 13 s where nothing else runs, and half as much again where much does; what hangs,
// hangs longer.
const (
	mostTime  = time.Minute
	mostInUse = 1 << 30
)

// do answers a request in this process.
func do(q request) answer {
	leaving = q.Leave
	it := q.Item
	if it == nil {
		w, ok := worldNamed(q.World)
		if !ok {
			return answer{Verdict: &verdict{World: q.World}}
		}
		it = makeItem(w, q.Seed, q.Number)
	}
	if q.Make {
		return answer{Item: it}
	}
	leave(it)
	return answer{Verdict: judge(it)}
}

// work answers requests until there are no more.
func work(in io.Reader, out io.Writer) {
	limitMemory()
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(1000)
	debug.SetMemoryLimit(512 << 20) // long before what mostInUse allows
	debug.SetMaxStack(256 << 20)
	var begun atomic.Int64 // processor time when the item was begun; 0: none is
	go watch(&begun)
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q request
		if requests.Decode(&q) != nil {
			return
		}
		if q.Item == nil {
			bases() // which takes its time once
		}
		begun.Store(int64(processorTime()) + 1)
		a := do(q)
		begun.Store(0)
		if answers.Encode(a) != nil {
			return
		}
	}
}

// watch ends the process when an item takes too much.
func watch(begun *atomic.Int64) {
	inUse := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		time.Sleep(20 * time.Millisecond)
		since := begun.Load()
		if since == 0 {
			continue
		}
		metrics.Read(inUse)
		what := ""
		switch {
		case time.Duration(int64(processorTime())-since) > mostTime*slow:
			what = fmt.Sprintf("a hang: more than %v of processor time", mostTime*slow)
		case inUse[0].Value.Uint64() > mostInUse:
			what = fmt.Sprintf("memory: more than %d MB in use", mostInUse>>20)
		default:
			continue
		}
		var stacks bytes.Buffer
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 2)
		fmt.Fprintf(os.Stderr, "%s\n%s", what, stacks.String())
		os.Exit(3)
	}
}

// A player judges items.
type player interface {
	judge(q request) *verdict
	make(q request) *item
	close()
}

func newPlayer(t *testing.T) player {
	if *insideFlag {
		return inside{}
	}
	return &process{t: t, leaves: filepath.Join(t.TempDir(), "left.json")}
}

// inside plays in this process.
type inside struct{}

func (inside) judge(q request) *verdict { return do(q).Verdict }
func (inside) make(q request) *item     { q.Make = true; return do(q).Item }
func (inside) close()                   {}

// process plays in another one, which is started anew when it dies.
type process struct {
	t       *testing.T
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers *bufio.Reader
	errors  *bytes.Buffer
	// leaves is the file in which the worker leaves what it is about to load.
	leaves string
}

func (p *process) start() error {
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), workerVariable+"="+p.leaves, "GOTRACEBACK=single")
	p.errors = &bytes.Buffer{}
	p.cmd.Stderr = p.errors
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.in, p.answers = in, bufio.NewReaderSize(out, 1<<16)
	return p.cmd.Start()
}

func (p *process) close() {
	if p.cmd != nil {
		p.in.Close()
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// mostWait is how long a worker may be silent: long after it should have ended itself.
const mostWait = 10 * time.Minute

// ask sends a request; the answer is nil if the worker died of it, and what it said is returned.
func (p *process) ask(q request) (*answer, string) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			p.t.Fatal(err)
		}
	}
	cmd := p.cmd
	late := time.AfterFunc(mostWait, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	var a answer
	err := json.NewEncoder(p.in).Encode(q)
	if err == nil {
		var line []byte
		if line, err = p.answers.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &a)
		}
	}
	if err == nil {
		return &a, ""
	}
	_ = p.cmd.Wait()
	said := p.errors.String()
	p.cmd = nil
	return nil, said
}

var fatal = regexp.MustCompile(`(?m)^(a hang: .*|memory: .*|fatal error: .*|panic: .*|runtime: goroutine stack exceeds.*)$`)

func (p *process) judge(q request) *verdict {
	a, said := p.ask(q)
	if a != nil && a.Verdict != nil {
		return a.Verdict
	}
	what := fatal.FindString(said)
	if what == "" {
		what = "the process ended"
	}
	if len(said) > 20_000 {
		said = said[:20_000]
	}
	if q.Item == nil { // once more, for what it leaves
		_ = os.Remove(p.leaves)
		q.Leave = true
		p.ask(q)
	}
	return &verdict{World: q.World, Number: q.Number, Fault: &fault{normal(what) + innermost(said), said}, item: left(p.leaves)}
}

func (p *process) make(q request) *item {
	q.Make = true
	if a, _ := p.ask(q); a != nil {
		return a.Item
	}
	return nil
}

// innermost names the innermost of our own functions in a dump that isn't one of the tests.
func innermost(stack string) string {
	for _, m := range ourFrame.FindAllStringSubmatch(stack, -1) {
		if !testFile.MatchString(m[3]) {
			return " in " + m[1] + "/" + m[3] + " " + m[2]
		}
	}
	return ""
}

var testFile = regexp.MustCompile(`_test\.go$`)
