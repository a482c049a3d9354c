package app_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// What suppliers ask about what is published, in every activity: the answer is for all,
// who asked is for nobody, and nothing is opened while somebody waits.
func TestQuestionsOfSuppliersAreAnsweredToAll(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 2)
			ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
			asker, other := w.Bidders[0], w.Bidders[1]
			terms := pumps
			terms.Invited = []access.Actor{asker, other}
			c := w.Author(p, terms)
			ask := func(a access.Actor, id uuid.UUID, text string) error {
				return w.Sourcing.Ask(ctx, a, c.ID, id, text)
			}
			reads := func(a access.Actor) []sourcing.Clarification {
				t.Helper()
				got, err := w.Sourcing.SupplierClarifications(ctx, a, c.ID)
				w.Must(err)
				return got.Items
			}
			waits := func() []sourcing.Clarification {
				t.Helper()
				got, err := w.Sourcing.Clarifications(ctx, officer, org, c.ID)
				w.Must(err)
				return got.Items
			}
			id := uuid.New()
			w.Is(ask(asker, id, "Too early?"), sourcing.CategoryNotFound)
			w.Must(c.TryPublish(officer))

			w.Must(ask(asker, id, "  Does item 4 include the fittings?\n"))
			w.Must(ask(asker, id, "Does item 4 include the fittings?"))
			w.Is(ask(asker, id, "Does item 5 include the fittings?"), journal.KeyReused)
			w.Is(ask(other, id, "Is it mine?"), sourcing.ClarificationNotFound)
			w.Is(ask(asker, uuid.New(), " \n"), fault.Invalid)
			w.Is(ask(asker, uuid.New(), strings.Repeat("x", 4001)), fault.Invalid)
			w.Is(ask(officer, uuid.New(), "May a buyer ask?"), fault.Forbidden)
			if p.Supplier != "" {
				nobody := asker
				nobody.Privileges = nil
				w.Is(ask(nobody, uuid.New(), "May they?"), fault.Forbidden)
			}
			if got := waits(); len(got) != 1 || got[0].Asked != "Does item 4 include the fittings?" || got[0].Question != got[0].Asked || got[0].Version != 1 {
				t.Fatalf("who answers reads %+v", got)
			}
			if got := reads(asker); len(got) != 1 || !got[0].Own || got[0].Asked == "" || got[0].Question != "" || got[0].Answer != "" {
				t.Errorf("its asker reads %+v", got)
			}
			if got := reads(other); len(got) != 0 {
				t.Errorf("others read %+v", got)
			}

			reply := sourcing.Reply{Question: "Are the fittings of item 4 included?", Answer: "They are.", Version: 1}
			nobody := officer
			nobody.Privileges = nil
			w.Is(w.Sourcing.Reply(ctx, nobody, org, c.ID, id, reply), fault.Forbidden)
			w.Is(w.Sourcing.Reply(ctx, asker, org, c.ID, id, reply), fault.Forbidden)
			w.Is(w.Sourcing.Reply(ctx, officer, org, c.ID, uuid.New(), reply), sourcing.ClarificationNotFound)
			w.Is(w.Sourcing.Reply(ctx, officer, org, c.ID, id, sourcing.Reply{Question: reply.Question, Version: 1}), fault.Invalid)
			w.Must(w.Sourcing.DraftReply(ctx, officer, org, c.ID, id, sourcing.Reply{Question: reply.Question, Answer: "Perhaps.", Version: 1}))
			if got := fmt.Sprint(reads(asker), reads(other)); strings.Contains(got, "Perhaps") || strings.Contains(got, reply.Question) {
				t.Errorf("a draft is read: %s", got)
			}
			w.Is(w.Sourcing.Reply(ctx, officer, org, c.ID, id, reply), sourcing.Changed)
			reply.Version = 2
			w.Must(w.Sourcing.Reply(ctx, officer, org, c.ID, id, reply))
			w.Is(w.Sourcing.Reply(ctx, officer, org, c.ID, id, reply), sourcing.QuestionDecided)
			w.Is(w.Sourcing.DraftReply(ctx, officer, org, c.ID, id, reply), sourcing.QuestionDecided)
			w.Is(w.Sourcing.RefuseQuestion(ctx, officer, org, c.ID, id, 3, "Too late"), sourcing.QuestionDecided)
			if got := reads(other); len(got) != 1 || got[0].Own || got[0].Number != 1 || got[0].Question != reply.Question || got[0].Answer != reply.Answer ||
				got[0].Asked != "" || !got[0].AskedAt.IsZero() {
				t.Errorf("others read %+v", got)
			}
			if got := reads(asker); len(got) != 1 || !got[0].Own || got[0].Answer != reply.Answer || got[0].Asked == "" {
				t.Errorf("its asker reads %+v", got)
			}

			// one that is refused is its asker's alone
			second := uuid.New()
			w.Must(ask(other, second, "Will you tell me your budget?"))
			w.Is(w.Sourcing.RefuseQuestion(ctx, officer, org, c.ID, second, 1, " "), fault.Invalid)
			w.Must(w.Sourcing.DraftReply(ctx, officer, org, c.ID, second, sourcing.Reply{Question: "What is the budget?", Version: 1}))
			w.Must(w.Sourcing.RefuseQuestion(ctx, officer, org, c.ID, second, 2, "We do not."))
			w.post()
			for want, who := range map[int]string{0: "<>", 1: "="} {
				if n := w.Count(fmt.Sprintf(`SELECT count(*) FROM notification n JOIN mail_delivery m ON m.account_id = n.account_id AND m.kind = 'question_refused'
					WHERE n.kind = 'question.refused' AND n.account_id %s '%s' AND m.data ->> 'Question' = 'Will you tell me your budget?'`, who, other.User)); n != want {
					t.Errorf("%d people %s its asker are told in its words that it is refused, wanted %d", n, who, want)
				}
			}
			if got := reads(other); len(got) != 2 || got[1].Reason != "We do not." || got[1].Number != 0 {
				t.Errorf("its asker reads %+v", got)
			}
			if got := reads(asker); len(got) != 1 {
				t.Errorf("others read %+v", got)
			}

			if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = 'sourcing.clarification.refused' AND detail ->> 'reason' = 'We do not.'"); n != 1 {
				t.Errorf("%d entries say why it was refused, wanted 1", n)
			}

			// what is written down of a question is in the log of its asker, or says nothing of them
			if n := w.Count(fmt.Sprintf(`SELECT count(*) FROM audit_entry WHERE action LIKE 'sourcing.clarification.%%' AND company_id = '%s'
				AND (actor_type = 'supplier' OR actor_id IN ('%s', '%s') OR detail::text LIKE '%%%s%%' OR detail::text LIKE '%%%s%%')`,
				org, asker.User, other.User, asker.Org, other.Org)); n != 0 {
				t.Errorf("%d entries of the buyer's log tell who asked", n)
			}
			if n := w.Count(fmt.Sprintf("SELECT count(*) FROM audit_entry WHERE action = 'sourcing.clarification.asked' AND company_id = '%s'", asker.Org)); n != 1 {
				t.Errorf("%d entries of its asker's log, wanted 1", n)
			}

			// neither name nor company of an asker is in what anybody else reads
			told := fmt.Sprintf("%+v", waits())
			for _, a := range []access.Actor{asker, other} {
				if strings.Contains(told, a.Org.String()) || strings.Contains(told, a.User.String()) {
					t.Errorf("who answers reads who asked: %s", told)
				}
			}

			// who answers reads them through an open door alone
			colleague := w.Person("buyer", access.Buyer, org)
			_, err := w.Sourcing.Clarifications(ctx, colleague, org, c.ID)
			w.Must(err)
			_, err = pgtest.Do(ctx, w.DB, "INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($1, $2, $3, false)", org, colleague.User, c.ID)
			w.Must(err)
			_, err = w.Sourcing.Clarifications(ctx, colleague, org, c.ID)
			w.Is(err, sourcing.CategoryDenied)

			// The same twice at once counts once, and many at once are no more than may wait.
			same := uuid.New()
			var asking sync.WaitGroup
			var taken atomic.Int32
			for range 4 {
				asking.Go(func() {
					if err := ask(asker, same, "And this?"); err != nil {
						t.Errorf("sent twice at once: %v", err)
					}
				})
			}
			asking.Wait()
			for range sourcing.MostWaiting + 5 {
				asking.Go(func() {
					if ask(asker, uuid.New(), "And this?") == nil {
						taken.Add(1)
					}
				})
			}
			asking.Wait()
			if n := taken.Load(); n != sourcing.MostWaiting-1 {
				t.Errorf("%d of many at once are taken beside one, wanted %d", n, sourcing.MostWaiting-1)
			}
			w.Is(ask(asker, uuid.New(), "And this?"), sourcing.EnoughQuestions)
			w.Must(ask(other, uuid.New(), "Are others kept from asking?"))

			c.Pay(other)
			c.Bid(other, answers, map[string]string{"1": "1000"})
			c.Submit(other)
			got, err := w.Sourcing.SupplierClarifications(ctx, other, c.ID)
			w.Must(err)
			if got.Why != "" || !got.Until.Before(c.Closes) {
				t.Errorf("asked until %s of %s: %q", got.Until, c.Closes, got.Why)
			}
			w.SetClock(got.Until.Add(-time.Microsecond))
			w.Must(ask(other, uuid.New(), "In the last moment?"))
			w.SetClock(got.Until)
			late := uuid.New()
			w.Is(ask(other, late, "Too late?"), sourcing.NoMoreQuestions)

			c.Close()
			w.Is(ask(other, late, "Too late?"), sourcing.NoMoreQuestions)
			if opening.RuleOf(sourcing.Category{Activity: p.Activity, Openers: p.Openers}).Clock {
				return
			}
			envelope := seal.Envelope(p.Envelopes[0].Name)
			_, err = w.Openings.Confirm(ctx, officer, org, c.ID, envelope)
			w.Is(err, opening.OpenQuestions)
			for _, x := range waits() {
				if x.Status == sourcing.Asked {
					w.Must(w.Sourcing.RefuseQuestion(ctx, officer, org, c.ID, x.ID, x.Version, "It has closed."))
				}
			}
			_, err = w.Openings.Confirm(ctx, officer, org, c.ID, envelope)
			w.Must(err)
		})
	}
}

