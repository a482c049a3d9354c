package ocds_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/ocds"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func process() ocds.Process {
	category := uuid.New()
	return ocds.Process{
		Job:        uuid.New(),
		Buyer:      ocds.Party{ID: uuid.New(), Name: "County", Country: "Kenya"},
		Reference:  "ZB/TN/2026/0001",
		Title:      "Pumps",
		Activity:   "tender",
		Page:       "https://example.org/tenders/1",
		Status:     ocds.Active,
		Opens:      noon,
		Closes:     noon.AddDate(0, 0, 30),
		Categories: []ocds.Category{{ID: category, Title: "Wells", State: ocds.Active}},
		Goods:      []ocds.Good{{ID: uuid.New(), Category: category, Description: "Pump", Unit: "each", Quantity: money.NewQuantity(4, 0)}},
		Files:      []ocds.File{{ID: uuid.New(), Category: category, Title: "drawing.pdf", Media: "application/pdf", At: noon}},
	}
}

func won(p ocds.Process, state string) ocds.Process {
	p.Awards = []ocds.Award{{ID: "a1", Category: p.Categories[0].ID, State: state, At: noon, Winner: ocds.Party{ID: uuid.MustParse("01900000-0000-7000-8000-0000000000a1"), Name: "Wells Ltd", Country: "Kenya"},
		Value: ocds.Amount{Value: money.New(400, 0), Currency: "KES"}}}
	return p
}

func agreed(p ocds.Process, change func(*ocds.Contract)) ocds.Process {
	p = won(p, ocds.Active)
	c := ocds.Contract{ID: "c1", Award: "a1", Title: "Pumps", State: ocds.Active, Value: ocds.Amount{Value: money.New(400, 0), Currency: "KES"}}
	if change != nil {
		change(&c)
	}
	p.Contracts = []ocds.Contract{c}
	return p
}

func body(t *testing.T, p ocds.Process) []byte {
	t.Helper()
	text, err := p.Body()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every event that the standard has a word for is told by that word, and what changes nothing by none.
func TestTagsSayWhatHappened(t *testing.T) {
	t.Parallel()
	p := process()
	with := func(change func(*ocds.Process)) ocds.Process {
		out := p
		out.Categories, out.Goods = slices.Clone(p.Categories), slices.Clone(p.Goods)
		change(&out)
		return out
	}
	two, day := 2, noon
	for name, x := range map[string]struct {
		was, is ocds.Process
		want    []ocds.Tag
	}{
		"the same":             {p, p, nil},
		"a title":              {p, with(func(p *ocds.Process) { p.Title = "Big pumps" }), []ocds.Tag{ocds.TenderAmendment}},
		"a later closing":      {p, with(func(p *ocds.Process) { p.Closes = day.AddDate(0, 2, 0) }), []ocds.Tag{ocds.TenderAmendment}},
		"a quantity":           {p, with(func(p *ocds.Process) { p.Goods[0].Quantity = money.NewQuantity(5, 0) }), []ocds.Tag{ocds.TenderAmendment}},
		"an item that is gone": {p, with(func(p *ocds.Process) { p.Goods[0].Gone = true }), []ocds.Tag{ocds.TenderAmendment}},
		"a lot more": {p, with(func(p *ocds.Process) {
			p.Categories = append(p.Categories, ocds.Category{ID: uuid.New(), State: ocds.Active})
		}), []ocds.Tag{ocds.TenderAmendment}},
		"how many bids": {p, with(func(p *ocds.Process) { p.Bidders = &two }), []ocds.Tag{ocds.TenderUpdate}},
		"an answer": {p, with(func(p *ocds.Process) {
			p.Answers = []ocds.Answer{{ID: uuid.New(), Category: p.Categories[0].ID, At: noon}}
		}), []ocds.Tag{ocds.TenderUpdate}},
		"a lot that ends":     {p, with(func(p *ocds.Process) { p.Categories[0].State = ocds.Complete }), []ocds.Tag{ocds.TenderUpdate}},
		"another name":        {won(p, ocds.Active), func() ocds.Process { q := won(p, ocds.Active); q.Awards[0].Winner.Country = "Uganda"; return q }(), []ocds.Tag{ocds.TenderUpdate}},
		"called off":          {p, with(func(p *ocds.Process) { p.Status = ocds.Cancelled }), []ocds.Tag{ocds.TenderCancellation}},
		"an award":            {p, won(p, ocds.Pending), []ocds.Tag{ocds.NewAward}},
		"its standstill ends": {won(p, ocds.Pending), won(p, ocds.Active), []ocds.Tag{ocds.AwardUpdate}},
		"it is set aside":     {won(p, ocds.Pending), won(p, ocds.Cancelled), []ocds.Tag{ocds.AwardCancellation}},
		"a contract":          {won(p, ocds.Active), agreed(p, nil), []ocds.Tag{ocds.NewContract}},
		"its last day":        {agreed(p, nil), agreed(p, func(c *ocds.Contract) { c.From, c.Until = &day, &day }), []ocds.Tag{ocds.ContractUpdate}},
		"an amendment": {agreed(p, nil), agreed(p, func(c *ocds.Contract) {
			c.Value.Value, c.Changes = money.New(500, 0), []ocds.Change{{ID: "1", At: noon}}
		}), []ocds.Tag{ocds.ContractAmendment}},
		"a milestone": {agreed(p, nil), agreed(p, func(c *ocds.Contract) { c.Milestones = []ocds.Milestone{{ID: "m", State: "scheduled", Due: noon}} }), []ocds.Tag{ocds.Implementation}},
		"it is met": {agreed(p, func(c *ocds.Contract) { c.Milestones = []ocds.Milestone{{ID: "m", State: "scheduled", Due: noon}} }),
			agreed(p, func(c *ocds.Contract) { c.Milestones = []ocds.Milestone{{ID: "m", State: "met", Due: noon}} }), []ocds.Tag{ocds.ImplementationUpdate}},
		"it ends": {agreed(p, nil), agreed(p, func(c *ocds.Contract) { c.State = ocds.Terminated }), []ocds.Tag{ocds.ContractTermination}},
		"all at once": {p, agreed(with(func(p *ocds.Process) { p.Title, p.Status = "Wells", ocds.Complete }), nil),
			[]ocds.Tag{ocds.TenderAmendment, ocds.NewAward, ocds.NewContract}},
	} {
		got, err := ocds.Tags(body(t, x.was), body(t, x.is))
		if err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, want %v (%v)", name, got, x.want, err)
		}
	}
	if got, err := ocds.Tags(nil, body(t, p)); err != nil || !slices.Equal(got, []ocds.Tag{ocds.NewTender}) {
		t.Errorf("the first: %v %v", got, err)
	}
	if _, err := ocds.Tags(nil, []byte(`{`)); err == nil {
		t.Error("half a body is read")
	}
}

