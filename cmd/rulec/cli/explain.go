package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/lang/diag"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain the code of a message, with an example and the fix",
		Example: `  rulec explain unknown-name
  rulec explain                         all codes, one per line`,
		Args: takes(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return codeNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				for _, code := range diag.Codes() {
					e, _ := diag.Explain(code)
					fmt.Fprintf(out, "%-28s %s\n", code, e.Summary)
				}
				return nil
			}
			e, ok := diag.Explain(diag.Code(args[0]))
			if !ok {
				return unknown(fmt.Sprintf("unknown code %q", args[0]), args[0], codeNames(), "'rulec explain' lists all of them")
			}
			fmt.Fprintf(out, "%s\n\n%s\n", e.Code, e.Summary)
			if len(e.Files) > 0 {
				fmt.Fprintf(out, "\nExample:\n\n%s\n", indent(e.Example()))
			}
			fmt.Fprintf(out, "\nFix: %s\n\nMore: rulec docs %s\n", e.Fix, e.See)
			return nil
		},
	}
}

func codeNames() (names []string) {
	for _, code := range diag.Codes() {
		names = append(names, string(code))
	}
	return names
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
