package main

import (
	"maps"
	"net/url"
	"slices"
)

// searched asks a list for a word that stands nowhere, and for what its first row says.
func (m *matrix) searched(p persona, l listing, parameter string) {
	m.Helper()
	all := m.read(p, l, url.Values{})
	if len(all) == 0 {
		m.Errorf("%s: nothing is there to search", l)
		return
	}
	if got := m.read(p, l, url.Values{parameter: {"zqnobodysx"}}); len(got) > 0 {
		m.Errorf("%s: a word that nobody says finds %d of %d", l, len(got), len(all))
	}
	first := nameOf(all[0])
	for _, member := range slices.Sorted(maps.Keys(all[0])) {
		text, ok := all[0][member].(string)
		if !ok || len(text) < 3 || len(text) > 100 {
			continue
		}
		if got := m.read(p, l, url.Values{parameter: {text}}); slices.Contains(named(got), first) {
			return
		}
	}
	m.Errorf("%s: nothing that a row says finds it: %v", l, all[0])
}

// turns notes a parameter that takes one of a few words.
func (l listing) turns(p parameter) {
	switch kindOf(p.Schema) {
	case "boolean":
		l.turned[p.Name] = []string{"true", "false"}
	case "string":
		for _, v := range p.Schema.Enum {
			l.turned[p.Name] = append(l.turned[p.Name], v.(string))
		}
	}
}

// other asks for what narrows a list by one word: a search, or one of a few values, of
// which one at least shows less than another.
func (m *matrix) other(p persona, l listing, name string) {
	m.Helper()
	if name == "search" || name == "query" {
		m.searched(p, l, name)
		return
	}
	values := l.turned[name]
	if len(values) == 0 {
		return // an identifier, which the sweep asks, or text
	}
	for i, v := range values {
		if !slices.Equal(named(m.read(p, l, url.Values{name: {v}})), named(m.read(p, l, url.Values{name: {values[(i+1)%len(values)]}}))) {
			return
		}
	}
	m.Errorf("%s: whichever of %v is asked for as %s, the same comes", l, values, name)
}
