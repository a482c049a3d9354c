package ocds

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Read reads a file of any of the shapes.
func Read(data []byte) Result {
	root, problems := parse(data)
	r := &reader{Result: Result{Problems: problems}}
	if root == nil {
		return r.Result
	}
	r.document(root)
	r.account(root)
	for i, p := range r.Problems {
		r.Problems[i].Plan = Common
		if p.in != nil {
			r.Problems[i].Plan = p.in.process - 1
		}
	}
	return r.Result
}

type reader struct{ Result }

func (r *reader) problem(n *node, code string, params map[string]any) {
	r.Problems = append(r.Problems, Problem{Pointer: n.at, Code: code, Params: params, in: n})
}

// document finds out the shape and reads every process in it.
func (r *reader) document(root *node) {
	switch {
	case root.get("records") != nil:
		r.Shape = ShapeRecordPackage
		r.records(r.list(root.get("records")))
	case root.get("releases") != nil:
		r.Shape = ShapeReleasePackage
		r.releases(r.list(root.get("releases")))
	case root.get("planID") != nil || root.get("data").get("planID") != nil:
		r.Shape = ShapeProzorroPlan
		r.prozorroPlan(inner(root))
	case root.get("tender") != nil || root.get("ocid") != nil:
		r.Shape = ShapeRelease
		r.releases([]*node{root})
	case prozorro(root) || prozorro(root.get("data")):
		r.Shape = ShapeProzorro
		r.tender(Plan{}, inner(root))
	}
	if len(r.Plans) == 0 {
		r.Problems = append(r.Problems, *fatal("", NoTender, nil))
	}
}

func prozorro(n *node) bool {
	return n.get("procuringEntity") != nil && (n.get("items") != nil || n.get("tenderPeriod") != nil || n.get("value") != nil)
}

// inner is the tender inside the envelope of Prozorro's interface.
func inner(root *node) *node {
	if d := root.get("data"); d != nil && d.kind == object {
		return d
	}
	return root
}

func (r *reader) records(list []*node) {
	for _, rec := range list {
		compiled := rec.get("compiledRelease")
		t := compiled.get("tender")
		if t == nil || t.kind != object {
			r.releases(r.list(rec.get("releases")))
			continue
		}
		for i, name := range rec.names {
			if name != "compiledRelease" && name != "ocid" {
				setReason(rec.members[i], ReasonHistory)
			}
		}
		ocid := r.text(compiled.get("ocid"))
		if again := rec.get("ocid"); ocid.Text == "" {
			ocid = r.text(again)
		} else if again != nil {
			setReason(again, ReasonPackage)
		}
		setProcess(rec, len(r.Plans)+1)
		r.tender(Plan{OCID: ocid}, t)
	}
}

// releases reads each process of a list of releases, as its releases compile.
// What older ones said otherwise stays listed as history.
func (r *reader) releases(list []*node) {
	processes := map[string][]*node{}
	var order []string
	for _, rel := range list {
		ocid := rel.at // without one, it stands for itself
		if n := rel.get("ocid"); n != nil && n.text != "" {
			ocid = n.text
		}
		if _, seen := processes[ocid]; !seen {
			order = append(order, ocid)
		}
		processes[ocid] = append(processes[ocid], rel)
	}
	for _, ocid := range order {
		all := processes[ocid]
		// of two with the same date the later in the file is newer
		slices.SortStableFunc(all, func(a, b *node) int { return dateOf(a).Compare(dateOf(b)) })
		release := compile(all)
		t := release.get("tender")
		if t == nil || t.kind != object { // never told, or taken back
			continue
		}
		for _, rel := range append(all, release) {
			setProcess(rel, len(r.Plans)+1)
		}
		r.tender(Plan{OCID: r.text(release.get("ocid"))}, t)
	}
}

