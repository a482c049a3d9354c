package biddingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Criteria is what a category asks of its bidders. It is shared between requests
// and never changed.
type Criteria struct {
	Questions []biddingdb.CategoryQuestionsRow
	Options   map[uuid.UUID][]biddingdb.CategoryOptionsRow
	Items     []biddingdb.CategoryItemsRow
	Gone      Gone
	byID      map[uuid.UUID]bidding.Question
	items     map[uuid.UUID]biddingdb.CategoryItemsRow
	order     []bidding.Question
}

// Gone is what addenda took away of what a category asks. Drafts may have answers to it, which
// are kept and shown to their bidder, and nothing of it is submitted.
type Gone struct {
	Questions []biddingdb.CategoryQuestionsRow
	Items     []biddingdb.CategoryItemsRow
	byID      map[uuid.UUID]bidding.Question
	items     map[uuid.UUID]bool
}

// published names criteria that cannot change any more.
type published struct {
	category uuid.UUID
	hash     string
	at       time.Time
}

// categoriesKept bounds the criteria in memory: the deadlines of one day.
const categoriesKept = 256

// criteria reads what a category asks. At a deadline hundreds save and submit
// against the same published criteria, so these are read once.
func (s *Service) criteria(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow) (Criteria, error) {
	if p.PublishedAt == nil || len(p.CriteriaHash) == 0 {
		return readCriteria(ctx, tx, p)
	}
	key := published{p.CategoryID, string(p.CriteriaHash), *p.PublishedAt}
	if c, ok := s.asked.Get(key); ok {
		return c, nil
	}
	c, err := readCriteria(ctx, tx, p)
	if err == nil {
		s.asked.Add(key, c)
	}
	return c, err
}

func readCriteria(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow) (Criteria, error) {
	c := Criteria{Options: map[uuid.UUID][]biddingdb.CategoryOptionsRow{}, byID: map[uuid.UUID]bidding.Question{}, items: map[uuid.UUID]biddingdb.CategoryItemsRow{}}
	c.Gone.byID, c.Gone.items = map[uuid.UUID]bidding.Question{}, map[uuid.UUID]bool{}
	questions, err := q.CategoryQuestions(ctx, tx, p.CategoryID)
	if err != nil {
		return c, err
	}
	options, err := q.CategoryOptions(ctx, tx, p.CategoryID)
	if err != nil {
		return c, err
	}
	for _, o := range options {
		c.Options[o.QuestionID] = append(c.Options[o.QuestionID], o)
	}
	for _, r := range questions {
		b := bidding.Question{ID: r.ID, Section: r.SectionID, Type: r.ResponseType, MustAnswer: r.MustAnswer}
		for _, o := range c.Options[r.ID] {
			b.Options = append(b.Options, o.ID)
		}
		if r.Gone > 0 {
			c.Gone.Questions, c.Gone.byID[r.ID] = append(c.Gone.Questions, r), b
			continue
		}
		c.Questions, c.byID[r.ID] = append(c.Questions, r), b
		c.order = append(c.order, b)
	}
	if !policyOf(p).Priced() {
		return c, nil
	}
	items, err := q.CategoryItems(ctx, tx, p.CategoryID)
	if err != nil {
		return c, err
	}
	for _, it := range items {
		if it.Gone > 0 {
			c.Gone.Items, c.Gone.items[it.ID] = append(c.Gone.Items, it), true
			continue
		}
		c.Items, c.items[it.ID] = append(c.Items, it), it
	}
	return c, nil
}

// policyOf is what the bid's category has.
func policyOf(p biddingdb.ParticipationRow) sourcing.Policy {
	without, _ := sourcing.StepsOf(p.Without)
	return sourcing.Category{Activity: sourcing.Activity(p.Activity), Without: without, Parent: p.ParentID}.Policy()
}

// state tells which of the criteria have an answer; it opens nothing.
func (s *Service) state(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow, c Criteria) (bidding.State, error) {
	st := bidding.State{Questions: c.order, AnyLine: policyOf(p).Lines == sourcing.AnyLine, Done: map[uuid.UUID]bool{}}
	for _, it := range c.Items {
		st.Items = append(st.Items, it.ID)
	}
	answered, err := q.Answered(ctx, tx, p.ID, p.SupplierID)
	for _, id := range answered {
		st.Done[id] = true
	}
	return st, err
}