// What is planned is told by two words of its own, also where only its buyer or its plan goes by another name; what is dropped is
// withdrawn and told once.
func TestTagsSayWhatIsPlanned(t *testing.T) {
	t.Parallel()
	p := ocds.Planned{Item: uuid.New(), Buyer: ocds.Party{ID: uuid.New(), Name: "County", Country: "Kenya"}, Plan: uuid.New(), PlanTitle: "Works", Year: 2027,
		Title: "Pumps", Activity: "tender", Code: "42122000", Named: "Pumps", Opens: noon, Awards: noon.AddDate(0, 2, 0)}
	said := func(change func(*ocds.Planned)) []byte {
		t.Helper()
		q := p
		change(&q)
		out, err := q.Body()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	same := said(func(*ocds.Planned) {})
	gone, err := ocds.Withdraw(same)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ocds.Withdraw([]byte("{")); err == nil {
		t.Error("half a body is withdrawn")
	}
	twice, err := ocds.Withdraw(gone)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		was, is []byte
		want    []ocds.Tag
	}{
		"the first":          {nil, same, []ocds.Tag{ocds.Planning}},
		"the same":           {same, same, nil},
		"a title":            {same, said(func(p *ocds.Planned) { p.Title = "Taps" }), []ocds.Tag{ocds.PlanningUpdate}},
		"a code without one": {same, said(func(p *ocds.Planned) { p.Code, p.Named = "42130000", "" }), []ocds.Tag{ocds.PlanningUpdate}},
		"a method":           {same, said(func(p *ocds.Planned) { p.Activity = "rfq" }), []ocds.Tag{ocds.PlanningUpdate}},
		"a later day":        {same, said(func(p *ocds.Planned) { p.Opens = noon.AddDate(0, 1, 0) }), []ocds.Tag{ocds.PlanningUpdate}},
		"a later award":      {same, said(func(p *ocds.Planned) { p.Awards = noon.AddDate(0, 4, 0) }), []ocds.Tag{ocds.PlanningUpdate}},
		"another plan name":  {same, said(func(p *ocds.Planned) { p.PlanTitle = "Roads" }), []ocds.Tag{ocds.PlanningUpdate}},
		"another country":    {same, said(func(p *ocds.Planned) { p.Buyer.Country = "Uganda" }), []ocds.Tag{ocds.PlanningUpdate}},
		"dropped":            {same, gone, []ocds.Tag{ocds.PlanningUpdate}},
		"dropped twice":      {gone, twice, nil},
	} {
		if got, err := ocds.Tags(x.was, x.is); err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, want %v (%v)", name, got, x.want, err)
		}
	}
	// What a code was called does not stay behind under another code.
	var all []json.RawMessage
	for i, body := range [][]byte{same, said(func(p *ocds.Planned) { p.Code, p.Named = "42130000", "" })} {
		one, err := ocds.Released(body, p.Item, i+1, noon.Add(time.Duration(i)*time.Second), []ocds.Tag{ocds.Planning})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	compiled, err := ocds.Compile(p.Item, all)
	if err != nil {
		t.Fatal(err)
	}
	item := read(t, compiled)["tender"].(map[string]any)["items"].([]any)[0].(map[string]any)
	if want := map[string]any{"scheme": "CPV", "id": "42130000"}; !reflect.DeepEqual(item["classification"], any(want)) {
		t.Errorf("%v", item["classification"])
	}
}

