package app_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// lorries are terms that do for every activity: what one does not have is left out.
var lorries = story.Terms{
	Job:       sourcing.JobForm{Title: "Lorries"},
	Name:      "Heavy lorries",
	Fee:       money.New(1000, 0),
	PassMark:  50,
	Technical: 70,
	Financial: 30,
	Sections: []story.Section{{
		Section: sourcing.Section{Name: "Standing"},
		Questions: []sourcing.Question{
			{
				Prompt:     "Licensed?",
				Response:   sourcing.YesNo,
				MustAnswer: true,
				QA:         true,
				Scored:     true,
				MaxScore:   story.Points(10),
				Options:    []sourcing.Option{{Label: "yes", Score: story.Points(10)}, {Label: "no", Score: story.Points(0)}},
			},
			{
				Prompt:     "Years in trade",
				Response:   sourcing.Selection,
				MustAnswer: true,
				Scored:     true,
				MaxScore:   story.Points(10),
				Options:    []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
			},
		},
	}},
	Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
}

// Three bid, one after the other. Awino is licensed and asks 200; Baraka is
// licensed, twice as long in trade, and asks 300; Chebet asks 100 and has no licence.
var bidders = []struct {
	name, licensed, years, price string
}{
	{"Awino", "yes", "Five", "200"},
	{"Baraka", "yes", "Ten", "300"},
	{"Chebet", "no", "Five", "100"},
}

// A tale is what came of a category, in words: what was asked of it, and the answer.
type tale struct {
	*story.Category
	came map[string]string
}

// play takes a category of a policy row from its draft as far as it goes.
func play(t *testing.T, p sourcing.Policy) map[string]string {
	t.Helper()
	w := story.New(t, len(bidders)+1)
	terms := lorries
	terms.Invited = w.Bidders[:len(bidders)]
	x := tale{w.Publish(p, terms), map[string]string{}}
	x.React() // who is invited hears of it while it is open
	x.enter(terms.Invited, w.Bidders[len(bidders)])
	x.Close()
	x.judge()
	x.live()
	x.silent(terms.Invited)
	x.Recommend()
	x.silent(terms.Invited)
	made := x.Award()
	x.decided(made.StandstillEnds)
	for i, a := range terms.Invited {
		for _, what := range x.Told(a) {
			x.name(what, i)
		}
	}
	return x.came
}

// say is what a use case answered.
func (x tale) say(what string, err error) {
	x.came[what] = "yes"
	if err != nil {
		x.came[what] = fault.As(err).Code
	}
}

// name adds a bidder to those of whom something is true.
func (x tale) name(what string, bidder int) {
	x.came[what] = strings.TrimPrefix(x.came[what]+", "+bidders[bidder].name, ", ")
}

// who is the bidder of a company, by place in the table.
func (x tale) who(company uuid.UUID) int {
	return slices.IndexFunc(x.Bidders, func(a access.Actor) bool { return a.Org == company })
}

// enter lets the invited bid, each after whatever is asked of them first.
func (x tale) enter(invited []access.Actor, stranger access.Actor) {
	_, err := x.TryStart(stranger)
	x.say("may begin uninvited", err)
	for i, a := range slices.Backward(invited) { // whoever was there first submits last
		if i == len(invited)-1 {
			_, err := x.TryStart(a)
			x.say("may begin unpaid", err)
		}
		x.Pay(a)
		answers := map[string]string{"Licensed?": bidders[i].licensed, "Years in trade": bidders[i].years, "Licence": "licence.pdf"}
		x.Bid(a, answers, map[string]string{"1": bidders[i].price})
		x.Submit(a)
	}
}

// check finds that Chebet has no licence, where somebody checks what is said of it.
func (x tale) check() {
	if x.Questions["Licensed?"].QA && x.Status() == sourcing.TechnicalEvaluation {
		x.Check(x.Bidders[2], "Licensed?", assurance.Missing, "The bid names no licence")
	}
}

