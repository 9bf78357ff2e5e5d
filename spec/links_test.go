package spec_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	pageLink    = regexp.MustCompile(`\]\(([^)#:]*)(#[^)]*)?\)`)
	pageHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fencedBlock = regexp.MustCompile("(?ms)^```.*?^```$")
)

// TestLinks follows the links of the README and of all pages: the file is there, and the heading in it.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, page := range append(pages, "../README.md", "../CONTRIBUTING.md", "../ARCHITECTURE.md") {
		text := fencedBlock.ReplaceAllString(readPage(t, page), "")
		for _, m := range pageLink.FindAllStringSubmatch(text, -1) {
			links++
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), m[1])
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: a link leads to %s, which isn't there", page, m[1])
			} else if m[2] != "" && !hasHeading(readPage(t, to), m[2][1:]) {
				t.Errorf("%s: a link leads to %s%s, which isn't there", page, m[1], m[2])
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links are too few to be true", links)
	}
}

// hasHeading reports whether a page has a heading with this anchor.
func hasHeading(page, anchor string) bool {
	for _, m := range pageHeading.FindAllStringSubmatch(page, -1) {
		if anchorOf(m[1]) == anchor {
			return true
		}
	}
	return false
}

// anchorOf returns the anchor of a heading.
func anchorOf(heading string) string {
	return strings.ToLower(strings.NewReplacer(" ", "-", "`", "", ",", "", ".", "", ":", "", "(", "", ")", "", "'", "").Replace(heading))
}

// TestRecipes holds the list of recipes at the top of the cookbook equal to its headings.
func TestRecipes(t *testing.T) {
	var b strings.Builder
	b.WriteString("| about | recipes |\n|---|---|\n")
	for _, part := range strings.Split(fencedBlock.ReplaceAllString(readPage(t, "cookbook.md"), ""), "\n## ")[1:] {
		about, _, _ := strings.Cut(part, "\n")
		var recipes []string
		for _, recipe := range strings.Split(part, "\n### ")[1:] {
			name, _, _ := strings.Cut(recipe, "\n")
			recipes = append(recipes, "["+name+"](#"+anchorOf(name)+")")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", about, strings.Join(recipes, ", "))
	}
	generated(t, "cookbook.md", "recipes", b.String())
}

var term = regexp.MustCompile(`(?m)^- \*\*(.*?)\*\*.*(?:\n  .*)*$`)

// TestGlossary holds that the terms of the glossary stand in the order of the alphabet, and that each leads to a page.
func TestGlossary(t *testing.T) {
	last := ""
	terms := term.FindAllStringSubmatch(readPage(t, "glossary.md"), -1)
	for _, m := range terms {
		if name := strings.ToLower(m[1]); name <= last {
			t.Errorf("%s stands behind %s", name, last)
		} else {
			last = name
		}
		if !strings.Contains(m[0], ".md)") {
			t.Errorf("%s leads to no page", m[1])
		}
	}
	if len(terms) < 40 {
		t.Errorf("%d terms", len(terms))
	}
}
