package evaluationsvc

import (
	"context"
	"encoding/json"
	"math/big"
	"strconv"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/bidding"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Interests an evaluator declares.
const (
	InterestNone     = opening.InterestNone
	InterestDeclared = opening.InterestDeclared
	InterestRecused  = opening.InterestRecused
)

// Declare states the actor's interests in a category, before any content is seen and
// while there is no result. Whoever has an interest or stepped back stays away: it raises
// Recused, and Final.
func (s *Service) Declare(ctx context.Context, a access.Actor, owner, id uuid.UUID, interest, text string) error {
	text, err := opening.Declared(interest, text)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err == nil {
			err = c.Policy().Need(sourcing.Criteria | sourcing.Evaluation)
		}
		if err == nil {
			err = opening.MayDeclare(c.Category)
		}
		if err != nil {
			return err
		}
		n, err := q.Declare(ctx, tx, evaluationdb.DeclareParams{
			CategoryID:  id,
			AccountID:   a.User,
			BuyerID:     owner,
			Interest:    &interest,
			Declaration: text,
			Now:         tx.Now,
		})
		if err == nil && n == 0 {
			if _, err = evaluator(ctx, tx, a, c); err == nil {
				err = Final.New("declared after the last mark")
			}
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "interest.declared", c, map[string]any{"interest": interest})
	})
}

// evaluator admits who has declared to have no interest; final refuses who has finished.
func evaluator(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case) (final bool, err error) {
	by, err := openingsvc.Standing(ctx, tx, a, c)
	switch {
	case err != nil:
		return false, err
	case by.Apart:
		return false, Recused.New("")
	case !by.Cleared:
		return false, NotDeclared.New("")
	}
	return by.Final, nil
}

// A Mark is one score that an evaluator gives.
type Mark struct {
	Submission, Question uuid.UUID
	Value, Comment       string
}

// PutMarks stores the actor's own scores of questions that people score.
func (s *Service) PutMarks(ctx context.Context, a access.Actor, owner, id uuid.UUID, marks []Mark) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err != nil {
			return err
		}
		final, err := evaluator(ctx, tx, a, c)
		if err == nil && (final || !judging(c)) {
			err = Final.New("category is %s", c.Status)
		}
		if err != nil {
			return err
		}
		m, err := loadModel(ctx, tx, c)
		if err != nil {
			return err
		}
		var f fault.Fields
		for i, mark := range marks {
			at := "/marks/" + strconv.Itoa(i) + "/value"
			criterion, ok := m.criteria[mark.Question]
			bid, known := m.bids[mark.Submission]
			if !ok || !known || criterion.Kind != evaluation.Manual {
				f.Add(at, fault.Unknown)
				continue
			}
			v, err := money.ParseQuantity(mark.Value)
			if err != nil {
				f.Add(at, fault.BadFormat, "expected", "7.5")
				continue
			}
			if v.Sign() < 0 || v.Rat().Cmp(criterion.Max) > 0 {
				f.Add(at, fault.OutOfRange, "min", "0", "max", criterion.Max.FloatString(2))
				continue
			}
			comment := f.May("/marks/"+strconv.Itoa(i)+"/comment", mark.Comment, 2000)
			err = q.PutScore(ctx, tx, evaluationdb.PutScoreParams{SubmissionID: mark.Submission, QuestionID: mark.Question, EvaluatorID: a.User,
				BuyerID: owner, SupplierID: bid.SupplierID, Value: v, Comment: comment, At: tx.Now})
			if err != nil {
				return err
			}
		}
		if err := f.Err(); err != nil {
			return err
		}
		return record(ctx, tx, a, "scores.saved", c, map[string]any{"count": len(marks)})
	})
}

// Finish makes the actor's scores final; what people score must be scored for
// every bid. It raises evaluation.unscored with each gap.
func (s *Service) Finish(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err != nil {
			return err
		}
		final, err := evaluator(ctx, tx, a, c)
		if err != nil || final {
			return err
		}
		m, err := loadModel(ctx, tx, c)
		if err != nil {
			return err
		}
		var gaps fault.Fields
		for bid := range m.bids {
			for question, criterion := range m.criteria {
				if _, ok := m.marks[key{bid, question}][a.User]; criterion.Kind == evaluation.Manual && !ok {
					gaps.Add("/"+bid.String()+"/"+question.String(), fault.Required)
				}
			}
		}
		if len(gaps) > 0 {
			err := evaluation.Unscored.New("%d gaps", len(gaps)).With("count", len(gaps))
			err.Fields = gaps.InOrder()
			return err
		}
		if _, err := q.FinaliseAssignment(ctx, tx, &tx.Now, id, a.User, owner); err != nil {
			return err
		}
		return record(ctx, tx, a, "scores.final", c, nil)
	})
}

