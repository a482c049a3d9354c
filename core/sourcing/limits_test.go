package sourcing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// A text is one field of a form: where it is told, how long it may be, and the form's
// check with it. What comes back is the text as it is kept.
type text struct {
	at    string
	most  int
	must  bool
	check func(said string) (kept string, err error)
}

func texts() []text {
	ofJob := func(set func(*JobForm) *string) func(string) (string, error) {
		return func(said string) (string, error) {
			f := JobForm{Activity: Tender, Code: "T", Title: "Water"}
			*set(&f) = said
			f, err := f.Check()
			return *set(&f), err
		}
	}
	ofCategory := func(set func(*CategoryForm) *string) func(string) (string, error) {
		return func(said string) (string, error) {
			f := goodForm()
			*set(&f) = said
			f, err := f.Check(mustPolicy(Tender))
			return *set(&f), err
		}
	}
	ofSection := func(set func(*Section) *string) func(string) (string, error) {
		return func(said string) (string, error) {
			s := Section{Name: "Record"}
			*set(&s) = said
			s, err := s.Check()
			return *set(&s), err
		}
	}
	ofQuestion := func(set func(*Question) *string) func(string) (string, error) {
		return func(said string) (string, error) {
			x := Question{Prompt: "Make", Response: Selection, Options: []Option{{Label: "Ours"}}}
			*set(&x) = said
			x, err := x.Check()
			return *set(&x), err
		}
	}
	ofItem := func(set func(*Item) *string) func(string) (string, error) {
		return func(said string) (string, error) {
			x := Item{Number: "1", Description: "Pump", Unit: "each"}
			*set(&x) = said
			list, err := CheckItems([]Item{x}, nil)
			return *set(&list[0]), err
		}
	}
	ofEntry := func(status EntryStatus) func(string) (string, error) {
		return func(said string) (string, error) {
			f, err := EntryForm{Status: status, Reason: said}.Check(noon, nil)
			return f.Reason, err
		}
	}
	return []text{
		{"/code", 60, true, ofJob(func(f *JobForm) *string { return &f.Code })},
		{"/title", 200, true, ofJob(func(f *JobForm) *string { return &f.Title })},
		{"/description", 5000, false, ofJob(func(f *JobForm) *string { return &f.Description })},
		{"/number", 30, false, ofCategory(func(f *CategoryForm) *string { return &f.Number })},
		{"/name", 200, true, ofCategory(func(f *CategoryForm) *string { return &f.Name })},
		{"/description", 5000, false, ofCategory(func(f *CategoryForm) *string { return &f.Description })},
		{"/instructions", 20000, false, ofCategory(func(f *CategoryForm) *string { return &f.Instructions })},
		{"/grouping", 100, false, ofCategory(func(f *CategoryForm) *string { return &f.Grouping })},
		{"/name", 200, true, ofSection(func(s *Section) *string { return &s.Name })},
		{"/description", 5000, false, ofSection(func(s *Section) *string { return &s.Description })},
		{"/prompt", 2000, true, ofQuestion(func(x *Question) *string { return &x.Prompt })},
		{"/help", 2000, false, ofQuestion(func(x *Question) *string { return &x.Help })},
		{"/options/0/label", 300, true, ofQuestion(func(x *Question) *string { return &x.Options[0].Label })},
		{"/items/0/number", 30, true, ofItem(func(x *Item) *string { return &x.Number })},
		{"/items/0/code", 60, false, ofItem(func(x *Item) *string { return &x.Code })},
		{"/items/0/description", 2000, true, ofItem(func(x *Item) *string { return &x.Description })},
		{"/items/0/unit", 40, true, ofItem(func(x *Item) *string { return &x.Unit })},
		{"/items/0/classification", 120, false, ofItem(func(x *Item) *string { return &x.Classification })},
		{"/reason", 1000, false, ofEntry(Listed)},
		{"/reason", 1000, true, ofEntry(Removed)},
	}
}