// An answer that nobody was told of before its category was cancelled is told to nobody: it cannot be looked at any more.
func TestAnAnswerOfWhatIsCancelledIsNotTold(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	ctx, officer, id := w.Context(), w.Officer, uuid.New()
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	w.Must(w.Sourcing.Ask(ctx, w.Bidders[0], c.ID, id, "Are fittings included?"))
	w.post()
	w.Must(w.Sourcing.Reply(ctx, officer, officer.Org, c.ID, id, sourcing.Reply{Question: "Are fittings included?", Answer: "They are.", Version: 1}))
	w.Must(w.Sourcing.CancelCategory(ctx, officer, officer.Org, c.ID, "No money"))
	w.post()
	answered := w.Count("SELECT count(*) FROM notification WHERE kind = 'question.answered'")
	if off := w.Count("SELECT count(*) FROM notification WHERE kind = 'category.cancelled'"); answered != 0 || off == 0 {
		t.Errorf("%d are told of the answer, %d that it is off", answered, off)
	}

	// Answers are numbered within their category.
	terms := pumps
	terms.Job.Code = "T2"
	other, second := w.Publish(policyOf(sourcing.Tender), terms), uuid.New()
	w.Must(w.Sourcing.Ask(ctx, w.Bidders[0], other.ID, second, "Are fittings included?"))
	w.Must(w.Sourcing.Reply(ctx, officer, officer.Org, other.ID, second, sourcing.Reply{Question: "Are fittings included?", Answer: "They are.", Version: 1}))
	got, err := w.Sourcing.Clarifications(ctx, officer, officer.Org, other.ID)
	if err != nil || len(got.Items) != 1 || got.Items[0].Number != 1 {
		t.Errorf("the first answer of another category: %+v, %v", got.Items, err)
	}
}

