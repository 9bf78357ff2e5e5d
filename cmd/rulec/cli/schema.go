package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/schema"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [TYPE]",
		Short: "Print a JSON schema, so that editors complete and check keys",
		Long: `Print a JSON schema (draft 7) of the files of rulec: ` + strings.Join(schema.Files, ", ") + `; by default
for all of them. It knows the keys, their nesting and what they hold; only rulec lint checks names,
formulas and programs.

Editors with a YAML language server read it when the file begins with a comment:

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
				return unknown(err.Error(), sort, schema.Files, "")
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			return nil
		},
	}
}
