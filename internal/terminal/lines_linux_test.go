package terminal

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asPlayer is the variable that makes the program of the tests a player.
const asPlayer = "RULEC_TEST_PLAYER"

func TestMain(m *testing.M) {
	if os.Getenv(asPlayer) != "" {
		play()
		return
	}
	os.Exit(m.Run())
}

// play reads lines of the standard input, and prints each. The line `think` takes its time.
func play() {
	l := Open(os.Stdin, os.Stdout)
	defer l.Close()
	fmt.Printf("interactive %t, width %d, colours %t\n", l.Interactive(), l.Width(), Colourful(os.Stdout))
	complete := func(line string) (all []string) {
		for _, c := range []string{"punch mort", "punch zora", "look"} {
			if strings.HasPrefix(c, line) {
				all = append(all, c)
			}
		}
		return all
	}
	for prompt := os.Getenv("PROMPT"); ; {
		line, ok := l.Read(prompt+"> ", complete)
		if !ok {
			fmt.Println("left")
			return
		}
		fmt.Printf("got %q\n", line)
		if line == "think" {
			time.Sleep(time.Minute)
		}
	}
}

// screen is a pseudo-terminal with a player in front of it.
type screen struct {
	*testing.T
	keys   *os.File // also what the player prints
	player *exec.Cmd
	before *unix.Termios
	pieces chan string
	shown  string // what the player has printed since the last look
}

// open opens a terminal with so many columns: where somebody presses keys, and the file for a program.
func open(t *testing.T, columns uint16) (keys, tty *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminal: ", err)
	}
	t.Cleanup(func() { keys.Close() })
	fd := int(keys.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	err = errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0), unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}))
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no pseudo-terminal: ", err)
	}
	t.Cleanup(func() { tty.Close() })
	return keys, tty
}

// sit starts a player in front of a terminal.
func sit(t *testing.T, columns uint16, environment ...string) *screen {
	t.Helper()
	keys, tty := open(t, columns)
	s := &screen{T: t, keys: keys, player: exec.Command(os.Args[0]), pieces: make(chan string, 1000)}
	s.before = s.mode()
	s.player.Env = slices.Concat(os.Environ(), []string{"TERM=xterm", "NO_COLOR=", "PROMPT=mort", asPlayer + "=1"}, environment)
	s.player.Stdin, s.player.Stdout, s.player.Stderr = tty, tty, tty
	s.player.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.player.Start(); err != nil {
		t.Fatal(err)
	}
	end := time.AfterFunc(30*time.Second, func() { _ = s.player.Process.Kill() })
	t.Cleanup(func() {
		end.Stop()
		_ = s.player.Process.Kill()
		_ = s.player.Wait()
	})
	go func() {
		defer close(s.pieces)
		for piece := make([]byte, 4096); ; {
			n, err := keys.Read(piece)
			if err != nil {
				return
			}
			s.pieces <- string(piece[:n])
		}
	}()
	return s
}

// mode returns the mode of the terminal.
func (s *screen) mode() *unix.Termios {
	s.Helper()
	mode, err := unix.IoctlGetTermios(int(s.keys.Fd()), unix.TCGETS)
	if err != nil {
		s.Fatal(err)
	}
	return mode
}

// see waits until the player has printed a text, and returns everything up to it since the last look.
func (s *screen) see(text string) string {
	s.Helper()
	late := time.After(20 * time.Second)
	for {
		if before, after, found := strings.Cut(s.shown, text); found {
			s.shown = after
			return before + text
		}
		select {
		case piece, more := <-s.pieces:
			if s.shown += piece; !more {
				s.Fatalf("the player has gone, after %q, without %q", s.shown, text)
			}
		case <-late:
			s.Fatalf("%q instead of %q", s.shown, text)
		}
	}
}

func (s *screen) press(keys string) {
	s.Helper()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.Fatal(err)
	}
}

// restored tests that the terminal is as it was before.
func (s *screen) restored() {
	s.Helper()
	if mode := s.mode(); *mode != *s.before {
		s.Errorf("the terminal is left with %+v, and had %+v", mode, s.before)
	}
}

const (
	tab, ctrlC, ctrlD, ctrlR = "\t", "\x03", "\x04", "\x12"
	arrowUp, arrowLeft       = "\x1b[A", "\x1b[D"
)