type key struct{ bid, question uuid.UUID }

// model is a category's opened bids with all that their results are made of.
type model struct {
	category sourcing.Case
	sections []evaluation.Section
	criteria map[uuid.UUID]evaluation.Criterion
	types    map[uuid.UUID]string
	bids     map[uuid.UUID]evaluationdb.OpenedBidsRow
	answers  map[key]string
	marks    map[key]map[uuid.UUID]evaluationdb.ScoresRow
	checks   assurance.Book
	out      map[uuid.UUID]bool            // bids whose visit failed
	low      map[uuid.UUID]bool            // bids whose price was not explained
	items    []evaluationdb.PricedItemsRow // where bids are ordered item by item
	prices   map[key]money.Decimal
	frozen   map[uuid.UUID]evaluation.Frozen // by item, or by the category itself
	moved    bool                            // a round has just moved prices
	above    *model                          // of the category that a round belongs to
	live     Live                            // where prices are live, how far their room has come
}

func loadModel(ctx context.Context, tx pg.DB, c sourcing.Case) (model, error) {
	m := model{category: c, criteria: map[uuid.UUID]evaluation.Criterion{}, types: map[uuid.UUID]string{}, bids: map[uuid.UUID]evaluationdb.OpenedBidsRow{},
		answers: map[key]string{}, marks: map[key]map[uuid.UUID]evaluationdb.ScoresRow{}}
	if err := m.loadCriteria(ctx, tx); err != nil {
		return m, err
	}
	bids, err := q.OpenedBids(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return m, err
	}
	for _, b := range bids {
		m.bids[b.SubmissionID] = b
	}
	answers, err := q.OpenedAnswers(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return m, err
	}
	for _, r := range answers {
		m.answers[key{r.SubmissionID, r.QuestionID}] = r.Value
	}
	if m.live, err = live(ctx, tx, c); err != nil {
		return m, err
	}
	if m.checks, err = assurancesvc.Book(ctx, tx, c); err != nil {
		return m, err
	}
	if m.out, err = diligencesvc.Failed(ctx, tx, c); err != nil {
		return m, err
	}
	if err := m.loadRejected(ctx, tx); err != nil {
		return m, err
	}
	if c.Policy().Selects == sourcing.EachLine {
		if err := m.loadLines(ctx, tx); err != nil {
			return m, err
		}
	}
	if err := m.loadFrozen(ctx, tx); err != nil {
		return m, err
	}
	scores, err := q.Scores(ctx, tx, c.ID, c.Buyer)
	for _, r := range scores {
		k := key{r.SubmissionID, r.QuestionID}
		if m.marks[k] == nil {
			m.marks[k] = map[uuid.UUID]evaluationdb.ScoresRow{}
		}
		m.marks[k][r.EvaluatorID] = r
	}
	return m, err
}

// loadLines reads what was offered for each item.
func (m *model) loadLines(ctx context.Context, tx pg.DB) error {
	var err error
	if m.items, err = q.PricedItems(ctx, tx, m.category.ID, m.category.Buyer); err != nil {
		return err
	}
	rows, err := q.OfferedPrices(ctx, tx, m.category.ID, m.category.Buyer)
	m.prices = map[key]money.Decimal{}
	for _, r := range rows {
		m.prices[key{r.SubmissionID, r.ItemID}] = r.UnitPrice
	}
	return err
}

var kinds = map[string]evaluation.Kind{
	bidding.Selection: evaluation.Choice, bidding.Checkboxes: evaluation.Checkboxes, bidding.YesNo: evaluation.Choice, bidding.Boolean: evaluation.Choice,
	bidding.TrueFalse: evaluation.Choice, bidding.Number: evaluation.Number,
}

