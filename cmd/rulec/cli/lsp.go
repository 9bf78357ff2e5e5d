package cli

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/lsp"
)

func newLSP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: mistakes, completion, hover, names and their uses, as you type",
		Long: `Serve an editor by the Language Server Protocol, over standard input and output. The editor
starts it; a terminal shows nothing.

As you type, the editor shows what rulec lint finds. It completes keys and names in YAML,
formulas and programs, explains a name and lists its uses, renames it everywhere, fixes what it
safely can, formats files, shows the values of params and plays cases.

How to set up VS Code, Neovim, Helix and others: rulec docs editor`,
		Args: takes(0, 0),
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, as always; some editors pass this flag")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx := cmd.Context()
		if ctx == nil {
			ctx = context.Background()
		}
		err := lsp.New(loadOptions(), programVersion()).Run(ctx, cmd.InOrStdin(), unclosed{bare(cmd.OutOrStdout())})
		if errors.Is(err, lsp.ErrUnfinished) {
			return problems
		}
		if err != nil {
			return exit{exitFailed, err}
		}
		return nil
	}
	return cmd
}

// unclosed is a writer that others close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
