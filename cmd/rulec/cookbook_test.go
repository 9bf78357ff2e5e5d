package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// leastRecipes is how many recipes the cookbook has at least.
const leastRecipes = 50

var (
	recipeHeading = regexp.MustCompile(`(?m)^### (.*)$`)
	recipeBlock   = regexp.MustCompile("(?s)```yaml\n(.*?)```")
)

// TestCookbook puts each recipe beside the rules of the tavern, as somebody does who copies it: nothing is
// wrong with it, and its cases pass.
func TestCookbook(t *testing.T) {
	text, err := os.ReadFile("../../spec/cookbook.md")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("rules.yaml", rules, 0o666); err != nil {
		t.Fatal(err)
	}
	headings := recipeHeading.FindAllStringSubmatchIndex(string(text), -1)
	if len(headings) < leastRecipes {
		t.Errorf("%d recipes are fewer than %d", len(headings), leastRecipes)
	}
	for i, h := range headings {
		end := len(text)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		name, recipe := string(text[h[2]:h[3]]), string(text[h[1]:end])
		block := recipeBlock.FindStringSubmatch(recipe)
		if block == nil || len(recipeBlock.FindAllString(recipe, -1)) != 1 {
			t.Errorf("%s: it isn't one block of YAML", name)
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, "house.yaml"), []byte(block[1]), 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if code := run([]string{"lint", "house.yaml"}, strings.NewReader(""), &out, &out); code != exitFine || out.Len() > 0 {
			t.Errorf("%s: %s", name, &out)
			continue
		}
		if code := run([]string{"test", "house.yaml"}, strings.NewReader(""), &out, &out); code != exitFine || !strings.Contains(out.String(), "1 passed, 0 failed") {
			t.Errorf("%s: %s", name, &out)
		}
	}
}
