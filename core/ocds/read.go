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
	if root != nil {
		r.document(root)
		r.account(root, "")
	}
	return r.Result
}

type reader struct{ Result }

// at is a node with its pointer.
type at struct {
	*node
	pointer string
}

func (a at) get(name string) at { return at{a.node.get(name), a.pointer + "/" + escape(name)} }

func (r *reader) problem(pointer, code string, params map[string]any) {
	r.Problems = append(r.Problems, Problem{Pointer: pointer, Code: code, Params: params})
}

// document finds out the shape and reads every process in it.
func (r *reader) document(n *node) {
	root := at{n, ""}
	switch {
	case n.get("records") != nil:
		r.Shape = ShapeRecordPackage
		r.records(r.list(root.get("records")))
	case n.get("releases") != nil:
		r.Shape = ShapeReleasePackage
		r.releases(r.list(root.get("releases")))
	case n.get("planID") != nil || n.get("data").get("planID") != nil:
		r.Shape = ShapeProzorroPlan
		r.prozorroPlan(inner(root))
	case n.get("tender") != nil || n.get("ocid") != nil:
		r.Shape = ShapeRelease
		r.releases([]at{root})
	case prozorro(n) || prozorro(n.get("data")):
		r.Shape = ShapeProzorro
		base := inner(root)
		p := Plan{Pointer: base.pointer}
		p.MethodDetails = r.text(base.get("procurementMethodType"))
		r.tender(&p, view{base})
		r.Plans = append(r.Plans, p)
	}
	if len(r.Plans) == 0 {
		r.Problems = append(r.Problems, *fatal("", NoTender, nil))
	}
}

func prozorro(n *node) bool {
	return n.get("procuringEntity") != nil && (n.get("items") != nil || n.get("tenderPeriod") != nil || n.get("value") != nil)
}

// inner is the tender inside the envelope of Prozorro's interface.
func inner(root at) at {
	if d := root.get("data"); d.node != nil && d.kind == object {
		return d
	}
	return root
}

func (r *reader) records(list []at) {
	for _, rec := range list {
		c := view{rec.get("compiledRelease")}
		if t := c.sub("tender"); len(t) > 0 {
			markHistory(rec, "compiledRelease")
			r.release(c, t, r.text(rec.get("ocid")))
			continue
		}
		r.releases(r.list(rec.get("releases")))
	}
}

func markHistory(a at, except string) {
	for i, name := range a.names {
		if name != except && name != "ocid" {
			setReason(a.members[i], ReasonHistory)
		}
	}
}

// releases reads each process of a list of releases. A later release repeats only
// what changed, so a field is read from the newest release that has it; what the
// older ones said otherwise stays listed as history.
func (r *reader) releases(list []at) {
	processes := map[string]view{}
	var order []string
	for _, rel := range list {
		ocid := rel.pointer // without one, it stands for itself
		if n := rel.get("ocid"); n.node != nil && n.text != "" {
			ocid = n.text
		}
		if _, seen := processes[ocid]; !seen {
			order = append(order, ocid)
		}
		processes[ocid] = append(processes[ocid], rel)
	}
	for _, ocid := range order {
		v := processes[ocid]
		slices.Reverse(v) // of two with the same date the later in the file is newer
		slices.SortStableFunc(v, func(a, b at) int { return dateOf(b).Compare(dateOf(a)) })
		tenders := v.sub("tender")
		if len(tenders) == 0 {
			continue
		}
		for _, older := range v[1:] {
			setReason(older.node, ReasonHistory)
		}
		r.release(v, tenders, "")
	}
}

// A view is one object as several releases tell it, the newest first.
type view []at

func (v view) get(name string) at {
	for _, a := range v {
		if m := a.get(name); m.node != nil && m.kind != null {
			return m
		}
	}
	return v[0].get(name)
}

func (v view) sub(name string) (out view) {
	for _, a := range v {
		if m := a.get(name); m.node != nil && m.kind == object {
			out = append(out, m)
		}
	}
	return out
}

func dateOf(rel at) time.Time {
	if d := rel.get("date"); d.node != nil {
		if t, err := time.Parse(time.RFC3339, d.text); err == nil {
			return t
		}
	}
	return time.Time{}
}

