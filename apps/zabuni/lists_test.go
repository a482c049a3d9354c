package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
)

// A listing is an operation that answers rows, with what narrows it.
type listing struct {
	row
	several map[string][]string // parameters that take more than one value, with those values
	days    []string            // what parameters x_from and x_to are of: x
	other   []string            // what else may be asked for
	turned  map[string][]string // of these, what takes one of a few words, with those
	buyer   bool                // the operator says whose it is
	sized   []string            // what says how long a page is
	counted bool                // its pages go by number
	asked   url.Values          // what it is not answered without
}

// lists finds them in the contracts: whatever answers items without naming what they belong to.
func (m *matrix) lists() (out []listing) {
	for _, r := range rows(m.T) {
		op := m.docs[r.app].Paths[r.path][strings.ToLower(r.method)]
		if _, ok := m.docs[r.app].resolve(op.Responses["200"].Content["application/json"].Schema).Properties["items"]; r.method != http.MethodGet || !ok {
			continue
		}
		l := listing{row: r, several: map[string][]string{}, turned: map[string][]string{}, asked: url.Values{}}
		for _, p := range op.Parameters {
			stem, from := strings.CutSuffix(p.Name, "_from")
			_, to := strings.CutSuffix(p.Name, "_to")
			if p.Name == "limit" || p.Name == "page_size" {
				l.sized = append(l.sized, p.Name)
			}
			l.counted = l.counted || p.Name == "page"
			if p.Name == "buyer_id" && r.app == "operator" && r.path != "/livejobs" {
				l.buyer = true
			}
			switch {
			case p.In == "query" && p.Required && len(p.Schema.Enum) > 0:
				l.asked.Set(p.Name, fmt.Sprint(m.docs[r.app].asked(p)))
			case p.In != "query" || slices.Contains([]string{"after", "before", "limit", "page", "page_size", "buyer_id"}, p.Name) || to:
			case from && p.Schema.Format == "date":
				l.days = append(l.days, stem)
			case kindOf(p.Schema) == "array":
				l.several[p.Name] = nil
				for _, v := range m.docs[r.app].resolve(*p.Schema.Items).Enum {
					l.several[p.Name] = append(l.several[p.Name], v.(string))
				}
			default:
				l.other = append(l.other, p.Name)
				l.turns(p)
			}
		}
		out = append(out, l)
	}
	return out
}

// A rowOf is one row of an answer, by its members.
type rowOf = map[string]any

// nameOf is what tells a row from others.
func nameOf(r rowOf) string {
	for _, key := range []string{"id", "attempt_id", "category_id", "supplier_id"} {
		if v, ok := r[key]; ok {
			return fmt.Sprint(v)
		}
	}
	return fmt.Sprint(r)
}

// readers are somebody of each app who may read all of it.
func (h *house) readers() map[string]persona {
	h.Helper()
	out := map[string]persona{}
	for app, kind := range map[string]access.UserType{
		"supplier":  access.Supplier,
		"buyer":     access.Buyer,
		"operator":  access.Operator,
		"contracts": access.Temp,
	} {
		out[app] = h.persona("reader of "+app, kind, access.Titles[kind], nil)
	}
	return out
}

// place is where somebody finds a list, of what is theirs.
func (m *matrix) place(p persona, l listing) string {
	path := l.path
	for _, n := range placeholder.FindAllStringSubmatch(l.path, -1) {
		path = strings.Replace(path, n[0], m.object(l.row, n[1], p).own, 1)
	}
	return path
}

// read is a whole list for somebody, narrowed.
func (m *matrix) read(p persona, l listing, narrow url.Values) (out []rowOf) {
	m.Helper()
	path := m.place(p, l)
	q := maps.Clone(narrow)
	maps.Copy(q, l.asked)
	if l.buyer {
		q.Set("buyer_id", m.tenants[0].buyer.Org.String())
	}
	for _, size := range l.sized {
		if !q.Has(size) {
			q.Set(size, "100")
		}
	}
	for number := 1; ; number++ {
		a := m.send(p, l.app, l.method, path+"?"+q.Encode(), nil)
		var page struct {
			Items []rowOf
			Next  string
		}
		if err := json.Unmarshal([]byte(a.body), &page); err != nil || a.status != http.StatusOK {
			m.Errorf("%s?%s: %d %s %v", l, q.Encode(), a.status, a.body, err)
			return out
		}
		out = append(out, page.Items...)
		switch {
		case page.Next != "" && page.Next != q.Get("after"): // a page that leads to itself would never end
			q.Set("after", page.Next)
		case l.counted && len(page.Items) > 0:
			q.Set("page", strconv.Itoa(number+1))
		default:
			return out
		}
	}
}

func named(rows []rowOf) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = nameOf(r)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// refused tells whether a call is refused at one of its parameters.
func (m *matrix) refused(p persona, l listing, narrow url.Values, parameter string) bool {
	path := m.place(p, l)
	narrow = maps.Clone(narrow)
	maps.Copy(narrow, l.asked)
	a := m.send(p, l.app, l.method, path+"?"+narrow.Encode(), nil)
	var problem httpkit.Problem
	_ = json.Unmarshal([]byte(a.body), &problem)
	return a.status == http.StatusUnprocessableEntity && slices.ContainsFunc(problem.Errors, func(f fault.Field) bool {
		return strings.HasPrefix(f.Code, "field.") && (f.Pointer + "/")[:len("/query/"+parameter)+1] == "/query/"+parameter+"/"
	})
}