// A thousand histories by lot: what all releases come to is what is so at the end, without what is gone.
func TestReleasesComeToWhatIsSo(t *testing.T) {
	t.Parallel()
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := process()
		p.Page = fmt.Sprintf("https://example.org/%q/<&> \u2028", "tender") // nothing in it is a sign of JSON's
		var releases []json.RawMessage
		var was, is []byte
		for range 1 + r.IntN(6) {
			p.Goods, p.Files = slices.Clone(p.Goods), slices.Clone(p.Files)
			switch r.IntN(6) {
			case 0:
				p.Goods = append(p.Goods, ocds.Good{ID: uuid.New(), Category: p.Categories[0].ID, Description: "Tap", Unit: "each", Quantity: money.NewQuantity(int64(r.IntN(9)), 0),
					Scheme: "CPV", Code: "44411000"})
			case 1:
				p.Goods[r.IntN(len(p.Goods))].Gone = true
			case 2:
				p.Files[0].Gone = true
			case 3:
				var had []ocds.Milestone
				if len(p.Contracts) > 0 {
					had = slices.Clone(p.Contracts[0].Milestones)
				}
				had = append(had, ocds.Milestone{ID: fmt.Sprint(len(had)), Title: "Dig", Kind: "delivery", State: "met", Due: noon})
				had[r.IntN(len(had))].Gone = true
				p = agreed(p, func(c *ocds.Contract) { c.Milestones = had })
			case 4:
				p.Changes = append(slices.Clone(p.Changes), ocds.Change{ID: uuid.NewString(), At: noon, Title: "More", Body: "Pumps"})
			default:
				p.Title += "!"
			}
			is = body(t, p)
			tags, err := ocds.Tags(was, is)
			if err != nil {
				t.Fatal(err)
			}
			if len(tags) == 0 {
				continue
			}
			one, err := ocds.Released(is, p.Job, len(releases)+1, noon.Add(time.Duration(len(releases))*time.Millisecond), tags)
			if err != nil {
				t.Fatal(err)
			}
			releases, was = append(releases, one), is
		}
		slices.Reverse(releases) // their dates say which is newer
		last := releases[0]
		compiled, err := ocds.Compile(p.Job, releases)
		if err != nil {
			t.Fatal(err)
		}
		got, want := read(t, compiled), whole(read(t, last)).(map[string]any)
		if tag := got["tag"]; !reflect.DeepEqual(tag, []any{"compiled"}) || got["date"] != want["date"] {
			t.Fatalf("seed %d: %v of %v", seed, tag, got["date"])
		}
		for _, m := range []map[string]any{got, want} {
			delete(m, "id")
			delete(m, "tag")
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d:\n%v\n%v", seed, got, want)
		}
	}
	if _, err := ocds.Compile(uuid.New(), []json.RawMessage{[]byte("{")}); err == nil {
		t.Error("a broken release is compiled")
	}
}

func read(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return out
}

// whole is a value without what is null.
func whole(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, m := range x {
			if m != nil {
				out[name] = whole(m)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, m := range x {
			out = append(out, whole(m))
		}
		return out
	}
	return v
}
