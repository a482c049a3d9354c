package biddingsvc

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// An Answer is a change of one answer. Version is the one that the client has
// seen; 0 for a first answer.
type Answer struct {
	Question uuid.UUID
	Value    string
	Version  int64
}

// A Price is a change of one line of the price envelope.
type Price struct {
	Item      uuid.UUID
	UnitPrice string
	Remarks   string
	Version   int64
}

// Changes is one save of a draft.
type Changes struct {
	Answers []Answer
	Prices  []Price
}

// Saved is what a save left.
type Saved struct {
	At        time.Time
	Versions  map[uuid.UUID]int64 // of what was saved
	Conflicts []uuid.UUID         // changed elsewhere meanwhile, not saved
	Progress  bidding.Progress
}

// pricedLine is what lies under the seal of one line.
type pricedLine struct {
	UnitPrice string `json:"unit_price"`
	Remarks   string `json:"remarks,omitempty"`
}

// maxChanges bounds one save; a screen saves what changed since the last.
const maxChanges = 1000

// Save seals the changes of a draft and stores them. A change that somebody made
// elsewhere meanwhile is never overwritten: it comes back as a conflict.
func (s *Service) Save(ctx context.Context, a access.Actor, bid uuid.UUID, c Changes) (Saved, error) {
	if n := len(c.Answers) + len(c.Prices); n > maxChanges {
		return Saved{}, fault.TooLarge.New("%d changes in one save", n)
	}
	out := Saved{Versions: map[uuid.UUID]int64{}}
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		clear(out.Versions)
		out.Conflicts = nil
		p, now, err := changeable(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		if err := s.store(ctx, tx, a, p, now, c, &out); err != nil {
			return err
		}
		return record(ctx, tx, a, "saved", p.ID, a.Org, map[string]any{"answers": len(c.Answers), "prices": len(c.Prices), "percent": out.Progress.Percent})
	})
	return out, err
}

// store seals changes into the draft of a bid that may change now.
func (s *Service) store(ctx context.Context, tx pg.Tx, a access.Actor, p biddingdb.ParticipationRow, now time.Time, c Changes, out *Saved) error {
	criteria, err := s.criteria(ctx, tx, p)
	if err != nil {
		return err
	}
	_, draft, closeKeys, err := s.keys(ctx, tx, a, p)
	if err != nil {
		return err
	}
	defer closeKeys()
	if err := saveAnswers(ctx, tx, p, draft, criteria, c.Answers, now, out); err != nil {
		return err
	}
	if err := savePrices(ctx, tx, p, draft, criteria, c.Prices, now, out); err != nil {
		return err
	}
	out.At = now
	if err := q.TouchDraft(ctx, tx, &now, p.ID, a.Org); err != nil {
		return err
	}
	state, err := s.state(ctx, tx, p, criteria)
	if err != nil {
		return err
	}
	out.Progress = state.Progress()
	return nil
}

func saveAnswers(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow, draft *seal.Participation, criteria Criteria, answers []Answer, now time.Time, out *Saved) error {
	var f fault.Fields
	put := biddingdb.PutResponsesParams{ParticipationID: p.ID, BuyerID: p.BuyerID, SupplierID: p.SupplierID, Now: now}
	for i, ans := range answers {
		at := "/answers/" + strconv.Itoa(i) + "/value"
		question, ok := criteria.byID[ans.Question]
		if !ok { // typed before an addendum took the question away: it is kept, though not submitted
			question, ok = criteria.Gone.byID[ans.Question]
		}
		if !ok {
			f.Add(at, fault.Unknown)
			continue
		}
		value, answered := question.Check(&f, at, ans.Value)
		put.Questions = append(put.Questions, ans.Question)
		put.Versions = append(put.Versions, ans.Version+1)
		put.Answered = append(put.Answered, answered)
		put.Sealed = append(put.Sealed, draft.Seal(ans.Question, ans.Version+1, []byte(value)))
	}
	if err := f.Err(); err != nil || len(put.Questions) == 0 {
		return err
	}
	rows, err := q.PutResponses(ctx, tx, put)
	if err != nil {
		return err
	}
	for _, r := range rows {
		out.Versions[r.QuestionID] = r.Version
	}
	for _, id := range put.Questions {
		if _, ok := out.Versions[id]; !ok {
			out.Conflicts = append(out.Conflicts, id)
		}
	}
	return nil
}

func savePrices(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow, draft *seal.Participation, criteria Criteria, prices []Price, now time.Time, out *Saved) error {
	var f fault.Fields
	put := biddingdb.PutPricesParams{ParticipationID: p.ID, BuyerID: p.BuyerID, SupplierID: p.SupplierID, Now: now}
	for i, line := range prices {
		at := "/prices/" + strconv.Itoa(i)
		if _, ok := criteria.items[line.Item]; !ok && !criteria.Gone.items[line.Item] {
			f.Add(at+"/item_id", fault.Unknown)
			continue
		}
		under := pricedLine{Remarks: f.May(at+"/remarks", line.Remarks, bidding.MaxRemarks)}
		if line.UnitPrice != "" {
			d, err := money.ParseDecimal(line.UnitPrice)
			if err != nil || d.Sign() < 0 {
				f.Add(at+"/unit_price", fault.BadFormat, "expected", "1234.56")
				continue
			}
			under.UnitPrice = d.String()
		}
		raw, err := json.Marshal(under)
		if err != nil {
			return err
		}
		put.Items = append(put.Items, line.Item)
		put.Versions = append(put.Versions, line.Version+1)
		put.Answered = append(put.Answered, under.UnitPrice != "")
		put.Sealed = append(put.Sealed, draft.Seal(line.Item, line.Version+1, raw))
	}
	if err := f.Err(); err != nil || len(put.Items) == 0 {
		return err
	}
	rows, err := q.PutPrices(ctx, tx, put)
	if err != nil {
		return err
	}
	for _, r := range rows {
		out.Versions[r.ItemID] = r.Version
	}
	for _, id := range put.Items {
		if _, ok := out.Versions[id]; !ok {
			out.Conflicts = append(out.Conflicts, id)
		}
	}
	return nil
}
