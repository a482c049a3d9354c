package sourcingsvc

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// CategoryAmended is the event of an addendum. Its detail is Amended.
const CategoryAmended = "sourcing.category.amended"

// Amended names an addendum, and the criteria before and after it.
type Amended struct {
	Job      uuid.UUID `json:"job_id"`
	Addendum uuid.UUID `json:"addendum_id"`
	Number   int       `json:"number"`
	HashWas  string    `json:"criteria_hash_was"`
	HashIs   string    `json:"criteria_hash"`
}

// Addenda are the addenda of a category, the latest first.
type Addenda struct {
	Items    []sourcing.Addendum
	Why      string    // the code of why none can be issued now; empty where one can
	Earliest time.Time // when it may close at the earliest after a change now
}

// IssueAddendum changes what is published, under the id that the browser gave it: sent again
// it counts once. Who has submitted has to confirm where anything changes; all are told.
func (s *Service) IssueAddendum(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, form sourcing.AddendumForm) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := Hold(ctx, tx, a, owner, category)
		if err == nil {
			err = c.Policy().May(a, sourcing.ToAuthor)
		}
		if err != nil {
			return err
		}
		if _, err := q.AddendumIn(ctx, tx, id, category, owner); !pg.NoRows(err) {
			return err // sent again
		}
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx) // under the lock: a submission came before it or waits
		if err != nil {
			return err
		}
		if err := c.Amends(now); err != nil {
			return err
		}
		if form.Version != c.Version {
			return sourcing.Changed.New("version %d is not %d", form.Version, c.Version)
		}
		was, err := sourcingdb.Content(ctx, tx, q, c.Job, c.Category)
		if err != nil {
			return err
		}
		if form.NewAttachments, err = waiting(ctx, tx, c.Category, id, form.NewAttachments); err != nil {
			return err
		}
		is, addendum, err := s.amended(ctx, tx, was, form, now)
		if err != nil {
			return err
		}
		addendum.ID = id
		return s.issue(ctx, tx, a, was, is, addendum)
	})
}

// amended checks a form; what the linter blocks is wrong where it was not so before.
func (s *Service) amended(ctx context.Context, tx pg.Tx, was sourcing.Content, form sourcing.AddendumForm, now time.Time) (sourcing.Content, sourcing.Addendum, error) {
	var f fault.Fields
	taken, err := q.ItemsTaken(ctx, tx, was.Category.ID, was.Category.Buyer)
	if err != nil {
		return was, sourcing.Addendum{}, err
	}
	for _, x := range taken {
		form.TakenNumbers = append(form.TakenNumbers, x.Number)
	}
	is, addendum := was.Amend(&f, form, now)
	if addendum.ClosesAt != nil {
		if _, err := was.Category.Extend(*addendum.ClosesAt, addendum.Title, now); err != nil {
			for _, field := range fault.As(err).Fields {
				if field.Pointer == "/closes_at" {
					f = append(f, field)
				}
			}
		}
	}
	if err := f.Err(); err != nil {
		return is, addendum, err
	}
	before, err := s.findings(ctx, tx, was, now)
	if err != nil {
		return is, addendum, err
	}
	after, err := s.findings(ctx, tx, is, now)
	if err != nil {
		return is, addendum, err
	}
	for _, x := range after {
		known := slices.ContainsFunc(before, func(y sourcing.Finding) bool { return y.Code == x.Code && y.Pointer == x.Pointer })
		if x.Blocking && !known {
			f = append(f, fault.Field{Pointer: inForm(x.Pointer, form, was, is), Code: x.Code, Params: x.Params})
		}
	}
	return is, addendum, f.Err()
}