// TestEdit types at a terminal: letters, completions, lines of the history.
func TestEdit(t *testing.T) {
	s := sit(t, 100)
	s.see("interactive true, width 100, colours true\r\n")
	for _, c := range []struct{ keys, line string }{
		{"lok" + arrowLeft + "o\r", "look"},
		{"punch m" + tab + "\r", "punch mort"},
		{"p" + tab + "z" + tab + "\r", "punch zora"},
		{arrowUp + arrowUp + "\r", "punch mort"},
		{"l" + arrowUp + "\r", "look"},
		{ctrlR + "zo\r", "punch zora"},
		{"no " + tab + "idea\r", "no idea"},
		{"ärger\r", "ärger"},
		{"\r", ""},
		{arrowUp + "\r", "ärger"},
		{"1\r2\r", "1"}, // the second waits for the next question
		{"", "2"},
	} {
		s.see("mort> ")
		s.press(c.keys)
		s.see(fmt.Sprintf("got %q\r\n", c.line))
	}
	s.see("mort> ")
	s.press("p" + tab + tab + tab)
	s.see("\r\nmort zora \r\n")
	s.press("\r")
	s.see(`got "punch "`)
	s.see("mort> ")
	s.press(ctrlD)
	s.see("\r\nleft\r\n")
	if err := s.player.Wait(); err != nil {
		t.Error(err)
	}
	s.restored()
}

// TestCtrlC tests that Ctrl-C leaves at a prompt, and ends the program between two prompts; both leave the terminal as it was.
func TestCtrlC(t *testing.T) {
	s := sit(t, 80)
	s.see("mort> ")
	s.press("punch")
	s.see("punch") // before it reads the first key, the editor doesn't see Ctrl-C
	s.press(ctrlC)
	s.see("^C\r\nleft\r\n")
	_ = s.player.Wait()
	s.restored()

	s = sit(t, 80)
	s.see("mort> ")
	s.press("think\r")
	s.see(`got "think"`)
	s.restored()
	s.press(ctrlC)
	_ = s.player.Wait()
	if status := s.player.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGINT {
		t.Error("Ctrl-C between two prompts ends the program with", s.player.ProcessState)
	}
	s.restored()
}

// TestLongPrompt tests that a line behind a long prompt, or in a narrow terminal, can be edited.
func TestLongPrompt(t *testing.T) {
	for columns, shown := range map[uint16]string{
		80: "what do the dice of the lance of Mort show, who attacks Zora\r\nfrom behind (return: roll them)> ",
		24: "(return:\r\nroll them)> ",
	} {
		s := sit(t, columns, "PROMPT=what do the dice of the lance of Mort show, who attacks Zora from behind (return: roll them)")
		s.see(shown)
		s.press("lok" + arrowLeft + "o\r")
		s.see(`got "look"`)
	}
}

// TestPlainTerminals tests that a simple terminal gets no escape sequence, its lines once, and those that a terminal doesn't show repeated.
func TestPlainTerminals(t *testing.T) {
	for _, variable := range []string{"TERM=dumb", "TERM="} {
		s := sit(t, 80, variable)
		text := s.see("mort> ")
		s.press("look\n")
		text += s.see("mort> ")
		s.press(ctrlD)
		text += s.see("left\r\n")
		want := fmt.Sprintf("interactive false, width 80, colours %t\r\nmort> look\r\ngot \"look\"\r\nmort> \r\nleft\r\n", variable == "TERM=")
		if text != want {
			t.Errorf("%s: %q, want %q", variable, text, want)
		}
		s.restored()
	}
	s := sit(t, 80, "NO_COLOR=1")
	s.see("interactive true, width 80, colours false")
}

// TestHalfTerminal tests that lines are read plainly if only the input is a terminal, which shows them.
func TestHalfTerminal(t *testing.T) {
	keys, tty := open(t, 100)
	if _, err := keys.WriteString("look\n" + ctrlD); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	var out strings.Builder
	l := Open(tty, &out)
	if lines := readAll(l); l.Interactive() || l.Width() != 80 || !slices.Equal(lines, []string{"look"}) || out.String() != "mort> mort> \n" {
		t.Errorf("interactive %t, width %d, %q, shown %q", l.Interactive(), l.Width(), lines, out.String())
	}
	if l := Open(strings.NewReader("look\n"), tty); l.Interactive() || l.Width() != 100 || !Colourful(through{through{tty}}) {
		t.Error("with the output alone a terminal it isn't plain, or doesn't know its width")
	}
}

// TestNarrowTerminal tests that in a terminal without room behind the prompt, or of unknown width, lines are read all the same.
func TestNarrowTerminal(t *testing.T) {
	for _, columns := range []uint16{0, 1, 12} {
		s := sit(t, columns)
		for range 2 {
			s.see("mort> ")
			s.press("look\r")
			s.see(`got "look"`)
		}
		s.see("mort> ")
		s.press(ctrlD)
		s.see("left")
		_ = s.player.Wait()
		s.restored()
	}
}
