package main

import (
	"io"
	"os"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// output is where a command prints to. What a terminal would obey, hide or turn round is made visible on its way through here,
// whatever title, name or text of a file holds it, so that no command can forget it; line breaks stay. It remembers the first
// error, so that no command, and no help, ends well whose output was lost.
type output struct {
	to io.Writer
	// rest is the beginning of a character whose other bytes are still to come.
	rest   []byte
	failed error
}

func (o *output) Write(text []byte) (int, error) {
	all := append(o.rest, text...)
	whole := len(all) - unfinished(all)
	o.rest = append([]byte(nil), all[whole:]...)
	o.put([]byte(diag.VisibleLines(string(all[:whole]))))
	return len(text), o.failed
}

// unfinished returns how many bytes at the end of a text are the beginning of a character.
func unfinished(text []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(text)); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// end prints what is left: bytes that are no character.
func (o *output) end() {
	o.put([]byte(diag.Visible(string(o.rest))))
	o.rest = nil
}

// put prints a text as it is.
func (o *output) put(text []byte) {
	if o.failed == nil && len(text) > 0 {
		_, o.failed = o.to.Write(text)
	}
}

// bareOutput prints as it is what goes to an output.
type bareOutput struct{ *output }

func (o bareOutput) Write(text []byte) (int, error) {
	o.put(text)
	return len(text), o.failed
}

// bare returns where an output prints what it is given as it is: what programs read, and what was made visible before it got its
// colours.
func bare(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return bareOutput{o}
	}
	return w
}

// forFile returns where a text is printed that goes into a file, to the byte; a terminal is none.
func forFile(w io.Writer) io.Writer {
	if isTerminal(w) {
		return w
	}
	return bare(w)
}

// printList prints what is wrong, coloured if the output may be.
func printList(w io.Writer, list diag.List, format diag.Format) error {
	return list.Print(bare(w), format, colourful(w))
}

// colourful reports whether text for w may be coloured: w is a terminal that takes colours, and NO_COLOR is not set.
func colourful(w io.Writer) bool {
	file := terminal(w)
	return file != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && takesColours(file)
}

// isTerminal reports whether what is printed to w goes to a terminal in the end.
func isTerminal(w io.Writer) bool { return terminal(w) != nil }

// terminal returns the terminal to which what is printed to w goes in the end; nil: it goes to none.
func terminal(w io.Writer) *os.File {
	switch w := w.(type) {
	case *output:
		return terminal(w.to)
	case bareOutput:
		return terminal(w.to)
	case *held:
		return terminal(w.to)
	case *os.File:
		if info, err := w.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return w
		}
	}
	return nil
}