func dateOf(rel *node) time.Time {
	if d := rel.get("date"); d != nil {
		if t, err := time.Parse(time.RFC3339, d.text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// tender reads what OCDS and Prozorro have in common.
func (r *reader) tender(p Plan, t *node) {
	p.At = t.at
	p.ID = r.text(t.get("id"))
	p.Title, p.Description = r.text(t.get("title")), r.text(t.get("description"))
	p.Value = r.value(t.get("value"))
	p.Tender = r.period(t)
	for _, l := range r.list(t.get("lots")) {
		p.Lots = append(p.Lots, Lot{
			ID:          r.text(l.get("id")),
			Title:       r.text(l.get("title")),
			Description: r.text(l.get("description")),
			Value:       r.value(l.get("value")),
		})
	}
	p.Items = r.items(t.get("items"))
	for _, d := range r.list(t.get("documents")) {
		p.Documents = append(p.Documents, Document{
			ID:          r.text(d.get("id")),
			Type:        r.text(d.get("documentType")),
			Title:       r.text(d.get("title")),
			Description: r.text(d.get("description")),
			URL:         r.text(d.get("url")),
		})
	}
	r.Plans = append(r.Plans, p)
}

// prozorroPlan reads an entry of a procurement plan.
func (r *reader) prozorroPlan(base *node) {
	budget := base.get("budget")
	r.Plans = append(r.Plans, Plan{
		At:     base.at,
		ID:     r.text(base.get("planID")),
		Title:  r.text(budget.get("description")),
		Value:  r.value(budget),
		Tender: r.period(cmp.Or(base.get("tender"), base)),
		Items:  r.items(base.get("items")),
	})
}

func (r *reader) items(list *node) (out []Item) {
	for _, i := range r.list(list) {
		unit, class := i.get("unit"), i.get("classification")
		it := Item{
			At:          i.at,
			ID:          r.text(i.get("id")),
			Lot:         r.text(i.get("relatedLot")),
			Description: r.text(i.get("description")),
			Quantity:    r.decimal(i.get("quantity")),
			UnitCode:    r.text(unit.get("code")),
			UnitName:    r.text(unit.get("name")),
		}
		if it.UnitCode.Text == "" {
			it.UnitCode = r.text(unit.get("id"))
		}
		if class != nil && r.is(class, object) {
			it.Classification = Classification{r.text(class.get("scheme")), r.text(class.get("id")), r.text(class.get("description"))}
		}
		out = append(out, it)
	}
	return out
}

func (r *reader) value(v *node) *Value {
	if v == nil || v.kind == null || !r.is(v, object) {
		return nil
	}
	out := &Value{r.decimal(v.get("amount")), r.text(v.get("currency"))}
	if out.Amount.Text == "" && out.Currency.Text == "" {
		return nil
	}
	return out
}

// period is when bids are taken.
func (r *reader) period(t *node) Period {
	p := t.get("tenderPeriod")
	out := Period{Start: r.date(p.get("startDate")), End: r.date(p.get("endDate"))}
	for _, n := range []*node{p, t} {
		if n != nil && out.At == "" {
			out.At = n.at
		}
	}
	return out
}

// is reports whether a value has the type; otherwise it is a problem.
func (r *reader) is(n *node, want kind) bool {
	if n.kind == want {
		return true
	}
	if n.kind != null {
		r.problem(n, WrongType, map[string]any{"expected": want.String(), "found": n.kind.String()})
		setReason(n, ReasonWrongType)
	}
	return false
}

func (r *reader) list(n *node) (out []*node) {
	if n == nil || n.kind == null || !r.is(n, array) {
		return nil
	}
	for _, m := range n.members {
		if r.is(m, object) {
			out = append(out, m)
		}
	}
	return out
}

// text reads a string; an identifier may be a whole number in OCDS 1.1.
func (r *reader) text(n *node) Text {
	if n == nil || n.kind == null {
		return Text{}
	}
	if !wholeID(n) && !r.is(n, text) {
		return Text{}
	}
	n.used = true
	return Text{n.text, n.at}
}

func wholeID(n *node) bool {
	return n.kind == number && strings.HasSuffix(n.at, "/id") && !strings.ContainsAny(n.text, ".eE")
}

// The years that a date of a plan may lie in, as everywhere in the product.
const (
	firstYear = 1900
	lastYear  = 2200
)

func (r *reader) date(n *node) *Moment {
	if n == nil || n.kind == null || !r.is(n, text) {
		return nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02"} {
		if t, err := time.Parse(layout, n.text); err == nil && t.UTC().Year() >= firstYear && t.UTC().Year() <= lastYear {
			if layout != time.RFC3339 { // read as UTC, but said
				r.problem(n, BadDate, nil)
			}
			n.used = true
			return &Moment{t, n.at}
		}
	}
	r.problem(n, BadDate, nil)
	n.reason = ReasonWrongType
	return nil
}

// decimal reads a number exactly; a literal like 1e999999999 is not expanded.
func (r *reader) decimal(n *node) Text {
	if n == nil || n.kind == null || !r.is(n, number) {
		return Text{}
	}
	mantissa, exp, _ := strings.Cut(strings.ToLower(n.text), "e")
	e, err := strconv.Atoi(cmp.Or(exp, "0"))
	v, ok := new(big.Rat), false
	if err == nil && e >= -20 && e <= 20 && len(mantissa) <= 40 {
		v, ok = v.SetString(n.text)
	}
	if !ok {
		r.problem(n, BadNumber, nil)
		n.reason = ReasonWrongType
		return Text{}
	}
	n.used = true
	digits, _ := v.FloatPrec() // always exact: the denominator is a power of ten
	return Text{v.FloatString(digits), n.at}
}

func setReason(n *node, reason string) {
	if n.leaf() {
		n.reason = reason
	}
	for _, m := range n.members {
		setReason(m, reason)
	}
}

// setProcess says whose a release is, with all that is in it.
func setProcess(n *node, process int) {
	n.process = process
	for _, m := range n.members {
		setProcess(m, process)
	}
}

// account lists every leaf.
func (r *reader) account(n *node) {
	if n.leaf() {
		leaf := Leaf{Pointer: n.at, Plan: n.process - 1}
		if !n.used {
			leaf.Reason = cmp.Or(n.reason, reasonOf(n))
		}
		r.Leaves = append(r.Leaves, leaf)
	}
	for _, m := range n.members {
		r.account(m)
	}
}

var reasonByName = map[string]string{
	"planning": ReasonPlanning, "budget": ReasonPlanning, "parties": ReasonParty, "procuringEntity": ReasonParty, "buyer": ReasonParty,
	"buyers": ReasonParty, "bids": ReasonBid, "tenderers": ReasonBid, "auctions": ReasonBid, "awards": ReasonAward,
	"qualifications": ReasonAward, "contracts": ReasonContract, "revisions": ReasonHistory, "amendments": ReasonHistory,
	"versionedRelease": ReasonHistory, "publisher": ReasonPackage, "extensions": ReasonPackage, "packages": ReasonPackage,
	"license": ReasonPackage, "publicationPolicy": ReasonPackage, "uri": ReasonPackage, "version": ReasonPackage, "publishedDate": ReasonPackage,
}

func reasonOf(n *node) string {
	if n.kind == null || n.kind <= array || n.at == "" {
		return ReasonEmpty
	}
	names := strings.Split(n.at, "/")[1:]
	last := names[len(names)-1]
	if i := strings.LastIndexByte(last, '_'); i > 0 && slices.Contains([]string{"title", "description", "name"}, last[:i]) {
		return ReasonTranslated
	}
	for _, name := range names {
		if reason := reasonByName[name]; reason != "" && (reason != ReasonPackage || len(names) <= 3) {
			return reason
		}
	}
	return ReasonNotUsed
}
