package tell

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// ofQuestion is news of a question about a category, which a mail holds whole.
func ofQuestion(c sourcingsvc.About, question, kind string, by mail.Kind) notifysvc.News {
	n := ofCategory(c, kind, by, nil)
	n.Data.Question = question
	return n
}

// whoAnswers are the buyer's people who answer questions about a category.
func (t *Teller) whoAnswers(ctx context.Context, tx pg.Tx, c sourcingsvc.About) ([]identitysvc.Recipient, error) {
	return t.Identity.Holders(ctx, tx, c.Buyer, c.AnsweredBy(), &c.ID)
}

// tellAsked tells who answers what was asked, and never by whom.
func (t *Teller) tellAsked(ctx context.Context, tx pg.Tx, e journal.Event) error {
	x, err := t.Sourcing.Question(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, x.BuyerID, x.CategoryID)
	if err != nil {
		return err
	}
	people, err := t.whoAnswers(ctx, tx, c)
	if err != nil {
		return err
	}
	n := ofQuestion(c, x.Asked, "question.asked", mail.QuestionAsked)
	n.Path = questionsAt(c.ID)
	return t.Notify.Spread(ctx, tx, people, n)
}

// tellWaiting reminds who answers of questions that wait when the category closes soon.
func (t *Teller) tellWaiting(ctx context.Context, tx pg.Tx, e journal.Event) error {
	count, err := sourcingsvc.Unanswered(ctx, tx, e.ObjectID, e.Owner)
	if err != nil || count == 0 {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.whoAnswers(ctx, tx, c)
	if err != nil {
		return err
	}
	n := ofCategory(c, "questions.wait", mail.QuestionsWait, map[string]string{"questions": fmt.Sprint(count)})
	n.Data.Count, n.Path = fmt.Sprint(count), questionsAt(c.ID)
	return t.Notify.Spread(ctx, tx, people, n)
}

// tellAnswered tells everybody concerned the same, whoever asked.
func (t *Teller) tellAnswered(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d sourcingsvc.Clarified
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return nil, err
	}
	x, err := t.Sourcing.Question(ctx, tx, d.Clarification)
	if err != nil {
		return nil, err
	}
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, _ biddingsvc.Concerned) notifysvc.News {
		if c.Status == sourcing.Cancelled { // it cannot be looked at any more
			return notifysvc.News{}
		}
		n := ofQuestion(c, x.Question, "question.answered", mail.QuestionAnswered)
		n.Data.Answer, n.Under = x.Answer, &c.ID
		return n
	})
}

// tellUnanswered tells who asked why there is no answer.
func (t *Teller) tellUnanswered(ctx context.Context, tx pg.Tx, e journal.Event) error {
	x, err := t.Sourcing.Question(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, x.BuyerID, x.CategoryID)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, x.SupplierID)
	if err != nil {
		return err
	}
	n := ofQuestion(c, x.Asked, "question.refused", mail.QuestionRefused)
	n.Params["reason"], n.Data.Reason, n.Under = x.Reason, x.Reason, &c.ID
	return t.Notify.Spread(ctx, tx, people, n)
}
