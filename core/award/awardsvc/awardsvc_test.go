package awardsvc_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// ranked is a tender under a regime, ranked for bidders who all pass: the first is
// the cheapest.
func ranked(t *testing.T, regime string, bidders int) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, bidders).Publish(p, story.Terms{
		Job:       sourcing.JobForm{Regime: regime},
		Closes:    story.Noon.AddDate(0, 0, 30),
		PassMark:  50,
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{{
				Prompt:   "Licensed?",
				Response: sourcing.YesNo,
				Scored:   true,
				MaxScore: story.Points(10),
				Options:  []sourcing.Option{{Label: "yes", Score: story.Points(10)}, {Label: "no", Score: story.Points(0)}},
			}},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	})
	for i, a := range c.Bidders {
		c.Pay(a)
		c.Bid(a, map[string]string{"Licensed?": "yes"}, map[string]string{"1": money.New(int64(100+i), 0).Short()})
		c.Submit(a)
	}
	c.Close()
	for c.Sealed() {
		c.Open()
		c.Judge()
	}
	return c
}

// A single bidder leaves nobody who could object, two do: the standstill is waived
// for one alone, and only where the regime waives it.
func TestStandstillRunsAsSoonAsSomebodyLost(t *testing.T) {
	for _, x := range []struct {
		regime  string
		bidders int
		days    int
		status  sourcing.Status
	}{
		{"ke-ppada", 1, 0, sourcing.Awarded},
		{"ke-ppada", 2, 14, sourcing.Notified},
		{"ke-ppada", 3, 14, sourcing.Notified},
		{"private-default", 1, 7, sourcing.Notified},
	} {
		t.Run(x.regime+strings.Repeat(" +", x.bidders), func(t *testing.T) {
			t.Parallel()
			c := ranked(t, x.regime, x.bidders)
			made := c.Award()
			if days := int(made.StandstillEnds.Sub(c.Closes) / (24 * time.Hour)); days != x.days {
				t.Errorf("%d days, want %d", days, x.days)
			}
			if c.Conclude(); c.Status() != x.status {
				t.Errorf("the category is %s, want %s", c.Status(), x.status)
			}
		})
	}
}

// Whom a category is closed to, neither sees nor makes its decision.
func TestAClosedDoorIsAskedByEveryDecision(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 2)
	a, owner, ctx := c.Second, c.Officer.Org, t.Context()
	c.Award()
	letters, err := c.Awards.Letters(ctx, a, owner, c.ID)
	c.Must(err)
	acts := map[string]func() error{
		"Standing":  func() error { _, err := c.TryStanding(a); return err },
		"Recommend": func() error { return c.TryRecommend(a, nil, "") },
		"Award":     func() error { _, err := c.TryAward(a, "en", "another-key"); return err },
		"Preview":   func() error { _, err := c.TryPreview(a, c.Bidders[0].Org, award.Award, "en", false); return err },
		"Send": func() error {
			_, err := c.TrySend(a, award.DD, []uuid.UUID{c.Bidders[0].Org}, "en", "letter-0")
			return err
		},
		"Letters": func() error { _, err := c.Awards.Letters(ctx, a, owner, c.ID); return err },
		"letter":  func() error { _, err := c.Awards.OwnerOfLetter(ctx, a, letters[0].ID); return err },
	}
	closed := false
	c.Must(c.Sourcing.SetDoor(ctx, c.Officer, owner, a.User, c.ID, &closed))
	for name, act := range acts {
		if err := act(); !errors.Is(err, sourcing.CategoryDenied) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.TryStanding(c.Officer); err != nil {
		t.Errorf("closed to somebody else as well: %v", err)
	}
}

// Letters beside the decision go out to all who were chosen or to none: one that would
// lack what it must say stops the others.
func TestLettersBesideTheDecisionAreAllOrNone(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 3)
	rename := func(name string) {
		t.Helper()
		_, err := pgtest.Do(t.Context(), pgtest.As(t, c.DB, ""), "UPDATE company SET name = $1 WHERE id = $2", name, c.Bidders[1].Org)
		c.Must(err)
	}
	to := []uuid.UUID{c.Bidders[0].Org, c.Bidders[1].Org, c.Bidders[2].Org}
	rename(" ")
	_, err := c.TrySend(c.Second, award.DD, to, "en", "letters-0")
	c.Is(err, award.LetterIncomplete)
	if n := c.Count("SELECT count(*) FROM letter"); n != 0 {
		t.Errorf("%d letters went out", n)
	}
	rename("Baraka")
	n, err := c.TrySend(c.Second, award.DD, to, "en", "letters-1")
	if c.Must(err); n != 3 || c.Count("SELECT count(*) FROM letter") != n {
		t.Errorf("%d letters are told of", n)
	}
}

