package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// listing is an answer that is one page of a list.
type listing struct {
	Items []json.RawMessage `json:"items"`
	Next  string            `json:"next"`
}

// Whoever reads a list in pages of one comes to all of it, in the order of the whole,
// and then to its end: each list of each desk that has two rows for somebody.
func TestEveryListIsReadToItsEnd(t *testing.T) {
	h := newHouse(t)
	m := newMatrix(h)
	readers := (&canarySweep{matrix: m}).readers()
	walked := 0
	for _, r := range rows(t) {
		var asks []string
		for _, q := range m.docs[r.app].Paths[r.path][strings.ToLower(r.method)].Parameters {
			asks = append(asks, q.Name)
		}
		if r.method != http.MethodGet || !slices.Contains(asks, "after") || !slices.Contains(asks, "limit") {
			continue
		}
		for _, p := range readers {
			if p.app != r.app {
				continue
			}
			path := r.path
			for _, n := range placeholder.FindAllStringSubmatch(r.path, -1) {
				path = strings.Replace(path, n[0], m.object(r, n[1], p.persona).own, 1)
			}
			path += m.query(r) + map[bool]string{true: "&", false: "?"}[m.query(r) != ""]
			read := func(query string) (l listing, ok bool) {
				a := m.send(p.persona, r.app, r.method, path+query, nil)
				return l, a.status == http.StatusOK && json.Unmarshal([]byte(a.body), &l) == nil
			}
			whole, ok := read("limit=100")
			if !ok || len(whole.Items) < 2 {
				continue
			}
			walked++
			after := ""
			for i, item := range whole.Items {
				page, ok := read("limit=1" + after)
				last := i+1 == len(whole.Items) && whole.Next == ""
				if !ok || len(page.Items) != 1 || string(page.Items[0]) != string(item) || last != (page.Next == "") {
					t.Errorf("%s for %s: page %d of %d is %.300s, and then %q", r, p.name, i+1, len(whole.Items), page.Items, page.Next)
					break
				}
				after = "&after=" + page.Next
			}
			break
		}
	}
	for _, f := range m.findings {
		t.Error(f)
	}
	if walked < 20 {
		t.Errorf("only %d lists are walked through", walked)
	}
}