// union asks for each value alone and for each two together.
func (m *matrix) union(p persona, l listing, name string, values []string) {
	if len(values) == 0 {
		m.Errorf("%s: lists.golden does not say what %s may be", l, name)
		return
	}
	all := named(m.read(p, l, url.Values{}))
	alone, some, fewer := map[string][]string{}, false, false
	for _, v := range values {
		alone[v] = named(m.read(p, l, url.Values{name: {v}}))
		some, fewer = some || len(alone[v]) > 0, fewer || len(alone[v]) < len(all)
	}
	if !some || !fewer {
		m.Errorf("%s: %s=%v narrows nothing: %d rows, and by each %v", l, name, values, len(all), alone)
	}
	for i, v := range values {
		for _, w := range values[:i] {
			if len(alone[v])+len(alone[w]) == 0 {
				continue
			}
			want := slices.Compact(slices.Sorted(slices.Values(slices.Concat(alone[v], alone[w]))))
			if got := named(m.read(p, l, url.Values{name: {v, w}})); !slices.Equal(got, want) {
				m.Errorf("%s: %s=%s&%s=%s are %v, want %v", l, name, v, name, w, got, want)
			}
		}
	}
	if !m.refused(p, l, url.Values{name: {values[0], "no such word"}}, name) {
		m.Errorf("%s: %s takes what is none of its values", l, name)
	}
}

// period asks for the day of each row and for its neighbours.
func (m *matrix) period(p persona, l listing, stem, field, zone string) {
	from, to := stem+"_from", stem+"_to"
	days := map[string][]string{} // rows by their day
	for _, r := range m.read(p, l, url.Values{}) {
		for name := range strings.SplitSeq(field, "|") {
			if text, ok := r[name].(string); ok && text != "" {
				day := m.dayOf(r, text, zone)
				days[day] = append(days[day], nameOf(r))
				break
			}
		}
	}
	if len(days) == 0 {
		m.Errorf("%s: no row has a %s", l, field)
	}
	for _, day := range slices.Sorted(maps.Keys(days)) {
		at, err := time.Parse(time.DateOnly, day)
		m.must(err)
		slices.Sort(days[day])
		before, after := at.AddDate(0, 0, -1).Format(time.DateOnly), at.AddDate(0, 0, 1).Format(time.DateOnly)
		if got := named(m.read(p, l, url.Values{from: {day}, to: {day}})); !slices.Equal(got, slices.Compact(days[day])) {
			m.Errorf("%s: on %s %s there are %v, want %v", l, stem, day, got, days[day])
		}
		for _, x := range []url.Values{{from: {after}}, {to: {before}}} {
			for _, name := range named(m.read(p, l, x)) {
				if slices.Contains(days[day], name) {
					m.Errorf("%s: %v has a row of %s", l, x, day)
				}
			}
		}
	}
	for _, x := range []url.Values{{to: {"2026-02-31"}}, {to: {"yesterday"}}, {to: {"0026-02-01"}}, {from: {"2026-03-02"}, to: {"2026-03-01"}}} {
		if !m.refused(p, l, x, to) {
			m.Errorf("%s: %v is taken", l, x)
		}
	}
}

// dayOf is the day of what a row says, in the zone that it is shown in.
func (m *matrix) dayOf(r rowOf, text, zone string) string {
	if zone == "date" {
		return text
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	m.must(err)
	if zone == "row" {
		zone = r["timezone"].(string)
	}
	in, err := time.LoadLocation(zone)
	m.must(err)
	return at.In(in).Format(time.DateOnly)
}

// Whatever lists something can be narrowed, and is as it says: several values of a
// parameter add up, days begin where the rows show them, a word finds who says it and
// nobody else, and what is no value is refused by the name of its parameter.
func TestEveryListIsNarrowedAsItSays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := newMatrix(h)
	h.furnish()
	h.spread()
	people := h.readers()
	h.inform()
	h.brought()
	moments := map[string][]string{}
	for _, x := range table(t, "lists.golden", 5) {
		moments[x[0]+" "+x[1]+" "+x[2]] = x
	}
	used := map[string]bool{}
	known := func(app, path, what string) []string {
		for _, app := range []string{app, "*"} {
			if key := app + " " + path + " " + what; moments[key] != nil {
				used[key] = true
				return moments[key]
			}
		}
		return nil
	}
	lists := m.lists()
	if len(lists) < 60 {
		t.Fatalf("only %d lists were found", len(lists))
	}
	for _, l := range lists {
		p := people[l.app]
		if len(l.several)+len(l.days)+len(l.other) == 0 {
			if known(l.app, l.path, "-") == nil {
				t.Errorf("%s has nothing that narrows it, and no reason in lists.golden", l)
			}
			continue
		}
		for name, values := range l.several {
			if x := known(l.app, l.path, name); x != nil {
				if x[3] != "values" {
					t.Errorf("%s: %s is asked of nothing", l, name)
					continue
				}
				values = m.valuesOf(x[4])
			}
			m.union(p, l, name, values)
		}
		for _, name := range l.other {
			if known(l.app, l.path, name) == nil {
				m.other(p, l, name)
			}
		}
		for _, stem := range l.days {
			x := known(l.app, l.path, stem)
			if x == nil {
				t.Errorf("%s: lists.golden does not say of which field %s is", l, stem)
				continue
			}
			m.period(p, l, stem, x[3], x[4])
		}
	}
	for key := range moments {
		if !used[key] {
			t.Errorf("%s of lists.golden is of no list", key)
		}
	}
	for _, f := range m.findings {
		t.Error(f)
	}
}

// valuesOf are the values that lists.golden gives a parameter: words, or kinds of objects.
func (m *matrix) valuesOf(text string) (out []string) {
	for v := range strings.SplitSeq(text, ",") {
		if id := m.tenants[0].ids[v]; id != "" {
			v = id
		}
		out = append(out, v)
	}
	return out
}