func goodForm() CategoryForm {
	return CategoryForm{Name: "Pumps", Currency: "KES", OpensAt: noon, ClosesAt: noon.Add(time.Hour)}
}

func mustPolicy(a Activity) Policy {
	p, _ := PolicyOf(a)
	return p
}

// Every text is kept without the blanks around it, up to its length and no further, and
// told where it stands; what must be said is asked for.
func TestEveryTextHasItsLength(t *testing.T) {
	for _, x := range texts() {
		code := func(said string) string {
			_, err := x.check(said)
			f := fault.As(err)
			if err == nil {
				return ""
			}
			if len(f.Fields) != 1 || f.Fields[0].Pointer != x.at {
				return fmt.Sprint(f.Fields)
			}
			return f.Fields[0].Code
		}
		long := strings.Repeat("é", x.most)
		if kept, err := x.check("  " + long + " \n"); err != nil || kept != long {
			t.Errorf("%s of %d signs is kept as %d, %v", x.at, x.most, len([]rune(kept)), err)
		}
		if got := code(long + "é"); got != fault.TooLong {
			t.Errorf("%s of %d signs: %s", x.at, x.most+1, got)
		}
		want := ""
		if x.must {
			want = fault.Required
		}
		if got := code(" "); got != want {
			t.Errorf("%s is empty: %q, want %q", x.at, got, want)
		}
	}
}

// told lists the fields at fault with their codes, in their order.
func told(err error) string {
	if err == nil {
		return ""
	}
	var out []string
	for _, f := range fault.As(err).Fields {
		out = append(out, strings.TrimSpace(f.Pointer+" "+f.Code))
	}
	return strings.Join(out, ", ")
}

// Numbers, moments and choices of a category, each at the last value that is taken and
// the first that is not.
func TestWhatACategoryMayBe(t *testing.T) {
	decimal := func(n int64) *money.Decimal { v := money.New(n, 0); return &v }
	most := *ptr(100)
	over := money.NewQuantity(100_000_001, -6)
	tender, rfq, registration := mustPolicy(Tender), mustPolicy(RFQ), mustPolicy(SupplierRegistration)
	for name, x := range map[string]struct {
		of   Policy
		say  func(*CategoryForm)
		want string
	}{
		"as it is":             {tender, func(*CategoryForm) {}, ""},
		"currency of none":     {tender, func(f *CategoryForm) { f.Currency = "XXQ" }, "/currency " + fault.NotAllowed},
		"currency in small":    {tender, func(f *CategoryForm) { f.Currency = " kes " }, ""},
		"no fee":               {tender, func(f *CategoryForm) { f.BidFee = *decimal(0) }, ""},
		"less than no fee":     {tender, func(f *CategoryForm) { f.BidFee = *decimal(-1) }, "/bid_fee " + fault.OutOfRange},
		"a fee of nobody":      {rfq, func(f *CategoryForm) { f.BidFee = *decimal(-1) }, ""},
		"worth nothing":        {tender, func(f *CategoryForm) { f.Estimate = decimal(0) }, ""},
		"worth less":           {tender, func(f *CategoryForm) { f.Estimate = decimal(-1) }, "/estimate " + fault.OutOfRange},
		"never opens":          {tender, func(f *CategoryForm) { f.OpensAt = time.Time{} }, "/opens_at " + fault.Required},
		"never closes":         {tender, func(f *CategoryForm) { f.ClosesAt = time.Time{} }, "/closes_at " + fault.Required},
		"closes as it opens":   {tender, func(f *CategoryForm) { f.ClosesAt = f.OpensAt }, "/closes_at " + BeforeOpens},
		"all must be had":      {tender, func(f *CategoryForm) { f.PassMark = most }, ""},
		"more than all":        {tender, func(f *CategoryForm) { f.PassMark = over }, "/pass_mark " + fault.OutOfRange},
		"less than none":       {tender, func(f *CategoryForm) { f.PassMark = *ptr(-1) }, "/pass_mark " + fault.OutOfRange},
		"technical beyond":     {tender, func(f *CategoryForm) { f.TechnicalWeight = over }, "/technical_weight " + fault.OutOfRange},
		"financial beyond":     {tender, func(f *CategoryForm) { f.FinancialWeight = over }, "/financial_weight " + fault.OutOfRange},
		"another formula":      {tender, func(f *CategoryForm) { f.PriceFormula = "lead_percent" }, ""},
		"no formula":           {tender, func(f *CategoryForm) { f.PriceFormula = "magic" }, "/price_formula " + fault.NotAllowed},
		"one opens":            {tender, func(f *CategoryForm) { f.Openers = 1 }, ""},
		"less than one opens":  {tender, func(f *CategoryForm) { f.Openers = -1 }, "/openers " + fault.OutOfRange},
		"five open":            {tender, func(f *CategoryForm) { f.Openers = MaxOpeners }, ""},
		"six open":             {tender, func(f *CategoryForm) { f.Openers = MaxOpeners + 1 }, "/openers " + fault.OutOfRange},
		"nobody opens":         {registration, func(f *CategoryForm) { f.Openers = MaxOpeners + 1 }, ""},
		"without a step":       {rfq, func(f *CategoryForm) { f.Without = Criteria.Names() }, ""},
		"without what is none": {rfq, func(f *CategoryForm) { f.Without = []StepName{"magic"} }, "/without " + fault.NotAllowed},
		"without what it must": {rfq, func(f *CategoryForm) { f.Without = Items.Names() }, "/without " + fault.NotAllowed},
	} {
		f := goodForm()
		x.say(&f)
		if _, err := f.Check(x.of); told(err) != x.want {
			t.Errorf("%s: %q, want %q", name, told(err), x.want)
		}
	}
	f := goodForm()
	f.Currency = " kes "
	zone := time.FixedZone("EAT", 3*3600)
	f.OpensAt, f.ClosesAt = noon.Add(1).In(zone), noon.Add(time.Hour+999).In(zone)
	if f, err := f.Check(tender); err != nil || f.Currency != "KES" || f.OpensAt != noon || f.ClosesAt != noon.Add(time.Hour) {
		t.Errorf("%+v, %v", f, err)
	}
}

