package app_test

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var (
	pdfStreams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\nendstream`)
	pdfWords   = regexp.MustCompile(`(?s)Td \((.*?[^\\]|)\) ?Tj`)
)

// reads is what stands in a PDF, in letters that take one byte, line below line.
func reads(t *testing.T, data []byte) string {
	t.Helper()
	var lines []string
	for _, m := range pdfStreams.FindAllSubmatch(data, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		raw, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range pdfWords.FindAllSubmatch(raw, -1) {
			lines = append(lines, strings.NewReplacer("\x00", "", `\(`, "(", `\)`, ")", "\xa0", " ").Replace(string(w[1])))
		}
	}
	return strings.Join(lines, "\n")
}

// pack is the pack of the one contract of a world, by kind; its PDFs as they are read.
func pack(w *story.World) map[string]string {
	w.Helper()
	w.React()
	var id uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM contract WHERE award_id IS NOT NULL").Scan(&id))
	d, err := w.Contracts.Contract(w.Context(), w.Officer, id)
	w.Must(err)
	out := map[string]string{}
	for _, p := range d.Pack {
		f, err := w.Contracts.PackFile(w.Context(), w.Officer, id, int(p.Position))
		w.Must(err)
		out[p.Kind] = string(f.Bytes)
		if bytes.HasPrefix(f.Bytes, []byte("%PDF-")) {
			out[p.Kind] = reads(w.T, f.Bytes)
		}
	}
	return out
}

// holds expects words in a paper, and others nowhere in it.
func holds(t *testing.T, name, paper string, has, not []string) {
	t.Helper()
	for _, s := range has {
		if !strings.Contains(paper, s) {
			t.Errorf("%s does not say %q: %.999s", name, s, paper)
		}
	}
	for _, s := range not {
		if strings.Contains(paper, s) {
			t.Errorf("%s says %q: %.999s", name, s, paper)
		}
	}
}

// After rounds of negotiation the prices of a pack are those of the last, and so are the date, the version and the
// receipt that they are proved by; the answers and their receipt are those of the bid.
func TestAPackAfterANegotiation(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 0, "100", "120")
	r := c.Negotiate(true, w.Bidders...)
	r.Offer(w.Bidders[0], map[string]string{"1": "95"})
	r.Offer(w.Bidders[1], map[string]string{"1": "92"})
	r.Submit(w.Bidders[1]) // once more: its second version
	r.Rank()
	c.Award()
	got := pack(w)
	type sent struct {
		version          int
		receipt, at, ref string
	}
	var first, last sent
	const sql = `SELECT n.version, n.receipt, n.received_at AT TIME ZONE 'UTC' AS at, c.reference FROM submission n JOIN category c ON c.id = n.category_id
		WHERE n.category_id = $1 AND n.supplier_id = $2 ORDER BY n.version DESC LIMIT 1`
	for id, s := range map[uuid.UUID]*sent{c.ID: &first, r.ID: &last} {
		w.Must(w.DB.QueryRow(w.Context(), strings.Replace(sql, "n.received_at AT TIME ZONE 'UTC'", "to_char(n.received_at AT TIME ZONE 'Africa/Nairobi', 'DD-MM-YYYY HH24:MI:SS.MS')", 1),
			id, w.Bidders[1].Org).Scan(&s.version, &s.receipt, &s.at, &s.ref))
	}
	if first.version != 1 || last.version != 2 || first.at == last.at {
		t.Fatalf("%+v %+v", first, last)
	}
	holds(t, "the form of tender", got["tender"], []string{first.at, "(" + first.ref + ")", "\nVersion\n"}, []string{last.at, last.ref})
	holds(t, "the schedule", got["prices"], []string{last.at, "(" + last.ref + ")", "\n2\n", "\n92\n"}, []string{first.at, "\n120\n"})
	if got["receipt"] != first.receipt || got["price_receipt"] != last.receipt {
		t.Errorf("the receipts are %q and %q", got["receipt"], got["price_receipt"])
	}
}

// What was bid in a room is dated by the room, not by the bid that let its bidder in: nothing else has its price.
func TestAPackOfARoom(t *testing.T) {
	t.Parallel()
	for _, papers := range []bool{true, false} {
		w := story.New(t, 2)
		terms := pumps
		if !papers {
			terms.Without, terms.Sections, terms.Invited = []sourcing.StepName{"criteria"}, nil, w.Bidders
		}
		c := w.Publish(policyOf(sourcing.ReverseAuction), terms)
		if papers {
			for _, a := range w.Bidders {
				c.Bid(a, map[string]string{"Years in trade": "Five", "Method": "By hand", "Licence": "l.pdf"}, nil)
				c.Submit(a)
			}
		}
		c.Close()
		if papers {
			judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "8"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "8"})
		}
		c.Live(story.LiveBid{Bidder: w.Bidders[0], Price: "5000"}, story.LiveBid{Bidder: w.Bidders[1], Price: "4000"})
		c.Award()
		got := pack(w)
		var bid, came string
		w.Must(w.DB.QueryRow(w.Context(), `SELECT to_char(f.bid_at AT TIME ZONE 'Africa/Nairobi', 'DD-MM-YYYY HH24:MI:SS.MS'), to_char(n.received_at AT TIME ZONE 'Africa/Nairobi', 'DD-MM-YYYY HH24:MI:SS.MS')
			FROM offer f JOIN submission n ON n.id = f.submission_id WHERE f.category_id = $1 AND f.supplier_id = $2`, c.ID, w.Bidders[1].Org).Scan(&bid, &came))
		holds(t, "the schedule", got["prices"], []string{"Price bid in the room at", bid, "4,000.00"}, []string{"Received at", "\nVersion\n"})
		if _, has := got["receipt"]; has != papers {
			t.Errorf("papers %v, a receipt %v", papers, has)
		}
		if papers {
			holds(t, "the form of tender", got["tender"], []string{"Received at", came}, []string{bid})
			holds(t, "the schedule", got["prices"], nil, []string{came})
		} else {
			holds(t, "the form of tender", got["tender"], nil, []string{"Received at", "\nVersion\n"})
		}
	}
}

// What was answered is printed as people read it, in the language of the contract and however the ids of choices were sent;
// all of it, at the limit of an answer; and what the bidder remarked on a line stands beside its price.
func TestAPackSaysWhatWasAnswered(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	var long strings.Builder
	for i := 0; long.Len() < bidding.MaxTextbox-10; i++ {
		fmt.Fprintf(&long, "w%05d ", i)
	}
	long.WriteString("the end")
	points := story.Points
	choices := []sourcing.Option{{Label: "Lorry", Score: points(10)}, {Label: "Boat", Score: points(5)}}
	terms := pumps
	terms.Sections = []story.Section{{Section: sourcing.Section{Name: "Asked"}, Questions: []sourcing.Question{
		{Prompt: "At length", Response: sourcing.TextBox, MustAnswer: true},
		{Prompt: "Boolean", Response: sourcing.Boolean, MustAnswer: true},
		{Prompt: "True or false", Response: sourcing.TrueFalse, MustAnswer: true},
		{Prompt: "Yes or no", Response: sourcing.YesNo, MustAnswer: true},
		{Prompt: "One", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: points(10), Options: choices},
		{Prompt: "Several", Response: sourcing.Checkboxes, MustAnswer: true, Scored: true, MaxScore: points(10), Options: slices.Clone(choices)},
	}}}
	c := w.Publish(policyOf(sourcing.Tender), terms)
	a := w.Bidders[0]
	bid, err := c.TryStart(a)
	w.Must(err)
	c.Bids[a.Org] = bid
	var changes biddingsvc.Changes
	for prompt, value := range map[string]string{
		"At length":     long.String(),
		"Boolean":       "true",
		"True or false": "false",
		"Yes or no":     "no",
		"One":           strings.ToUpper(c.Option("One", "Lorry").String()),
		"Several":       strings.ToUpper(`["` + c.Option("Several", "Boat").String() + `","` + c.Option("Several", "Lorry").String() + `"]`),
	} {
		changes.Answers = append(changes.Answers, biddingsvc.Answer{Question: c.Questions[prompt].ID, Value: value})
	}
	changes.Prices = []biddingsvc.Price{{Item: c.Items["1"], UnitPrice: "20", Remarks: "Without its pipes"}}
	_, err = c.TrySave(a, bid, changes)
	w.Must(err)
	c.Submit(a)
	c.Close()
	c.Open()
	if n := w.Count("SELECT count(*) FROM opened_answer WHERE value ~ '[0-9A-F]{8}-' AND value <> lower(value)"); n != 0 {
		t.Errorf("%d answers are kept with ids as they were sent", n)
	}
	// Those of before are, and are judged and read all the same.
	_, err = pgtest.Tamper(w.Context(), pgtest.As(t, w.DB, ""), "UPDATE opened_answer SET value = upper(value) WHERE question_id = ANY($1)",
		[]uuid.UUID{c.Questions["One"].ID, c.Questions["Several"].ID})
	w.Must(err)
	c.Judge()
	for c.Sealed() {
		c.Open()
		c.Judge()
	}
	c.Recommend()
	made, err := c.TryAward(c.Second, "fr", "the-award-key")
	w.Must(err)
	manager := w.Person("buyer", access.Temp, w.Officer.Org) // writes it down in French before its draft comes
	text := rich.FromPlain("Marché").JSON()
	_, err = w.Contracts.Create(w.Context(), manager, contractsvc.Beginning{Award: made.Award, Supplier: a.Org,
		Form: contractsvc.Form{Terms: contract.Terms{Number: "C/1", Title: "Pompes"}, Language: "fr", Body: &text}})
	w.Must(err)
	got := pack(w)
	form := got["tender"]
	said := strings.Join(strings.Fields(form), " ")
	if !strings.Contains(said, "w00000") || !strings.Contains(said, "the end") || strings.Count(said, " w0") < 2800 {
		t.Errorf("%d words of a long answer are bound", strings.Count(said, " w0"))
	}
	holds(t, "the form of tender", form, []string{"Boolean\nOui", "True or false\nFaux", "Yes or no\nNon", "One\nLorry", "Several\nLorry, Boat"}, nil)
	holds(t, "the schedule", got["prices"], []string{"Observations: Without its pipes"}, nil)
}

// A contract is drafted in the language of the letter by which its winner was told, and where no letter is written in that of who decided.
func TestADraftIsInTheLanguageOfItsAward(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ own, letter, want string }{{"pt", "fr", "fr"}, {"pt", "sw", "sw"}, {"sw", "", "sw"}, {"en", "", "en"}} {
		w := story.New(t, 2)
		_, err := pgtest.Do(t.Context(), w.DB, "UPDATE account SET language = $1 WHERE id = $2", x.own, w.Second.User)
		w.Must(err)
		var c *story.Category
		if x.letter == "" {
			c = bought(w, 0, "100", "120")
		} else {
			terms := pumps
			terms.Sections = []story.Section{{Section: pumps.Sections[0].Section, Questions: pumps.Sections[0].Questions[:1]}}
			c = w.Publish(policyOf(sourcing.Tender), terms)
			c.Pay(w.Bidders[0])
			c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten"}, map[string]string{"1": "100"})
			c.Submit(w.Bidders[0])
			c.Close()
			c.Open()
			c.Judge()
			c.Open()
			c.Judge()
		}
		c.Recommend()
		_, err = c.TryAward(w.Second, cmp.Or(x.letter, "fr"), "key-award-in-"+x.want)
		w.Must(err)
		w.React()
		if n := w.Count("SELECT count(*) FROM contract WHERE award_id IS NOT NULL AND language = $1", x.want); n != 1 {
			t.Errorf("%+v: %d drafts are in it", x, n)
		}
	}
}
