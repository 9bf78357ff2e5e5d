package engine

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rulec/rulec/internal/docs"
	"github.com/rulec/rulec/spec"
)

// pages are the pages of the reference.
var pages = sync.OnceValues(func() ([]docs.Page, error) { return docs.Read(spec.Pages) })

// consulted says what is looked up in the reference: a page, or words in all of them.
type consulted struct {
	Page string `json:"page"`
	Find string `json:"find"`
}

// reference lists the sections of the reference that have words, the page that is asked for or, without their texts, all pages.
func (d *Workspace) reference(q consulted) ([]docs.Page, error) {
	all, err := pages()
	list := []docs.Page{}
	if words := strings.Fields(q.Find); len(words) > 0 {
		for _, h := range docs.Search(all, words) {
			list = append(list, docs.Page{Name: h.Page, Title: h.Heading, About: h.Line})
		}
		return list, err
	}
	for _, p := range all {
		if p.Name == q.Page {
			return []docs.Page{p}, err
		}
		p.Text = ""
		list = append(list, p)
	}
	if q.Page != "" {
		return nil, fmt.Errorf("the reference has no page %q", q.Page)
	}
	return list, err
}