// What a question may be: its scores, its choices and how many there are of them.
func TestWhatAQuestionMayBe(t *testing.T) {
	many := func(n int) []Option { return slices.Repeat([]Option{{Label: "one", Score: ptr(1)}}, n) }
	yes := []Option{{Label: "yes", Score: ptr(1)}, {Label: "no", Score: ptr(0)}}
	bands := func(n int) []Band { return make([]Band, n) }
	for name, x := range map[string]struct {
		say        Question
		want, kept string
	}{
		"no type":               {Question{Response: "song"}, "/response_type " + fault.NotAllowed, ""},
		"scored of nothing":     {Question{Response: Text, Scored: true}, "/max_score " + fault.Required, ""},
		"scored at most none":   {Question{Response: Text, Scored: true, MaxScore: ptr(0)}, "/max_score " + fault.OutOfRange, ""},
		"scored":                {Question{Response: Text, Scored: true, MaxScore: ptr(1), MinScore: ptr(0)}, "", "at most 1, at least 0"},
		"least below none":      {Question{Response: Text, Scored: true, MaxScore: ptr(1), MinScore: ptr(-1)}, "/min_score " + fault.OutOfRange, ""},
		"unscored keeps none":   {Question{Response: Selection, MaxScore: ptr(1), MinScore: ptr(1), Options: yes}, "", "yes no"},
		"unscored bands":        {Question{Response: Number, Bands: bands(1)}, "", ""},
		"bands of a number":     {Question{Response: Number, Scored: true, MaxScore: ptr(1), Bands: bands(MaxBands)}, "", "at most 1 50 bands"},
		"too many bands":        {Question{Response: Number, Scored: true, MaxScore: ptr(1), Bands: bands(MaxBands + 1)}, "/bands " + fault.TooLong, ""},
		"bands of a text":       {Question{Response: Text, Scored: true, MaxScore: ptr(1), Bands: bands(1)}, "/bands " + fault.NotAllowed, ""},
		"as many choices":       {Question{Response: Checkboxes, Options: many(MaxOptions)}, "", strings.TrimSpace(strings.Repeat("one ", MaxOptions))},
		"too many choices":      {Question{Response: Checkboxes, Options: many(MaxOptions + 1)}, "/options " + fault.TooLong, ""},
		"choices of a scored":   {Question{Response: Text, Scored: true, MaxScore: ptr(1), Options: many(1)}, "/options " + fault.NotAllowed, ""},
		"choices of a text":     {Question{Response: Text, Options: many(1)}, "/options " + fault.NotAllowed, ""},
		"yes and no, scored":    {Question{Response: YesNo, Scored: true, MaxScore: ptr(1), Options: yes}, "", "at most 1 yes=1 no=0"},
		"yes and no, unscored":  {Question{Response: YesNo, Options: yes}, "", ""},
		"yes and maybe, scored": {Question{Response: YesNo, Scored: true, MaxScore: ptr(1), Options: many(1)}, "/options/0/label " + fault.NotAllowed, ""},
	} {
		x.say.Prompt = "Make"
		q, err := x.say.Check()
		if told(err) != x.want {
			t.Errorf("%s: %q, want %q", name, told(err), x.want)
		}
		if err != nil {
			continue
		}
		if got := kept(q); got != x.kept {
			t.Errorf("%s is kept as %q, want %q", name, got, x.kept)
		}
	}
	if yes[0].Score == nil {
		t.Error("whoever asked has lost a score")
	}
}

