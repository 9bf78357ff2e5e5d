package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/schema"
	"github.com/rulec/rulec/lang/diag"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [SORT]",
		Short: "Print a JSON schema, by which editors complete and check keys",
		Long: `Print a JSON schema (draft 7) of the files of rulec: ` + strings.Join(schema.Files, ", ") + `; by default
any of them. It knows keys, how they are nested and what they hold in words; names, formulas and
programs are for rulec lint to check.

An editor with a YAML language server takes it by a comment at the top of a file:

  # yaml-language-server: $schema=./rulec.schema.json`,
		Example: `  rulec schema > rulec.schema.json
  rulec schema ruleset`,
		Args:      takes(0, 1),
		ValidArgs: schema.Files,
		RunE: func(cmd *cobra.Command, args []string) error {
			sort := "any"
			if len(args) > 0 {
				sort = args[0]
			}
			text, err := schema.Of(sort)
			if err != nil {
				if near, ok := diag.Nearest(sort, schema.Files); ok {
					return usage("%v; did you mean %q?", err, near)
				}
				return usage("%v", err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			return written(err)
		},
	}
}