// What the buyer tells all by itself stands among the answers and is told as one, to everybody
// alike and once; nobody has asked it.
func TestABuyerTellsAllByItself(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	asker, other := w.Bidders[0], w.Bidders[1]
	c := w.Author(tender(func(x *story.Terms) { x.Invited = []access.Actor{asker, other} }))
	id, question := uuid.New(), uuid.New()
	minutes := sourcing.Reply{Question: " Minutes of the meeting ", Answer: "All four wards were seen."}
	note := func(a access.Actor, id uuid.UUID, r sourcing.Reply) error {
		return w.Sourcing.Note(ctx, a, a.Org, c.ID, id, r)
	}
	w.Is(note(officer, id, minutes), sourcing.IllegalMove) // nobody could read it
	w.Must(c.TryPublish(officer))
	w.hears(asker, "app category.invited /supplier/category/:id", "mail invitation fr /supplier/category/:id")
	w.hears(other, "app category.invited /supplier/category/:id", "mail invitation am /supplier/category/:id")
	w.Must(w.Sourcing.Ask(ctx, asker, c.ID, question, "Does item 4 include the fittings?"))
	reader := officer
	reader.Privileges = []access.Privilege{access.ManageJob}
	w.Is(note(reader, id, minutes), fault.Forbidden)
	w.Is(note(officer, id, sourcing.Reply{Question: " ", Answer: "x"}), fault.Invalid)
	w.Must(note(officer, id, minutes))
	w.Must(note(officer, id, minutes))
	w.Is(note(officer, id, sourcing.Reply{Question: "Other", Answer: "words"}), journal.KeyReused)
	w.Is(note(officer, question, minutes), journal.KeyReused) // an id of a question
	w.hears(asker, "app question.answered /supplier/category/:id", "mail question_answered fr /supplier/category/:id")
	w.hears(other, "app question.answered /supplier/category/:id", "mail question_answered am /supplier/category/:id")
	w.Must(w.Sourcing.Reply(ctx, officer, org, c.ID, question, sourcing.Reply{Question: "The fittings?", Answer: "Yes.", Version: 1}))
	for _, a := range []access.Actor{asker, other} {
		got, err := w.Sourcing.SupplierClarifications(ctx, a, c.ID)
		w.Must(err)
		if len(got.Items) != 2 || got.Items[0].Number != 1 || !got.Items[0].Note || got.Items[0].Own || got.Items[0].Question != "Minutes of the meeting" ||
			got.Items[0].Answer != minutes.Answer || got.Items[1].Number != 2 || got.Items[1].Note || got.Items[1].Own != (a.Org == asker.Org) {
			t.Errorf("%+v", got.Items)
		}
	}
	all, err := w.Sourcing.Clarifications(ctx, officer, org, c.ID)
	w.Must(err)
	if len(all.Items) != 2 || !all.Items[0].Note || all.Items[0].Asked != "" {
		t.Errorf("%+v", all.Items)
	}
	w.SetClock(c.Closes)
	w.Is(note(officer, uuid.New(), minutes), sourcing.IllegalMove)
}
