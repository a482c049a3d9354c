package reportsvc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

func tender(t *testing.T) *story.Category { return tenderFor(t, money.Decimal{}) }

// tenderFor is the same for a fee.
func tenderFor(t *testing.T, fee money.Decimal) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	return story.New(t, 2).Publish(p, story.Terms{
		Fee:       fee,
		PassMark:  50,
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Experience"},
			Questions: []sourcing.Question{
				{
					Prompt:     "Years in trade",
					Response:   sourcing.Selection,
					MustAnswer: true,
					Scored:     true,
					MaxScore:   story.Points(10),
					Options:    []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
				},
				{Prompt: "Method", Response: sourcing.Text},
			},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	})
}

const formula = `=HYPERLINK("http://x","y")`

func bid(c *story.Category) {
	c.Helper()
	for i, price := range []string{"100", "900"} {
		a := c.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": formula}, map[string]string{"1": price})
		c.Submit(a)
	}
}

// reader is somebody of the buyer with no right but to take reports.
func reader(c *story.Category) access.Actor {
	a := c.Person("buyer", access.Buyer, c.Officer.Org)
	a.Privileges = []access.Privilege{access.ViewReport}
	return a
}

func ask(c *story.Category, a access.Actor, in reportsvc.Asked) (reportsvc.Asked, error) {
	c.Helper()
	in.Owner, in.Job, in.Language = c.Officer.Org, c.Job, "en"
	if in.Format == "" {
		in.Format = report.Workbook
	}
	err := pg.InTx(c.Context(), c.DB, func(tx pg.Tx) (err error) {
		in, _, err = c.Reports.Ask(c.Context(), tx, a, in)
		return err
	})
	return in, err
}

func write(c *story.Category, a access.Actor, in reportsvc.Asked) string {
	c.Helper()
	in, err := ask(c, a, in)
	c.Must(err)
	data, err := c.Reports.Report(c.Context(), a, in)
	c.Must(err)
	if in.Format == report.PDF {
		if !bytes.HasPrefix(data, []byte("%PDF-")) {
			c.Fatalf("%s is no PDF", in.Name)
		}
		return ""
	}
	f, err := excelize.OpenReader(bytes.NewReader(data))
	c.Must(err)
	var b strings.Builder
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		c.Must(err)
		for y, row := range rows {
			b.WriteString(strings.Join(row, " | ") + "\n")
			for x := range row {
				at, _ := excelize.CoordinatesToCellName(x+1, y+1)
				if computed, _ := f.GetCellFormula(name, at); computed != "" {
					c.Errorf("%s!%s computes %s", name, at, computed)
				}
			}
		}
	}
	return b.String()
}

