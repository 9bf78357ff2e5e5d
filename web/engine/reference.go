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

// pageOf is a page of the reference, or the section of it with words that were looked for.
type pageOf struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
	Text  string `json:"text,omitempty"`
}

// reference lists the pages of the reference, the sections that have words, or the page that is asked for, with its text.
func (d *Workspace) reference(q consulted) ([]pageOf, error) {
	all, err := pages()
	list := []pageOf{}
	if words := strings.Fields(q.Find); len(words) > 0 {
		for _, h := range docs.Search(all, words) {
			list = append(list, pageOf{Name: h.Page, Title: h.Heading, About: h.Line})
		}
		return list, err
	}
	for _, p := range all {
		switch q.Page {
		case "":
			list = append(list, pageOf{Name: p.Name, Title: p.Title, About: p.About})
		case p.Name:
			return []pageOf{{p.Name, p.Title, p.About, p.Text}}, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the reference has no page %q", q.Page)
	}
	return list, err
}
