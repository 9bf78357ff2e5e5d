package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"

	"github.com/rulec/rulec/lang/diag"
)

// Lines reads lines that somebody types. It belongs to one goroutine.
type Lines struct {
	out io.Writer
	// plain reads lines that can't be edited; echo is set if no terminal shows them.
	plain *bufio.Scanner
	echo  bool
	// editor edits lines, while the terminal is in the mode editing; otherwise it is in the mode usual.
	editor         *liner.State
	usual, editing liner.ModeApplier
}

const (
	longestLine = 1 << 20 // in bytes, when reading plainly
	roomToType  = 20      // columns that a prompt leaves, if it can
)

// Open returns what reads the lines of in, each behind a prompt on out. If both are the terminal of this program, and TERM isn't dumb, lines
// can be edited, with those typed before as the history. Elsewhere lines are read plainly, and repeated behind their prompts unless a
// terminal has shown them.
func Open(in io.Reader, out io.Writer) *Lines {
	l := &Lines{out: out}
	// The editor knows only these two files.
	if Of(in) != os.Stdin || Of(out) != os.Stdout || os.Getenv("TERM") == "dumb" || !liner.TerminalSupported() {
		l.plain, l.echo = bufio.NewScanner(in), Of(in) == nil
		l.plain.Buffer(nil, longestLine)
		return l
	}
	// The editor would keep its mode all the time; but if Ctrl-C ended the program between two prompts, the terminal would then no
	// longer show what is typed.
	l.usual, _ = liner.TerminalMode()
	l.editor = liner.NewLiner()
	l.editing, _ = liner.TerminalMode()
	_ = l.usual.ApplyMode()
	l.editor.SetCtrlCAborts(true)
	l.editor.SetTabCompletionStyle(liner.TabPrints)
	l.editor.SetBeep(false)
	return l
}

// Read shows a prompt, and returns the line without its end. Ok is false at the end of the input: also at Ctrl-D and Ctrl-C while a line is
// edited, and at a line of more than a megabyte when reading plainly. Complete returns, for Tab, the whole lines that the line up to the
// cursor could become; those that don't begin like it, in upper or lower case, are left out. Nil means no completion.
func (l *Lines) Read(prompt string, complete func(line string) []string) (line string, ok bool) {
	prompt = diag.Visible(prompt)
	if l.editor == nil {
		return l.readPlain(prompt)
	}
	l.editor.SetWordCompleter(byWords(complete))
	prompt = l.above(prompt)
	_ = l.editing.ApplyMode()
	defer func() { _ = l.usual.ApplyMode() }()
	line, err := l.editor.Prompt(prompt)
	if err != nil {
		if !errors.Is(err, liner.ErrPromptAborted) { // for this one the editor has ended the line
			fmt.Fprintln(l.out)
		}
		return "", false
	}
	if strings.TrimSpace(line) != "" {
		l.editor.AppendHistory(line)
	}
	return line, true
}

func (l *Lines) readPlain(prompt string) (line string, ok bool) {
	fmt.Fprint(l.out, prompt)
	if !l.plain.Scan() {
		fmt.Fprintln(l.out)
		return "", false
	}
	if l.echo {
		fmt.Fprintln(l.out, diag.Visible(l.plain.Text()))
	}
	return l.plain.Text(), true
}

// above prints all of a long prompt but its last line, and returns that: where there is no room behind it, no line can be edited.
func (l *Lines) above(prompt string) (last string) {
	width := l.Width()
	prompt = Wrap(prompt, max(width-roomToType, width/2))
	end := strings.LastIndex(prompt, "\n") + 1
	fmt.Fprint(l.out, prompt[:end])
	return prompt[end:]
}

// byWords returns a completion of only the word at the cursor, so that lists of what it could be are short. It leaves out lines that would
// delete something that was typed, and those with characters that a terminal would obey.
func byWords(complete func(line string) []string) liner.WordCompleter {
	if complete == nil {
		return nil
	}
	return func(line string, cursor int) (head string, words []string, tail string) {
		typed := string([]rune(line)[:cursor])
		start := strings.LastIndexByte(typed, ' ') + 1
		for _, c := range complete(typed) {
			if len(c) < len(typed) || !strings.EqualFold(c[:len(typed)], typed) || diag.Visible(c) != c {
				continue
			}
			word, _, more := strings.Cut(c[start:], " ")
			if more {
				word += " "
			}
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
		return typed[:start], words, line[len(typed):]
	}
}

// Close restores the terminal.
func (l *Lines) Close() {
	if l.editor != nil {
		_ = l.editor.Close()
	}
}

// Interactive reports whether lines can be edited: somebody types them at a terminal, and sees the output there.
func (l *Lines) Interactive() bool { return l.editor != nil }

// Width returns the number of columns of the output, as it is now; 80 if it is no terminal, or one that doesn't tell.
func (l *Lines) Width() int {
	if file := Of(l.out); file != nil {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}