// issue writes an addendum and what it changes.
func (s *Service) issue(ctx context.Context, tx pg.Tx, a access.Actor, was, is sourcing.Content, x sourcing.Addendum) error {
	c := was.Category
	last, err := q.LastAddendum(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	if x.Number = int(last) + 1; x.Number > sourcing.MaxAddenda {
		return sourcing.NoAddendum.New("there are %d", last)
	}
	changes, err := json.Marshal(append([]sourcing.Change{}, x.Changes...)) // null is no list
	if err != nil {
		return err
	}
	if _, err := q.DropWaiting(ctx, tx, c.ID, c.Buyer, x.ID, idsOf(is.Attachments, attachmentID)); err != nil {
		return err
	}
	hashWas, hashIs := was.Hash(), is.Hash()
	n, err := q.InsertAddendum(ctx, tx, sourcingdb.InsertAddendumParams{
		ID:         x.ID,
		CategoryID: c.ID,
		BuyerID:    c.Buyer,
		Number:     int32(x.Number),
		Title:      x.Title,
		Body:       x.Text,
		Changes:    changes,
		ClosesAt:   x.ClosesAt,
		HashWas:    hashWas,
		HashIs:     hashIs,
		IssuedBy:   a.User,
		IssuedAt:   x.IssuedAt,
	})
	if err := found(n, err, sourcing.AddendumNotFound); err != nil { // another category's has that id
		return err
	}
	if x.Touches() {
		if err := s.rewrite(ctx, tx, was, is, x, hashIs); err != nil {
			return err
		}
	}
	if x.ClosesAt != nil {
		if err := s.extend(ctx, tx, a, c, *x.ClosesAt, x.Title, x.IssuedAt); err != nil {
			return err
		}
	}
	_, err = tell(ctx, tx, a, CategoryAmended, c, Amended{
		Job:      c.Job,
		Addendum: x.ID,
		Number:   x.Number,
		HashWas:  hex.EncodeToString(hashWas),
		HashIs:   hex.EncodeToString(hashIs),
	})
	return err
}

// rewrite lets a category read as it does from an addendum on, and sets aside what was submitted before.
func (s *Service) rewrite(ctx context.Context, tx pg.Tx, was, is sourcing.Content, x sourcing.Addendum, hash []byte) error {
	if s.Closing == nil {
		return fault.Unavailable.New("this process cannot set submissions aside")
	}
	c := is.Category
	changed := map[uuid.UUID]bool{}
	for _, change := range x.Changes {
		changed[change.Object] = true
	}
	if err := exchange(ctx, tx, was, is, x.ID); err != nil {
		return err
	}
	for _, i := range is.Items {
		if !changed[i.ID] || !had(was.Items, itemID, i.ID) {
			continue
		}
		err := q.AmendItem(ctx, tx, sourcingdb.AmendItemParams{
			ID:          i.ID,
			CategoryID:  c.ID,
			BuyerID:     c.Buyer,
			Description: i.Description,
			Unit:        i.Unit,
			Quantity:    i.Quantity,
		})
		if err != nil {
			return err
		}
	}
	for _, question := range is.Questions {
		if !changed[question.ID] || !had(was.Questions, questionID, question.ID) {
			continue
		}
		err := q.AmendQuestion(ctx, tx, sourcingdb.AmendQuestionParams{
			ID:         question.ID,
			CategoryID: c.ID,
			BuyerID:    c.Buyer,
			Prompt:     question.Prompt,
			Help:       question.Help,
			MustAnswer: question.MustAnswer,
		})
		if err != nil {
			return err
		}
	}
	if err := q.AmendCategory(ctx, tx, c.Instructions, hash, c.ID, c.Buyer); err != nil {
		return err
	}
	return s.Closing.SetAside(ctx, tx, c, x.ID)
}

// Addenda lists the addenda of a category.
func (s *Service) Addenda(ctx context.Context, a access.Actor, owner, category uuid.UUID) (Addenda, error) {
	var out Addenda
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	c, err := Look(ctx, s.db, a, owner, category)
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.Why, out.Earliest = codeOf(c.Amends(now)), c.EarliestClosing(now).UTC()
	out.Items, err = addenda(ctx, s.db, category)
	return out, err
}

// SupplierAddenda lists the addenda of a category for who may read it.
func (s *Service) SupplierAddenda(ctx context.Context, a access.Actor, category uuid.UUID) ([]sourcing.Addendum, error) {
	if _, _, err := s.shown(ctx, a, category); err != nil {
		return nil, err
	}
	return addenda(ctx, s.db, category)
}

func addenda(ctx context.Context, db pg.DB, category uuid.UUID) ([]sourcing.Addendum, error) {
	rows, err := q.Addenda(ctx, db, category)
	if err != nil {
		return nil, err
	}
	out := make([]sourcing.Addendum, len(rows))
	for i, r := range rows {
		out[i] = sourcing.Addendum{ID: r.ID, Number: int(r.Number), Title: r.Title, Text: r.Body, ClosesAt: r.ClosesAt, IssuedAt: r.IssuedAt.UTC()}
		if err := json.Unmarshal(r.Changes, &out[i].Changes); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// AddendumNews is what people are told of an addendum.
type AddendumNews = sourcingdb.AddendumAboutRow

// AddendumNews returns what is told of an addendum, for the program itself.
func (s *Service) AddendumNews(ctx context.Context, db pg.DB, id uuid.UUID) (AddendumNews, error) {
	return q.AddendumAbout(ctx, db, id)
}
