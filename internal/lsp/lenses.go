package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/creachadair/jrpc2"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/editor"
)

// playCommand is the command that plays an encounter or a case.
const playCommand = "rulec.play"

// codeLenses answers with the lines above which something can be played.
func (s *Server) codeLenses(p about) ([]codeLens, error) {
	list := []codeLens{}
	name, ok := nameOf(p.TextDocument.URI)
	if !ok {
		return list, nil
	}
	for _, x := range s.work.Playables(name) {
		list = append(list, codeLens{Range: rangeOf(x.At), Data: &playable{p.TextDocument.URI, x.Name}})
	}
	return list, nil
}

// resolveLens plays the encounter or case of a lens, and puts the result above the line.
func (s *Server) resolveLens(lens codeLens) (codeLens, error) {
	if lens.Data == nil {
		return lens, nil
	}
	name, _ := nameOf(lens.Data.URI)
	title := "▶ play"
	if played, err := s.work.Play(name, lens.Data.Name); err == nil {
		title += ": " + played.Line
	}
	lens.Command = &command{title, playCommand, []playable{*lens.Data}}
	return lens, nil
}

// execute plays an encounter or a case and shows its log.
func (s *Server) execute(ctx context.Context, p executeParams) (any, error) {
	var x playable
	if p.Command != playCommand || len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &x) != nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "there is no command %q with these arguments", p.Command)
	}
	played, err := alone(s, func() (playedCase, error) { return s.play(x) })
	if err != nil {
		return nil, err
	}
	kind := messageInfo
	if !played.Passed {
		kind = messageError
	}
	go func() { // the editor answers this only once it has its own answer
		if uri := s.uriOf(played.File); played.File != "" && s.client.Capabilities.Window.ShowDocument.Support {
			s.rpc.Callback(ctx, "window/showDocument", object{"uri": uri})
		}
	}()
	s.rpc.Notify(ctx, "window/showMessage", showMessageParams{kind, x.Name + ": " + played.Line})
	return played, nil
}

// playedCase is the result of playing an encounter or a case.
type playedCase struct {
	editor.Played
	// File is the file of the log; empty means none.
	File string `json:"file,omitempty"`
}

func (s *Server) play(x playable) (playedCase, error) {
	name, _ := nameOf(x.URI)
	played, err := s.work.Play(name, x.Name)
	if err != nil {
		return playedCase{}, requestError(err)
	}
	out := playedCase{Played: played}
	if played.Log != "" && s.client.Capabilities.Window.ShowDocument.Support {
		file := filepath.Join(os.TempDir(), fmt.Sprintf("rulec-log-%d.md", os.Getpid()))
		if disk.Replace(file, []byte(played.Log)) == nil {
			out.File = file
		}
	}
	return out, nil
}
