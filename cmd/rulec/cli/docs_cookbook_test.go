package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// cookbooks are the pages of recipes for the tavern, with the mark of their headings, and how many recipes
// they have at least.
var cookbooks = []struct {
	page, heading string
	least         int
}{
	{"cookbook.md", "### ", 50},
	{"traps.md", "## ", 10},
}

var recipeBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestCookbooks puts each recipe beside the rules of the tavern, as somebody does who copies it: nothing is
// wrong with it, and its cases pass.
func TestCookbooks(t *testing.T) {
	rules, err := os.ReadFile("../../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, book := range cookbooks {
		text, err := os.ReadFile("../../../spec/" + book.page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(book.page, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("rules.yaml", rules, 0o600); err != nil {
				t.Fatal(err)
			}
			recipes := strings.Split("\n"+string(text), "\n"+book.heading)[1:]
			if len(recipes) < book.least {
				t.Errorf("%d recipes are fewer than %d", len(recipes), book.least)
			}
			for _, recipe := range recipes {
				cook(t, recipe)
			}
		})
	}
}

// cook tries a recipe, which begins with its name.
func cook(t *testing.T, recipe string) {
	name, _, _ := strings.Cut(recipe, "\n")
	blocks := recipeBlock.FindAllStringSubmatch(recipe, -1)
	if len(blocks) != 1 {
		t.Errorf("%s: it isn't one block of YAML", name)
		return
	}
	if err := os.WriteFile("house.yaml", []byte(blocks[0][1]), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if code := run([]string{"lint", "house.yaml"}, strings.NewReader(""), &out, &out); code != exitFine || out.String() != "Nothing is wrong in 1 file.\n" {
		t.Errorf("%s: %s", name, &out)
		return
	}
	if code := run([]string{"test", "house.yaml"}, strings.NewReader(""), &out, &out); code != exitFine || !strings.Contains(out.String(), " passed, 0 failed") || strings.Contains(out.String(), "\n0 passed") {
		t.Errorf("%s: %s", name, &out)
	}
}