// judge opens and judges one envelope after the other.
func (x tale) judge() {
	for x.Sealed() {
		if err := x.TryOpen(); err != nil {
			x.say("opened", err)
			break
		}
		x.check()
		x.Judge()
	}
	d := x.Desk()
	for _, s := range d.Sessions {
		x.came["opened"] += fmt.Sprintf("%s by %d ", s.Envelope, len(s.People))
	}
	x.came["opened"] = strings.TrimSpace(x.came["opened"])
	x.came["evaluators"] = strconv.Itoa(len(d.Evaluators))
	if !x.Policy.Has(sourcing.Live) {
		x.ranked()
	}
}

// ranked tells how the bids stand beside each other.
func (x tale) ranked() {
	d := x.Desk()
	if !slices.IsSortedFunc(d.Bids, func(a, b evaluationsvc.Bid) int { return a.ReceivedAt.Compare(b.ReceivedAt) }) {
		x.Error("bids are not read out in the order in which they came")
	}
	slices.SortFunc(d.Bids, func(a, b evaluationsvc.Bid) int { return x.who(a.SupplierID) - x.who(b.SupplierID) })
	for _, b := range d.Bids {
		i := x.who(b.SupplierID)
		if b.TechnicalPass != nil && *b.TechnicalPass {
			x.name("passed", i)
		}
		if b.Price != nil {
			x.name("price opened", i)
		}
		if b.Rank != nil {
			x.name(fmt.Sprintf("rank %d", *b.Rank), i)
		}
		for what, points := range map[string]*money.Quantity{"technical": b.Technical, "financial": b.FinancialScore, "combined": b.Combined} {
			if points != nil && (points.Sign() < 0 || points.Cmp(*story.Points(100)) > 0) {
				x.Errorf("%s has %s %s points of 100", bidders[i].name, points, what)
			}
		}
	}
	for _, l := range d.Lines {
		x.name(fmt.Sprintf("rank %d", l.Rank), x.who(l.SupplierID))
	}
}

// live lets into the room who passed, where prices are live: who is weaker bids first, and
// what comes of it is judged as it stands.
func (x tale) live() {
	if !x.Policy.Has(sourcing.Live) {
		return
	}
	x.Begin()
	var bids []story.LiveBid
	for i, b := range bidders {
		if err := x.TryJoin(x.Bidders[i]); err != nil {
			x.name("kept out of the room", i)
			continue
		}
		bids = append(bids, story.LiveBid{Bidder: x.Bidders[i], Price: b.price})
	}
	if x.Policy.Best == sourcing.Lowest {
		slices.Reverse(bids)
	}
	x.say("ranked while prices move", x.TryComplete(x.Officer))
	x.Live(bids...)
	x.ranked()
}

// silent expects that nobody knows how its bid came out, in any list: it is told with
// the decision.
func (x tale) silent(invited []access.Actor) {
	x.Helper()
	for _, a := range invited {
		list, err := x.Bidding.Bids(x.Context(), a, biddingsvc.BidFilter{}, "", 10)
		x.Must(err)
		if len(list.Items) != 1 || list.Items[0].Rank != nil || list.Items[0].Outcome != nil {
			x.Errorf("%s reads before the decision %+v", a.Name, list.Items)
		}
		ranked, err := x.Bidding.Bids(x.Context(), a, biddingsvc.BidFilter{Ranked: true}, "", 10)
		if x.Must(err); len(ranked.Items) != 0 {
			x.Errorf("%s finds before the decision what is ranked: %+v", a.Name, ranked.Items)
		}
		if _, err := x.Awards.MyResult(x.Context(), a, x.Bids[a.Org]); !errors.Is(err, award.NotNotified) {
			x.Errorf("%s has a result before the decision, %v", a.Name, err)
		}
	}
}