func (m *model) loadCriteria(ctx context.Context, tx pg.DB) error {
	questions, err := q.ScoredQuestions(ctx, tx, m.category.ID, m.category.Buyer)
	if err != nil {
		return err
	}
	options, err := q.Options(ctx, tx, m.category.ID, m.category.Buyer)
	if err != nil {
		return err
	}
	bands, err := q.Bands(ctx, tx, m.category.ID, m.category.Buyer)
	if err != nil {
		return err
	}
	for _, r := range questions {
		m.types[r.ID] = r.ResponseType
		if r.MaxScore == nil { // nothing is scored
			continue
		}
		c := evaluation.Criterion{ID: r.ID.String(), Kind: kinds[r.ResponseType], Max: r.MaxScore.Rat(), Options: map[string]*big.Rat{}}
		if r.MinScore != nil {
			c.Min = r.MinScore.Rat()
		}
		for _, o := range options {
			if o.QuestionID == r.ID && o.Score != nil {
				c.Options[optionKey(r.ResponseType, o)] = o.Score.Rat()
			}
		}
		for _, b := range bands {
			if b.QuestionID == r.ID {
				band := evaluation.Band{Marks: b.Score.Rat()}
				if b.Lower != nil {
					band.From = b.Lower.Rat()
				}
				if b.Upper != nil {
					band.To = b.Upper.Rat()
				}
				c.Bands = append(c.Bands, band)
			}
		}
		// A question whose answers carry no marks is scored by people.
		if c.Kind == "" || (len(c.Options) == 0 && len(c.Bands) == 0) {
			c.Kind = evaluation.Manual
		}
		m.criteria[r.ID] = c
		if n := len(m.sections); n == 0 || m.sections[n-1].ID != r.CountsTo.String() {
			s := evaluation.Section{ID: r.CountsTo.String()}
			if r.Weight != nil {
				s.Weight = r.Weight.Rat()
			}
			m.sections = append(m.sections, s)
		}
		s := &m.sections[len(m.sections)-1]
		s.Criteria = append(s.Criteria, c)
	}
	return nil
}

// optionKey is how an answer names an option: choices by id, yes/no and the like
// by their word.
func optionKey(responseType string, o evaluationdb.OptionsRow) string {
	if responseType == bidding.Selection || responseType == bidding.Checkboxes {
		return o.ID.String()
	}
	return o.Label
}

func (m *model) answer(k key) evaluation.Answer {
	value := m.answers[k]
	if value == "" {
		return evaluation.Answer{}
	}
	switch m.types[k.question] {
	case bidding.Checkboxes:
		var chosen []string
		if json.Unmarshal([]byte(value), &chosen) != nil {
			return evaluation.Answer{}
		}
		for i, id := range chosen {
			chosen[i] = bidding.Named(id)
		}
		return evaluation.Answer{Chosen: chosen}
	case bidding.Selection:
		value = bidding.Named(value)
	case bidding.Number:
		n, err := money.ParseQuantity(value)
		if err != nil {
			return evaluation.Answer{}
		}
		return evaluation.Answer{Number: n.Rat()}
	}
	return evaluation.Answer{Chosen: []string{value}}
}

// score is one criterion of one bid: by its answer, or the mean of final marks.
func (m *model) score(k key) (evaluation.Figure, error) {
	c := m.criteria[k.question]
	if c.Kind != evaluation.Manual {
		return c.Auto(m.answer(k))
	}
	var marks []evaluation.Mark
	for person, r := range m.marks[k] {
		if !r.Counts {
			continue
		}
		marks = append(marks, evaluation.Mark{Evaluator: person.String(), Score: r.Value.Rat()})
	}
	return c.ByPeople(evaluation.Mean, marks, nil)
}

// technical is the technical result of one bid: what it scored, unless a check
// has found it untrue.
func (m *model) technical(bid uuid.UUID) (evaluation.Technical, error) {
	if m.above != nil { // nobody is judged twice
		return m.above.technical(m.above.bidOf(m.bids[bid].SupplierID))
	}
	t, err := m.scored(bid)
	t = t.Without(m.checks.Failures(bid))
	// Before its price is known a bid whose visit failed does not pass; afterwards it drops out.
	t.Passed = t.Passed && !(m.out[bid] && m.bids[bid].PricedAt == nil)
	return t, err
}

func (m *model) scored(bid uuid.UUID) (evaluation.Technical, error) {
	if len(m.criteria) == 0 { // nothing is scored: everybody passes
		return evaluation.Technical{Total: evaluation.Given("technical.total", bid.String(), "published", new(big.Rat)), Passed: true}, nil
	}
	scores := map[string]evaluation.Figure{}
	for question, c := range m.criteria {
		f, err := m.score(key{bid, question})
		if err != nil {
			return evaluation.Technical{}, err
		}
		scores[c.ID] = f
	}
	return evaluation.Score(bid.String(), m.sections, scores, m.category.PassMark.Rat())
}