// A letter names the bidder that reads it and, but for the winner in a decision, none of
// the others: whoever else is written to, and in whatever order they were chosen.
func TestALetterNamesItsReaderAndNoOtherBidder(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 4)
	winner := c.Bidders[0]
	c.Award()
	for i, to := range [][]int{{3, 1}, {2, 0, 3}, {1}} {
		var chosen []uuid.UUID
		for _, n := range to {
			chosen = append(chosen, c.Bidders[n].Org)
		}
		for _, kind := range []award.Kind{award.Custom, award.DD} {
			_, err := c.TrySend(c.Second, kind, chosen, "en", fmt.Sprintf("letters-%s-%d", kind, i))
			c.Must(err)
		}
	}
	names := map[uuid.UUID]string{}
	for _, a := range c.Bidders {
		var name string
		c.Must(c.DB.QueryRow(t.Context(), "SELECT name FROM company WHERE id = $1", a.Org).Scan(&name))
		names[a.Org] = name
	}
	read := 0
	for _, a := range c.Bidders {
		list, _, err := c.Awards.MyLetters(t.Context(), a, awardsvc.LetterFilter{}, "", 20)
		c.Must(err)
		for _, row := range list.Items {
			l, err := c.Awards.MyLetter(t.Context(), a, row.ID)
			c.Must(err)
			text := strings.Join([]string{l.Subject, l.Body, l.Closing, l.Footer, l.Signature}, "\n")
			for _, f := range l.Figures {
				text += "\n" + f.Value
			}
			beside := l.Kind == string(award.Custom) || l.Kind == string(award.DD)
			for org, name := range names {
				told := strings.Contains(text, name)
				if org == a.Org && !told || org != a.Org && told && (beside || org != winner.Org) {
					t.Errorf("the %s letter to %s names %s: %v\n%s", l.Kind, names[a.Org], name, told, text)
				}
			}
			read++
		}
	}
	if read != 4+2*6 {
		t.Errorf("%d letters were read", read)
	}
}

// Who is of the buyer and holds no right over its awards neither decides nor writes,
// whatever guarded the way here.
func TestEveryActOfAnAwardAsksForItsRight(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 2)
	a, ctx := c.Second, t.Context()
	a.Privileges = nil
	template := award.Template{
		Kind:      award.Regret,
		Language:  "en",
		Subject:   "Result",
		Body:      "Not this time",
		Footer:    "-",
		Signature: "The officer",
	}
	for name, act := range map[string]func() error{
		"Recommend": func() error { return c.TryRecommend(a, nil, "") },
		"Award":     func() error { _, err := c.TryAward(a, "en", "without-right"); return err },
		"Send": func() error {
			_, err := c.TrySend(a, award.DD, []uuid.UUID{c.Bidders[0].Org}, "en", "letter-0")
			return err
		},
		"SaveTemplate": func() error { return c.Awards.SaveTemplate(ctx, a, a.Org, c.Job, template) },
	} {
		if err := act(); !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.Must(c.Awards.SaveTemplate(ctx, c.Officer, a.Org, c.Job, template))
}

// Words that are written anew take the place of the old ones, each of them.
func TestALettersWordsAreWrittenAnew(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 1)
	ctx, a := t.Context(), c.Officer
	for _, words := range []award.Template{
		{Kind: award.Regret, Language: "en", Subject: "Result of {reference}", Body: "Dear {supplier}, not this time.", Footer: "{buyer}", Signature: "The officer"},
		{Kind: award.Regret, Language: "sw", Subject: "Matokeo {reference}", Body: "Kwa {supplier}, samahani.", Footer: "{buyer} tena", Signature: "Afisa"},
	} {
		c.Must(c.Awards.SaveTemplate(ctx, a, a.Org, c.Job, words))
		all, err := c.Awards.Templates(ctx, a, a.Org, c.Job, "fr")
		c.Must(err)
		i := slices.IndexFunc(all, func(t awardsvc.Template) bool { return t.Kind == award.Regret })
		if i < 0 || all[i].Template != words || all[i].SavedAt == nil {
			t.Errorf("%+v, want %+v", all, words)
		}
	}
}

// Whoever recommended last does not decide, whoever recommended before: what stands is
// theirs alone.
func TestWhoeverRecommendedLastDoesNotDecide(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 2)
	for n, by := range []access.Actor{c.Officer, c.Second, c.Officer, c.Second} {
		bid := c.Submission(c.Bidders[n%2])
		c.Must(c.TryRecommend(by, &bid, "It stands nearer to our depot"))
		_, err := c.TryAward(by, "en", fmt.Sprint("decided-alone-", n))
		c.Is(err, award.SamePerson)
	}
}