// decided tells what an award left.
func (x tale) decided(signed time.Time) {
	x.React()
	s := x.Standing()
	for _, l := range s.Award.Lines {
		if l.Amount != nil {
			x.name("won", x.who(l.SupplierID))
		}
	}
	var winners []string
	for _, l := range s.Award.Lines {
		if l.Amount != nil && !slices.Contains(winners, l.SupplierName) {
			winners = append(winners, l.SupplierName)
		}
	}
	desk, err := x.Awards.Decided(x.Context(), x.Officer, x.Officer.Org, awardsvc.DecidedFilter{}, "", 10)
	x.Must(err)
	row := desk.Items[0]
	if row.Winner != strings.Join(winners, ", ") || int(row.Letters) != len(s.Letters) || !row.StandstillEnds.Equal(signed) {
		x.Errorf("the list of results tells %+v", row)
	}
	if signed.After(s.Award.DecidedAt) {
		x.came["standstill"] = "runs"
	}
	for i := range bidders {
		for _, l := range s.Letters {
			if x.who(l.SupplierID) == i {
				x.name("letter "+l.Kind, i)
			}
		}
	}
	manager := access.Actor{User: uuid.New(), Org: x.Officer.Org, Type: access.Temp, Privileges: access.Titles[access.Temp]}
	contracts, err := x.Contracts.Contracts(x.Context(), manager, uuid.Nil, contractsvc.Filter{}, "", 10)
	x.Must(err)
	for _, c := range contracts.Items {
		i := slices.IndexFunc(s.Results, func(r award.Result) bool { return r.SupplierName == c.SupplierName })
		x.came["contract"] += bidders[x.who(s.Results[i].Supplier)].name + " " + c.Value.Short()
	}
	if entries, err := x.Sourcing.Listed(x.Context(), x.Officer, x.Officer.Org, x.ID); !errors.Is(err, sourcing.NoList) {
		x.Must(err)
		for i := range bidders {
			if slices.ContainsFunc(entries, func(e sourcingsvc.Entry) bool { return x.who(e.Supplier) == i }) {
				x.name("listed", i)
			}
		}
	}
	for i := range bidders {
		r, err := x.Awards.MyResult(x.Context(), x.Bidders[i], x.Bids[x.Bidders[i].Org])
		if err != nil {
			x.say("result "+bidders[i].name, err)
			continue
		}
		x.came["result "+bidders[i].name] = r.Outcome
		if (r.Technical != nil) != x.Policy.Points() {
			x.Errorf("%s reads the score %v of a %s", bidders[i].name, r.Technical, x.Policy.Activity)
		}
		own := slices.IndexFunc(s.Letters, func(l awardsvc.LetterRow) bool { return x.who(l.SupplierID) == i })
		if r.LetterID == nil && own >= 0 || r.LetterID != nil && (own < 0 || s.Letters[own].ID != *r.LetterID) {
			x.Errorf("%s finds the letter %v beside its result, of %+v", bidders[i].name, r.LetterID, s.Letters)
		}
		// Whoever has a result finds it in the list of results, with a rank or without.
		if list, err := x.Bidding.Bids(x.Context(), x.Bidders[i], biddingsvc.BidFilter{Ranked: true}, "", 10); err != nil || len(list.Items) != 1 {
			x.Errorf("%s has a result and finds %d in the list of results, %v", bidders[i].name, len(list.Items), err)
		}
		if r.Rank != nil {
			x.came["result "+bidders[i].name] += fmt.Sprintf(", rank %d", *r.Rank)
		}
	}
}

// Who wins, which rank each has, who is told what, what is left: for every policy
// row as it ought to be, and as it still differs.
func TestEveryActivityTellsItsStory(t *testing.T) {
	if len(ought) != len(sourcing.Policies) {
		t.Errorf("%d activities have a story, %d a policy row", len(ought), len(sourcing.Policies))
	}
	for _, d := range differs {
		for _, a := range d.of {
			if ought[a][d.what] == d.today {
				t.Errorf("%s, %s: %q is as it ought to be: delete the line of %s", a, d.what, d.today, d.point)
			}
		}
	}
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			want, owed := maps.Clone(ought[p.Activity]), map[string]string{}
			for _, d := range differs {
				if slices.Contains(d.of, p.Activity) {
					want[d.what], owed[d.what] = d.today, d.point
				}
			}
			got := play(t, p)
			for _, what := range slices.Sorted(maps.Keys(merged(want, got))) {
				switch {
				case got[what] == want[what]:
				case owed[what] != "" && got[what] == ought[p.Activity][what]:
					t.Errorf("%s: %q, as it ought to be: delete the line of %s", what, got[what], owed[what])
				default:
					t.Errorf("%s: %q, want %q", what, got[what], want[what])
				}
			}
		})
	}
}

func merged(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}
