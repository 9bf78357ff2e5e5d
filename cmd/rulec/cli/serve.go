package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/serve"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/web"
)

// servePort is the port of the page; it is fixed, so that the page can be bookmarked. The data that a page stores
// also belongs to its port.
const servePort = 7373

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "Write rules and play fights in a browser",
		Long: `Serve a page to a browser on this machine, to write rules and play fights. The page also reads
the rules of a folder. No other machine can reach it, and rulec writes nothing: your changes on
the page stay in the browser until you save them there. Ctrl-C ends it.

Releases of rulec include the page. Otherwise build it in rulec's own folder:

  go run ./web/build
  rulec serve --page web/dist`,
		Example: `  rulec serve
  rulec serve myrules
  rulec serve myrules --port 8080
  rulec serve --page web/dist`,
		Args: takes(0, 1),
	}
	port := cmd.Flags().Int("port", servePort, "use this `PORT`; 0: any free one")
	page := cmd.Flags().String("page", "", "take the page from this `FOLDER`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *port < 0 || *port > 65535 {
			return usage("--port must be between 0 and 65535, not %d", *port)
		}
		files, done, err := pageFiles(*page)
		if err != nil {
			return err
		}
		defer done()
		var folder *os.Root
		if len(args) > 0 {
			if folder, err = openFolder(args[0]); err != nil {
				return err
			}
			defer folder.Close()
		}
		site, err := serve.New(files, folder)
		if errors.Is(err, serve.ErrNoPage) {
			return exit{exitFailed, fmt.Errorf("%s: %w; 'go run ./web/build' in rulec's own folder builds one, in web/dist", cmp.Or(*page, "the page in this program"), err)}
		}
		if err != nil {
			return exit{exitFailed, fmt.Errorf("%s: %w", args[0], err)}
		}
		ctx, stop := untilInterrupted(cmd)
		defer stop()
		out := cmd.OutOrStdout()
		err = site.Run(ctx, *port, func(address string) error {
			with := ""
			if folder != nil {
				with = ", with the rules of " + diag.Visible(args[0])
			}
			_, err := fmt.Fprintf(out, "%s%s; Ctrl-C ends it\n", address, with)
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

// pageFiles returns the files of the page, from a folder or from the program itself, and a function to call when
// they aren't needed any more.
func pageFiles(path string) (files fs.FS, done func(), err error) {
	if path != "" {
		folder, err := openFolder(path)
		if err != nil {
			return nil, nil, err
		}
		return folder.FS(), func() { folder.Close() }, nil
	}
	if files = web.Page(); files == nil {
		return nil, nil, exit{exitFailed, errors.New("this rulec was built without the page: use a release, or run 'go run ./web/build' in rulec's own folder and add --page web/dist")}
	}
	return files, func() {}, nil
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