// There is a report from its phase on and not before, and none tells of bids what the
// phase keeps.
func TestAReportHasItsPhase(t *testing.T) {
	t.Parallel()
	c := tender(t)
	bid(c)
	a := reader(c)
	a.Privileges = append(a.Privileges, access.SendParticipantList)
	questions := []uuid.UUID{c.Questions["Method"].ID}
	ready := func() (out []string) {
		got, err := c.Reports.Offered(t.Context(), a, c.Officer.Org, c.Job)
		c.Must(err)
		for _, o := range got.Offers {
			if o.Now > 0 {
				out = append(out, string(o.Name))
				continue
			}
			if _, err := ask(c, a, reportsvc.Asked{Name: o.Name, Questions: questions}); err == nil {
				t.Errorf("%s is not there yet, and is written", o.Name)
			}
		}
		return out
	}
	is := func(when string, want ...report.Name) {
		t.Helper()
		var names []string
		for _, w := range want {
			names = append(names, string(w))
		}
		if got := ready(); !slices.Equal(got, names) {
			t.Errorf("%s there are %v, want %v", when, got, names)
		}
	}
	open := []report.Name{report.Invitations, report.Payments, report.Participants}
	is("while open", open...)
	names := make([]string, 2)
	for i, b := range c.Bidders {
		c.Must(c.DB.QueryRow(t.Context(), "SELECT name FROM company WHERE id = $1", b.Org).Scan(&names[i]))
	}
	known := map[string]bool{} // what names a company among few, without its name
	for _, b := range c.Bidders {
		var country, email, phone string
		c.Must(c.DB.QueryRow(t.Context(), "SELECT country, email, phone FROM company WHERE id = $1", b.Org).Scan(&country, &email, &phone))
		known[country], known[email], known[phone] = true, true, true
	}
	delete(known, "")
	silent := func() {
		t.Helper()
		for _, name := range open {
			text := write(c, a, reportsvc.Asked{Name: name})
			for cell := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '|' || r == '\n' }) {
				if known[strings.TrimSpace(cell)] {
					t.Errorf("%s tells where who bids comes from before the opening:\n%s", name, text)
				}
			}
			for _, told := range names {
				if strings.Contains(text, told) {
					t.Errorf("%s tells who bids before the opening:\n%s", name, text)
				}
			}
		}
	}
	silent()
	c.Close()
	is("when closed", open...)
	silent()
	c.Open()
	is("with answers open", append(open, report.Opening, report.SupplierGroups)...)
	if text := write(c, a, reportsvc.Asked{Name: report.Opening}); strings.Contains(text, "100") || !strings.Contains(text, names[0]) {
		t.Errorf("the minutes are\n%s", text)
	}
	c.Judge()
	c.Open()
	is("with prices open", append(open, report.Opening, report.Technical, report.Prices, report.SupplierGroups)...)
	c.Judge()
	if text := write(c, a, reportsvc.Asked{Name: report.Prices}); !strings.Contains(text, "1 | Lorry | each | 1 | 100 | 900") {
		t.Errorf("the grid of prices is\n%s", text)
	}
	if text := write(c, a, reportsvc.Asked{Name: report.Ranking}); strings.Index(text, names[0]) > strings.Index(text, names[1]) {
		t.Errorf("the ranking is\n%s", text)
	}
	_, err := ask(c, a, reportsvc.Asked{Name: report.Responses, Questions: questions})
	c.Is(err, report.Unsettled)
	c.Award()
	text := write(c, a, reportsvc.Asked{Name: report.Responses, Questions: questions})
	if !strings.Contains(text, "'"+formula) {
		t.Errorf("what people wrote is a formula to somebody:\n%s", text)
	}
	write(c, a, reportsvc.Asked{Name: report.Evaluation, Format: report.PDF})
	write(c, a, reportsvc.Asked{Name: report.Supplier, Format: report.PDF, Supplier: &c.Bidders[0].Org})
	for _, r := range report.Reports {
		if r.Supplier || r.Questions || r.Needs&(sourcing.List|sourcing.Live) != 0 {
			continue
		}
		for _, format := range r.Formats {
			write(c, a, reportsvc.Asked{Name: r.Name, Format: format})
		}
	}
}

// What evaluators scored is reported to an evaluator once its own scores are final: neither
// while it scores, whoever else has finished, nor to a reader who judges nothing.
func TestScoresAreReportedToWhoHasFinished(t *testing.T) {
	t.Parallel()
	c := tender(t)
	bid(c)
	c.Close()
	c.Open()
	judge := func(a access.Actor) access.Actor {
		c.Must(c.TryDeclare(a, evaluationsvc.InterestNone))
		a.Privileges = append(slices.Clone(a.Privileges), access.ViewReport)
		return a
	}
	first, second, third := judge(c.Officer), judge(c.Second), reader(c)
	told := func(want ...access.Actor) {
		t.Helper()
		for who, a := range map[string]access.Actor{"the first": first, "the second": second, "a reader": third} {
			_, err := ask(c, a, reportsvc.Asked{Name: report.Technical})
			if slices.ContainsFunc(want, func(w access.Actor) bool { return w.User == a.User }) {
				c.Must(err)
			} else if !errors.Is(err, report.Unsettled) {
				t.Errorf("%s is told what others scored: %v", who, err)
			}
		}
	}
	told()
	c.Must(c.TryFinish(first))
	told(first)
	c.Must(c.TryFinish(second))
	told(first, second)
}