// kept is a question's scoring in words.
func kept(q Question) string {
	var out []string
	if q.MaxScore != nil {
		out = append(out, "at most "+q.MaxScore.Short())
	}
	if q.MinScore != nil {
		out[len(out)-1] += ", at least " + q.MinScore.Short()
	}
	for _, o := range q.Options {
		if o.Score != nil {
			o.Label += "=" + o.Score.Short()
		}
		out = append(out, o.Label)
	}
	if len(q.Bands) > 0 {
		out = append(out, fmt.Sprint(len(q.Bands), " bands"))
	}
	return strings.Join(out, " ")
}

// The number of an item is its own, in whatever case and among old and new; there are
// no more items than may be, and none is a debt.
func TestWhatItemsMayBe(t *testing.T) {
	item := func(number string, n int64) Item {
		return Item{Number: number, Description: "Pump", Unit: "each", Quantity: qty(n)}
	}
	_, err := CheckItems([]Item{item("a", 0), item("A ", 1), item("b", 1), item("c", -1), item("", 1), item(" ", 1)}, map[string]bool{"b": true})
	want := "/items/1/number field.taken, /items/2/number field.taken, /items/3/quantity field.range, " +
		"/items/4/number field.required, /items/5/number field.required"
	if told(err) != want {
		t.Errorf("%q, want %q", told(err), want)
	}
	taken := map[string]bool{}
	for n := range MaxItems - 1 {
		taken[fmt.Sprint(n)] = true
	}
	if _, err := CheckItems([]Item{item("x", 1)}, taken); err != nil {
		t.Error(err)
	}
	if _, err := CheckItems([]Item{item("x", 1), item("y", 1)}, taken); told(err) != "/items "+fault.TooLong {
		t.Error(told(err))
	}
}

// What a section counts is between nothing and all.
func TestWhatASectionMayCount(t *testing.T) {
	for n, want := range map[int64]string{-1: "/weight " + fault.OutOfRange, 0: "", 100: "", 101: "/weight " + fault.OutOfRange} {
		if _, err := (Section{ID: uuid.Nil, Name: "Record", Weight: ptr(n)}).Check(); told(err) != want {
			t.Errorf("%d per cent: %q", n, told(err))
		}
	}
}