func (r *reader) release(v, tenders view, ocid string) {
	p := Plan{Pointer: v[0].pointer, OCID: cmp.Or(r.text(v.get("ocid")), ocid), Language: r.text(v.get("language"))}
	p.Published = r.date(v.get("date"))
	p.Buyer = r.text(v.get("buyer").get("name"))
	p.BuyerID = r.text(v.get("buyer").get("id"))
	r.tender(&p, tenders)
	r.Plans = append(r.Plans, p)
}

// tender reads what OCDS and Prozorro have in common.
func (r *reader) tender(p *Plan, t view) {
	p.ID = r.text(t.get("id"))
	p.Title, p.Description = r.text(t.get("title")), r.text(t.get("description"))
	if p.Buyer == "" {
		p.Buyer = r.text(t.get("procuringEntity").get("name"))
		p.BuyerID = cmp.Or(p.BuyerID, r.text(t.get("procuringEntity").get("id")))
	}
	p.Status = r.text(t.get("status"))
	p.Method = r.text(t.get("procurementMethod"))
	p.MethodDetails = cmp.Or(p.MethodDetails, r.text(t.get("procurementMethodDetails")))
	p.Category = r.text(t.get("mainProcurementCategory"))
	p.Value = r.value(t.get("value"))
	p.Enquiry, p.Tender, p.Award = r.period(t.get("enquiryPeriod")), r.period(t.get("tenderPeriod")), r.period(t.get("awardPeriod"))
	for _, l := range r.list(t.get("lots")) {
		p.Lots = append(p.Lots, Lot{r.text(l.get("id")), r.text(l.get("title")), r.text(l.get("description")), r.value(l.get("value"))})
	}
	p.Items = r.items(t.get("items"))
	for _, d := range r.list(t.get("documents")) {
		p.Documents = append(p.Documents, Document{
			ID: r.text(d.get("id")), Type: r.text(d.get("documentType")), Title: r.text(d.get("title")),
			Description: r.text(d.get("description")), URL: r.text(d.get("url")), Format: r.text(d.get("format")),
			Language: r.text(d.get("language")), Published: r.date(d.get("datePublished")), Modified: r.date(d.get("dateModified")),
		})
	}
}

// prozorroPlan reads an entry of a procurement plan.
func (r *reader) prozorroPlan(base at) {
	p := Plan{Pointer: base.pointer, ID: r.text(base.get("planID"))}
	b := base.get("budget")
	p.Title = r.text(b.get("description"))
	p.Value = r.value(b)
	p.Buyer = r.text(base.get("procuringEntity").get("name"))
	p.Status, p.Published = r.text(base.get("status")), r.date(base.get("datePublished"))
	t := base.get("tender")
	p.Method, p.MethodDetails = r.text(t.get("procurementMethod")), r.text(t.get("procurementMethodType"))
	p.Tender = r.period(t.get("tenderPeriod"))
	p.Items = r.items(base.get("items"))
	r.Plans = append(r.Plans, p)
}

func (r *reader) items(list at) (out []Item) {
	for _, i := range r.list(list) {
		it := Item{
			ID: r.text(i.get("id")), Lot: r.text(i.get("relatedLot")), Description: r.text(i.get("description")),
			Quantity: r.decimal(i.get("quantity")),
		}
		unit := i.get("unit")
		it.UnitCode = cmp.Or(r.text(unit.get("code")), r.text(unit.get("id")))
		it.UnitName, it.UnitScheme = r.text(unit.get("name")), r.text(unit.get("scheme"))
		it.UnitValue = r.value(unit.get("value"))
		if c := i.get("classification"); c.node != nil && r.is(c, object) {
			v := r.classification(c)
			it.Classification = &v
		}
		for _, c := range r.list(i.get("additionalClassifications")) {
			it.Additional = append(it.Additional, r.classification(c))
		}
		out = append(out, it)
	}
	return out
}

func (r *reader) classification(c at) Classification {
	return Classification{r.text(c.get("scheme")), r.text(c.get("id")), r.text(c.get("description")), r.text(c.get("uri"))}
}

func (r *reader) value(v at) *Value {
	if v.node == nil || v.kind == null || !r.is(v, object) {
		return nil
	}
	out := &Value{r.decimal(v.get("amount")), r.text(v.get("currency"))}
	if out.Amount == "" && out.Currency == "" {
		return nil
	}
	return out
}

func (r *reader) period(p at) Period {
	return Period{r.date(p.get("startDate")), r.date(p.get("endDate"))}
}