// A withdrawal is nobody's business before the closing: whatever a buyer's people and the
// operator's read of an open category reads as it did before. Once bids are opened it is told.
func TestAWithdrawalChangesNothingBeforeTheClosing(t *testing.T) {
	t.Parallel()
	c := tender(t)
	bid(c)
	buyer := c.Officer
	buyer.Privileges = access.Titles[access.Buyer]
	staff := c.Person("operator", access.Operator, uuid.Nil)
	read := func() map[string]string {
		t.Helper()
		out := map[string]string{}
		tell := func(what string, answer any, err error) {
			t.Helper()
			c.Must(err)
			raw, err := json.Marshal(answer)
			c.Must(err)
			out[what] = string(raw)
		}
		for who, a := range map[string]access.Actor{"the buyer": buyer, "the operator": staff} {
			tell := func(what string, answer any, err error) { tell(who+" reads "+what, answer, err) }
			live, err := c.Reports.Live(t.Context(), a)
			tell("live work", live, err)
			jobs, err := c.Reports.LiveJobs(t.Context(), a, reportsvc.LiveFilter{}, "", 10)
			tell("live jobs", jobs, err)
			job, categories, err := c.Reports.LiveCategories(t.Context(), a, c.Job)
			tell("a live job", job, err)
			tell("its categories", categories, err)
			people, err := c.Reports.Participants(t.Context(), a, c.ID)
			tell("who takes part", people, err)
		}
		desk, err := c.TryDesk(buyer)
		tell("the buyer reads the desk", desk, err)
		figures, err := c.Reports.Figures(t.Context(), buyer, 12, nil)
		tell("the buyer reads figures", figures, err)
		for _, r := range []report.Name{report.Invitations, report.Payments, report.Participants} {
			if _, err := ask(c, buyer, reportsvc.Asked{Name: r}); !errors.Is(err, sourcing.NoSuchStep) {
				out["the report of "+string(r)] = write(c, buyer, reportsvc.Asked{Name: r})
			}
		}
		return out
	}
	before := read()
	c.Must(c.TryWithdraw(c.Bidders[1], c.Bids[c.Bidders[1].Org], "Our lorry was sold"))
	for what, got := range read() {
		if got != before[what] {
			t.Errorf("%s:\n%s\nand before the withdrawal\n%s", what, got, before[what])
		}
	}
	c.Close()
	c.Open()
	if desk := c.Desk(); len(desk.Withdrawn) != 1 || len(desk.Bids) != 1 {
		t.Errorf("opened, %d bids and %d withdrawn", len(desk.Bids), len(desk.Withdrawn))
	}
}

// What is none is refused, each by its own sentence.
func TestWhatIsNoReportIsRefused(t *testing.T) {
	t.Parallel()
	c := tender(t)
	bid(c)
	c.Close()
	c.Open()
	a := c.Second
	c.Must(c.TryDeclare(a, evaluationsvc.InterestNone))
	a.Privileges = append(slices.Clone(a.Privileges), access.ViewReport)
	refused := func(in reportsvc.Asked, by access.Actor, want *fault.Def) {
		t.Helper()
		_, err := ask(c, by, in)
		c.Is(err, want)
	}
	refused(reportsvc.Asked{Name: "guess"}, a, report.Unknown)
	refused(reportsvc.Asked{Name: report.List}, a, sourcing.NoSuchStep)
	refused(reportsvc.Asked{Name: report.Responses}, a, report.NoQuestions)
	refused(reportsvc.Asked{Name: report.Responses, Questions: []uuid.UUID{uuid.New()}}, a, fault.Invalid)
	refused(reportsvc.Asked{Name: report.Supplier, Format: report.PDF}, a, fault.Invalid)
	refused(reportsvc.Asked{Name: report.Ranking}, a, report.NotYet)
	refused(reportsvc.Asked{Name: report.SupplierGroups}, reader(c), fault.Forbidden)
	stranger := c.Person("buyer", access.Buyer, uuid.Nil)
	refused(reportsvc.Asked{Name: report.Opening}, stranger, fault.Forbidden)
	none := reader(c)
	none.Privileges = nil
	refused(reportsvc.Asked{Name: report.Opening}, none, fault.Forbidden)
}

