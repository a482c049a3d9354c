package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
)

// pageOf is one answer of a list that goes on after a row.
func (m *matrix) pageOf(p persona, l listing, limit, after string) (items []json.RawMessage, next string) {
	q := url.Values{"limit": {limit}}
	if after != "" {
		q.Set("after", after)
	}
	if l.buyer {
		q.Set("buyer_id", m.tenants[0].buyer.Org.String())
	}
	a := m.send(p, l.app, l.method, m.place(p, l)+"?"+q.Encode(), nil)
	var page struct {
		Items []json.RawMessage
		Next  string
	}
	if a.status != http.StatusOK || json.Unmarshal([]byte(a.body), &page) != nil {
		return nil, ""
	}
	return page.Items, page.Next
}

// Whoever reads a list in pages of one comes to all of it, in the order of the whole,
// and then to its end: each list of each desk that has two rows for somebody.
func TestEveryListIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := newMatrix(h)
	h.furnish()
	readers, walked := (&canarySweep{matrix: m}).readers(), 0
	for _, l := range m.lists() {
		if !slices.Contains(l.sized, "limit") {
			continue
		}
		for _, r := range readers {
			if r.app != l.app {
				continue
			}
			whole, more := m.pageOf(r.persona, l, "100", "")
			if len(whole) < 2 {
				continue
			}
			walked++
			after := ""
			for i, item := range whole {
				page, next := m.pageOf(r.persona, l, "1", after)
				last := i+1 == len(whole) && more == ""
				if len(page) != 1 || string(page[0]) != string(item) || last != (next == "") {
					t.Errorf("%s for %s: page %d of %d is %.300s, and then %q", l, r.name, i+1, len(whole), page, next)
					break
				}
				after = next
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