// is reports whether a value has the type; otherwise it is a problem.
func (r *reader) is(a at, want kind) bool {
	if a.kind == want {
		return true
	}
	if a.kind != null {
		r.problem(a.pointer, WrongType, map[string]any{"expected": want.String(), "found": a.kind.String()})
		setReason(a.node, ReasonWrongType)
	}
	return false
}

func (r *reader) list(a at) (out []at) {
	if a.node == nil || a.kind == null || !r.is(a, array) {
		return nil
	}
	for i, m := range a.members {
		e := at{m, a.pointer + "/" + strconv.Itoa(i)}
		if r.is(e, object) {
			out = append(out, e)
		}
	}
	return out
}

// text reads a string; an identifier may be a whole number in OCDS 1.1.
func (r *reader) text(a at) string {
	if a.node == nil || a.kind == null {
		return ""
	}
	if a.kind == number && strings.HasSuffix(a.pointer, "/id") && !strings.ContainsAny(a.text, ".eE") {
		a.used = true
		return a.text
	}
	if !r.is(a, text) {
		return ""
	}
	a.used = true
	return a.node.text
}

// The years that a date of a plan may lie in, as everywhere in the product.
const (
	firstYear = 1900
	lastYear  = 2200
)

func (r *reader) date(a at) *time.Time {
	if a.node == nil || a.kind == null || !r.is(a, text) {
		return nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02"} {
		if t, err := time.Parse(layout, a.node.text); err == nil && t.UTC().Year() >= firstYear && t.UTC().Year() <= lastYear {
			if layout != time.RFC3339 { // read as UTC, but said
				r.problem(a.pointer, BadDate, nil)
			}
			a.used = true
			return &t
		}
	}
	r.problem(a.pointer, BadDate, nil)
	a.reason = ReasonWrongType
	return nil
}

// decimal reads a number exactly; a literal like 1e999999999 is not expanded.
func (r *reader) decimal(a at) string {
	if a.node == nil || a.kind == null || !r.is(a, number) {
		return ""
	}
	mantissa, exp, _ := strings.Cut(strings.ToLower(a.node.text), "e")
	n, err := strconv.Atoi(cmp.Or(exp, "0"))
	v, ok := new(big.Rat), false
	if err == nil && n >= -20 && n <= 20 && len(mantissa) <= 40 {
		v, ok = v.SetString(a.node.text)
	}
	if !ok {
		r.problem(a.pointer, BadNumber, nil)
		a.reason = ReasonWrongType
		return ""
	}
	a.used = true
	digits, _ := v.FloatPrec() // always exact: the denominator is a power of ten
	return v.FloatString(digits)
}

func setReason(n *node, reason string) {
	if n.leaf() {
		n.reason = reason
	}
	for _, m := range n.members {
		setReason(m, reason)
	}
}

// account lists every leaf that found no place.
func (r *reader) account(n *node, pointer string) {
	if n.leaf() {
		r.Leaves++
		if n.used {
			r.Mapped++
			return
		}
		r.Unmapped = append(r.Unmapped, Unmapped{pointer, cmp.Or(n.reason, reasonOf(n, pointer))})
		return
	}
	for i, m := range n.members {
		name := strconv.Itoa(i)
		if n.kind == object {
			name = escape(n.names[i])
		}
		r.account(m, pointer+"/"+name)
	}
}

var reasonByName = map[string]string{
	"planning": ReasonPlanning, "budget": ReasonPlanning, "parties": ReasonParty, "procuringEntity": ReasonParty, "buyer": ReasonParty,
	"buyers": ReasonParty, "bids": ReasonBid, "tenderers": ReasonBid, "auctions": ReasonBid, "awards": ReasonAward,
	"qualifications": ReasonAward, "contracts": ReasonContract, "revisions": ReasonHistory, "amendments": ReasonHistory,
	"versionedRelease": ReasonHistory, "publisher": ReasonPackage, "extensions": ReasonPackage, "packages": ReasonPackage,
	"license": ReasonPackage, "publicationPolicy": ReasonPackage, "uri": ReasonPackage, "version": ReasonPackage, "publishedDate": ReasonPackage,
}

func reasonOf(n *node, pointer string) string {
	if n.kind == null || n.kind <= array || pointer == "" {
		return ReasonEmpty
	}
	names := strings.Split(pointer, "/")[1:]
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