// Nobody bid: the words of the specification.
func TestThereIsNoReportOfNobody(t *testing.T) {
	t.Parallel()
	c := tender(t)
	c.Close()
	_ = c.TryOpen()
	if c.Status() != sourcing.Closed {
		_, err := ask(c, reader(c), reportsvc.Asked{Name: report.Opening})
		c.Is(err, report.NoBids)
		return
	}
	_, err := ask(c, reader(c), reportsvc.Asked{Name: report.Opening})
	c.Is(err, report.NotYet)
}

// Whoever declares an interest after they asked for a report gets neither it nor its file.
func TestAReportIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	c := tender(t)
	bid(c)
	c.Close()
	c.Open()
	a := c.Second
	c.Must(c.TryDeclare(a, evaluationsvc.InterestNone))
	a.Privileges = append(slices.Clone(a.Privileges), access.ViewReport)
	in, err := ask(c, a, reportsvc.Asked{Name: report.Opening})
	c.Must(err)
	c.Must(c.Reports.AdmitReport(t.Context(), a, in))
	c.Must(c.TryDeclare(a, evaluationsvc.InterestRecused))
	c.Is(c.Reports.AdmitReport(t.Context(), a, in), report.Apart)
	_, err = c.Reports.Report(t.Context(), a, in)
	c.Is(err, report.Apart)
	shut := false
	c.Must(c.Sourcing.SetDoor(t.Context(), c.Officer, c.Officer.Org, c.Officer.User, c.ID, &shut))
	boss := c.Officer
	boss.Privileges = append(slices.Clone(boss.Privileges), access.ViewReport)
	c.Is(c.Reports.AdmitReport(t.Context(), boss, in), sourcing.CategoryDenied)
}

// What was checked is reported once there is a result: until then somebody makes a second
// check who is not to know the first. Then both are told.
func TestChecksAreReportedWhenNoneIsMadeAnyMore(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Prequalification)
	c := story.New(t, 1).Publish(p, story.Terms{PassMark: 50, Sections: []story.Section{{
		Section: sourcing.Section{Name: "Company"},
		Questions: []sourcing.Question{
			{Prompt: "Licence", Response: sourcing.Text, MustAnswer: true, QA: true},
			{
				Prompt:   "Years in trade",
				Response: sourcing.Selection,
				Scored:   true,
				MaxScore: story.Points(10),
				Options:  []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
			},
		},
	}}})
	bidder := c.Bidders[0]
	c.Pay(bidder)
	c.Bid(bidder, map[string]string{"Licence": "BL-1", "Years in trade": "Ten"}, nil)
	c.Submit(bidder)
	c.Close()
	c.Open()
	c.Must(c.TrySample(c.Officer, 100, 0))
	a := c.Second
	for _, who := range []access.Actor{c.Officer, c.Second} {
		c.Must(c.TryDeclareChecker(who, opening.InterestNone))
	}
	found := func(turn assurance.Turn, who access.Actor, v assurance.Verdict, note string) {
		t.Helper()
		_, err := c.TryFind(who, bidder, turn, "Licence", assurance.Finding{Verdict: v, Note: note}, 0)
		c.Must(err)
		_, err = ask(c, a, reportsvc.Asked{Name: report.QA})
		c.Is(err, report.NotYet)
		c.Must(c.TryFinishCheck(who, bidder, turn))
		_, err = ask(c, a, reportsvc.Asked{Name: report.QA})
		c.Is(err, report.NotYet)
	}
	found(assurance.First, c.Officer, assurance.Expired, "ended in May")
	found(assurance.Second, c.Second, assurance.Valid, "")
	c.Judge()
	text := write(c, a, reportsvc.Asked{Name: report.QA})
	for _, line := range []string{"Licence | first | expired | ended in May", "Licence | second | valid"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
}
