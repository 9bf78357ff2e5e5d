package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/lang/diag"
)

// watchPause is the time between two checks of a watched folder.
const watchPause = 250 * time.Millisecond

// watched adds --watch to a command that reads the files of its arguments: then it runs again whenever one of them
// has changed, until it is interrupted. The same output isn't printed again.
func watched(cmd *cobra.Command) *cobra.Command {
	on := cmd.Flags().Bool("watch", false, "run again whenever a YAML file changes, next to the named ones or in the working directory; Ctrl-C ends it")
	once := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !*on {
			return once(cmd, args)
		}
		ctx, stop := untilInterrupted(cmd)
		defer stop()
		out := cmd.OutOrStdout()
		defer cmd.SetOut(out)
		for before, first := "", true; ; first = false {
			seen := stamps(args)
			shown := &held{to: bare(out), through: first}
			cmd.SetOut(&output{to: shown})
			var coded exit
			if err := once(cmd, args); errors.As(err, &coded) && coded.err != nil {
				if coded.code == exitUsage {
					return err
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "rulec: %s\n", diag.Visible(coded.Error()))
			}
			text := shown.text.String()
			news := first || text != before
			if !first && news {
				if _, err := io.WriteString(bare(out), text); err != nil {
					return written(err)
				}
			}
			before = text
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %swaiting for a change\n", time.Now().Format(time.TimeOnly), asBefore(news))
			if !changed(ctx, args, seen) {
				return nil
			}
		}
	}
	return cmd
}

// asBefore returns a note if nothing was printed because it would have been the same.
func asBefore(news bool) string {
	if news {
		return ""
	}
	return "nothing has changed, "
}

// held keeps the output, so that the same output isn't printed again.
type held struct {
	to io.Writer
	// through is set if it is also printed at once.
	through bool
	text    strings.Builder
}

func (h *held) Write(text []byte) (int, error) {
	h.text.Write(text)
	if h.through {
		return h.to.Write(text)
	}
	return len(text), nil
}

// Unwrap returns where the text is printed.
func (h *held) Unwrap() io.Writer { return h.to }

// changed waits until some files of the paths have changed; false if it was interrupted.
func changed(ctx context.Context, paths []string, seen map[string]stamp) bool {
	for maps.Equal(seen, stamps(paths)) {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(watchPause):
		}
	}
	return true
}

// stamp shows whether a file has changed.
type stamp struct {
	size int64
	at   time.Time
}

// stamps returns the stamps of all YAML files in the folders of paths, and below the working directory. It skips
// files that can't be read at the moment.
func stamps(paths []string) map[string]stamp {
	seen := map[string]stamp{}
	folders := []string{"."}
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			folders = append(folders, filepath.Clean(p))
		} else if err == nil {
			folders = append(folders, filepath.Dir(p))
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case d.IsDir() && path != folder && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case d.IsDir() || !isYAML(path):
				return nil
			}
			if info, err := d.Info(); err == nil {
				seen[path] = stamp{info.Size(), info.ModTime()}
			}
			return nil
		})
	}
	return seen
}

// untilInterrupted returns a context that is done when the user presses Ctrl-C, or the program is asked to end.
func untilInterrupted(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	parent := cmd.Context()
	if parent == nil {
		parent = context.Background()
	}
	return signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
}
