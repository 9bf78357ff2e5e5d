package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// stateFlags are the files of the states that a run starts with and writes.
type stateFlags struct {
	save, load string
	places     bool
}

func addStateFlags(cmd *cobra.Command) *stateFlags {
	f := &stateFlags{}
	cmd.Flags().StringVar(&f.save, "save", "", "write the state of everyone at the end to `FILE`")
	cmd.Flags().StringVar(&f.load, "load", "", "start with the state in `FILE`")
	cmd.Flags().BoolVar(&f.places, "places", false, "with --save: also write everyone's place")
	return f
}

// encounter loads an encounter, after the state if there is one, and prints warnings about the state.
func (f *stateFlags) encounter(cmd *cobra.Command, name string, opts lang.Options) (*program.Encounter, error) {
	if f.places && f.save == "" {
		return nil, usage("--places needs --save")
	}
	opts.State = f.load
	e, list := lang.LoadEncounter(name, opts)
	if list.HasErrors() {
		return nil, complain(cmd.ErrOrStderr(), list)
	}
	warnOfState(cmd, list)
	return e, nil
}

// warnOfState prints the warnings about a state.
func warnOfState(cmd *cobra.Command, list diag.List) {
	var own diag.List
	for _, d := range list {
		if d.Code == encounter.CodeStateChanged {
			own = append(own, d)
		}
	}
	printList(cmd.ErrOrStderr(), own, diag.Snippets)
}

// runSequence plays a sequence and prints it as one log.
func (f *stateFlags) runSequence(cmd *cobra.Command, name string, opts lang.Options, t telling, o interp.Options) error {
	if f.places && f.save == "" {
		return usage("--places needs --save")
	}
	opts.State = f.load
	s, list := lang.LoadSequence(name, opts)
	if list.HasErrors() {
		return complain(cmd.ErrOrStderr(), list)
	}
	warnOfState(cmd, list)
	whole := &story.Log{Title: s.Title}
	state, err := sequence.Play(s, o, f.places, func(p *sequence.Part) error {
		if t.format == "json" {
			return written(t.partAsJSON(p))
		}
		whole.Join(p.Heading(), interp.Log(p.Machine, t.options))
		return nil
	})
	var coded exit
	if errors.As(err, &coded) {
		return err
	}
	if t.format != "json" {
		whole.Note("Again: " + t.again)
		if err := t.write(whole); err != nil {
			return written(err)
		}
	}
	if err != nil {
		return t.stopped(err)
	}
	return f.write(state)
}

// partAsJSON writes the events of a part of a sequence.
func (t telling) partAsJSON(p *sequence.Part) error {
	if err := writeJSON(t.out, struct {
		Kind  string `json:"kind"`
		Step  int    `json:"step"`
		Title string `json:"title"`
	}{"step", p.Number, p.Title}); err != nil {
		return err
	}
	if err := p.Machine.JSON(t.out); err != nil {
		return err
	}
	if !p.Fight || p.Err != nil {
		return nil
	}
	return t.ending(p.Encounter, p.Machine, p.Outcome)
}

// write writes a state, if a file is given.
func (f *stateFlags) write(s *program.State) error {
	if f.save == "" {
		return nil
	}
	text := lang.FormatState(s)
	if len(text) > tree.MaxBytes {
		return exit{exitFailed, fmt.Errorf("the state is too long: %d bytes, the limit is %d", len(text), tree.MaxBytes)}
	}
	return written(disk.Replace(f.save, []byte(text)))
}
