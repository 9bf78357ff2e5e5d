package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/serve"
	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/web"
	"github.com/rulec/rulec/web/engine"
)

// servePort is the port of the page; it is fixed, so that the page can be bookmarked. The data that a page stores
// also belongs to its port.
const servePort = 7373

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "Write rules and play fights in a browser",
		Long: `Open a page in a browser on this machine, to write rules and play fights. With a folder the page
opens its rules. Your changes stay in the browser until you save them there; --write lets the page
save into the folder, and tells you if a file has changed there meanwhile. No other machine can
reach the page. Ctrl-C ends it.`,
		Example: `  rulec serve
  rulec serve myrules --write
  rulec serve myrules --port 8080 --no-open`,
		Args: takes(0, 1),
	}
	port := cmd.Flags().Int("port", servePort, "use this `PORT`; 0: any free one")
	page := cmd.Flags().String("page", "", "take the page from this `FOLDER`, for those who work on it")
	write := cmd.Flags().Bool("write", false, "let the page save into the folder")
	linkBase := cmd.Flags().String("link-base", "", "let links lead to the page at this `URL`, which others can reach (default: no links)")
	noOpen := cmd.Flags().Bool("no-open", false, "don't open a browser")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *port < 0 || *port > 65535:
			return usage("--port must be between 0 and 65535, not %d", *port)
		case *write && len(args) == 0:
			return usage("--write needs a folder: rulec serve FOLDER --write")
		case *linkBase != "" && !strings.HasPrefix(*linkBase, "http://") && !strings.HasPrefix(*linkBase, "https://"):
			return usage("--link-base must be the address of a page, such as https://example.org/rulec/, not %s", *linkBase)
		}
		files := web.Page()
		if *page != "" {
			folder, err := openFolder(*page)
			if err != nil {
				return err
			}
			defer folder.Close()
			files = folder.FS()
		}
		o := serve.Options{Version: programVersion(), Write: *write, LinkBase: *linkBase}
		o.Engine = func(ctx context.Context, tell func(any)) serve.Engine { return engine.Native(ctx, o.Version, tell) }
		if len(args) > 0 {
			folder, err := openFolder(args[0])
			if err != nil {
				return err
			}
			defer folder.Close()
			o.Folder = folder
		}
		site, err := serve.New(files, o)
		if errors.Is(err, serve.ErrNoPage) {
			return exit{exitFailed, fmt.Errorf("%s: %w", *page, err)}
		}
		if err != nil {
			return exit{exitFailed, fmt.Errorf("%s: %w", args[0], err)}
		}
		ctx, stop := untilInterrupted(cmd)
		defer stop()
		out := cmd.OutOrStdout()
		err = site.Run(ctx, *port, func(address string) error {
			with := ""
			if o.Folder != nil {
				with = ", with the rules of " + diag.Visible(args[0])
			}
			_, err := fmt.Fprintf(out, "%s%s; Ctrl-C ends it\n", address, with)
			if !*noOpen && terminal.Of(out) != nil {
				openBrowser(address)
			}
			return written(err)
		})
		if errors.Is(err, syscall.EADDRINUSE) {
			return exit{exitFailed, fmt.Errorf("port %d is taken: choose another one with --port; --port 0 takes any free one", *port)}
		}
		if coded := (exit{}); err != nil && !errors.As(err, &coded) {
			return exit{exitFailed, err}
		}
		return err
	}
	return cmd
}

// openFolder opens a folder from the command line.
func openFolder(path string) (*os.Root, error) {
	folder, err := os.OpenRoot(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, exit{exitFailed, fmt.Errorf("there is no folder %s", path)}
	case err != nil:
		return nil, exit{exitFailed, fmt.Errorf("can't open %s: is it a folder?", path)}
	}
	return folder, nil
}
