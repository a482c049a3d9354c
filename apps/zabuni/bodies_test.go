package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
)

// lists are bodies' lists of text whose entries are identifiers all the same.
var lists = regexp.MustCompile(`(^|/)(roles|supplier_ids|criteria|category_types)/0$`)

// named lists every place of a body that names an object, from the contract.
func (m *matrix) named(r row) []string {
	d := m.docs[r.app]
	c, ok := d.Paths[r.path][strings.ToLower(r.method)].RequestBody.Content["application/json"]
	if !ok {
		return nil
	}
	var out []string
	for _, at := range d.identifiers(c.Schema, nil) {
		out = append(out, strings.Join(at, "/"))
	}
	for _, at := range d.texts(c.Schema, nil) {
		if p := strings.Join(at, "/"); lists.MatchString(p) {
			out = append(out, p)
		}
	}
	return out
}

// fill puts the first tenant's objects into a body.
func (m *matrix) fill(body string) any {
	for kind, a := range map[string]access.Actor{"buyer_version": m.tenants[0].buyer, "supplier_version": m.tenants[0].supplier} {
		p, err := m.Party.Profile(m.ctx, a, a.Org)
		m.must(err)
		m.tenants[0].ids[kind] = fmt.Sprint(p.Version)
	}
	for _, p := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(body, -1) {
		id := m.tenants[0].ids[p[1]]
		if id == "" {
			m.find("no object of kind %s for %s", p[1], body)
		}
		body = strings.ReplaceAll(body, p[0], id)
	}
	var out any
	m.must(json.Unmarshal([]byte(body), &out))
	return out
}

func TestForeignIdentifiersInBodies(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := newMatrix(h)
	s := newSweep(h, newHearing(t))
	actors := map[string]persona{}
	for _, r := range s.readers() {
		if _, ok := actors[r.app]; !ok && r.org != "" {
			actors[r.app] = r.persona
		}
	}
	reviewed := table(t, "bodies.golden", 6)
	fields := 0
	for _, r := range rows(t) {
		for _, field := range m.named(r) {
			i := slices.IndexFunc(reviewed, func(x []string) bool { return x[0] == r.app && x[1] == r.method && x[2] == r.path && x[3] == field })
			if i < 0 {
				m.find("no row for %s of %s in bodies.golden", field, r)
				continue
			}
			fields++
			if x := reviewed[i]; !strings.HasPrefix(x[4], "-") {
				m.probe(r, actors[r.app], field, x[4], x[5])
			}
		}
	}
	if fields != len(reviewed) {
		m.find("bodies.golden has %d rows, the contracts have %d such fields", len(reviewed), fields)
	}
	for _, r := range rows(t) { // an operator names the buyer it works for; from anybody else the name is nothing
		if p, ok := actors[r.app]; ok && r.app != "operator" && r.method != "GET" && m.takes(r, "buyer_id") {
			m.asked(r, p)
		}
	}
	m.untouched(actors)
	for _, x := range h.trespasses() {
		m.find("done to another tenant by %s", x)
	}
	slices.Sort(m.findings)
	for _, f := range m.findings {
		t.Error(f)
	}
	t.Logf("%d fields of bodies name an object", fields)
}

func (m *matrix) takes(r row, query string) bool {
	return slices.ContainsFunc(m.docs[r.app].Paths[r.path][strings.ToLower(r.method)].Parameters, func(q parameter) bool { return q.In == "query" && q.Name == query })
}

// asked names another buyer in the query, with objects of either tenant.
func (m *matrix) asked(r row, p persona) {
	for i := range m.tenants {
		path := r.path
		for _, n := range placeholder.FindAllStringSubmatch(path, -1) {
			o := m.object(r, n[1], p)
			path = strings.Replace(path, n[0], []string{o.own, o.foreign}[i], 1)
		}
		path += m.query(r)
		sep := "?"
		if strings.Contains(path, sep) {
			sep = "&"
		}
		a := m.send(p, r.app, r.method, path+sep+"buyer_id="+m.tenants[1].ids["buyer"], m.body(r))
		if a.status >= 500 || a.status < 300 && strings.Contains(a.body, m.tenants[1].ids["buyer"]) {
			m.find("%s on behalf of another buyer: %d %s", r, a.status, a.body)
		}
	}
}

// untouched tries the two bodies that pass over what they do not know: they must
// leave another tenant's row as it is.
func (m *matrix) untouched(actors map[string]persona) {
	const read = `SELECT row_to_json(n)::text FROM notification n WHERE id = $1`
	const owner = `SELECT row_to_json(o)::text FROM company_owner o WHERE id = $1`
	foreign := m.tenants[1].ids
	before := m.id(read, foreign["notification"]) + m.id(owner, foreign["supplier_owner"]) + m.id(owner, foreign["buyer_owner"])
	for app, p := range actors {
		m.send(p, app, "POST", "/notifications/read", map[string]any{"id": foreign["notification"]})
	}
	for app, path := range map[string]string{"buyer": "/company/profile/" + m.tenants[0].ids["buyer"], "supplier": "/supplier/profile/" + m.tenants[0].ids["supplier"] + "/"} {
		body := m.fill(fmt.Sprintf(`{"version": {%s_version}, "owners": [{"id": %q, "name": "Own Er", "kind": "person", "identity": "1234", "nationality": "KE", "director": true, "share": "100"}]}`, app, foreign[app+"_owner"]))
		if a := m.send(actors[app], app, "PATCH", path, body); a.status != 200 {
			m.find("the profile at %s does not change: %d %s", app, a.status, a.body)
		}
	}
	if after := m.id(read, foreign["notification"]) + m.id(owner, foreign["supplier_owner"]) + m.id(owner, foreign["buyer_owner"]); after != before {
		m.find("another tenant's rows have changed:\n%s\n%s", before, after)
	}
}

// probe sends another tenant's object, none at all, and the own one.
func (m *matrix) probe(r row, p persona, field, kind, body string) {
	path := r.path
	for _, n := range placeholder.FindAllStringSubmatch(path, -1) {
		path = strings.Replace(path, n[0], m.object(r, n[1], p).own, 1)
	}
	path += m.query(r)
	foreign := m.tenants[1].ids[kind]
	if foreign == "" {
		m.find("no foreign %s for %s of %s", kind, field, r)
		return
	}
	with := func(id string) answer {
		return m.send(p, r.app, r.method, path, put(m.fill(body), strings.Split(field, "/"), id))
	}
	a, none := with(foreign), with(uuid.NewString())
	if a.status < 400 || a.status >= 500 {
		m.find("%s of %s takes a foreign %s: %d %s", field, r, kind, a.status, a.body)
	}
	if a.status != none.status || blank(a.body, "") != blank(none.body, "") {
		m.find("%s of %s: a foreign %s answers %d %s, none at all %d %s", field, r, kind, a.status, a.body, none.status, none.body)
	}
	if own := m.send(p, r.app, r.method, path, m.fill(body)); own.status >= 500 || own.status >= 400 && fmt.Sprint(own.status, own.code) == fmt.Sprint(none.status, none.code) {
		m.find("%s of %s: the own %s is refused as well: %d %s", field, r, kind, own.status, own.body)
	}
}
