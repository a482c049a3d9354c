package publicationsvc

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/ocds"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/internal/publicationdb"
	"zabuni.org/core/reference"
	"zabuni.org/core/reference/referencesvc"
	"zabuni.org/core/sourcing"
)

// process reads what everybody may know of a job now; without a category where that is nothing. What is sealed, estimated,
// scored, asked by whom, or bid by who did not win is not read at all.
func (s *Service) process(ctx context.Context, tx pg.Tx, owner, job uuid.UUID, before last) (ocds.Process, error) {
	j, err := q.Job(ctx, tx, job, owner)
	if err != nil {
		return ocds.Process{}, err
	}
	policy := sourcing.Job{Activity: sourcing.Activity(j.Activity)}.Policy()
	if !policy.Listed || j.Private && before.number == 0 {
		return ocds.Process{}, nil
	}
	rows, err := q.Categories(ctx, tx, job, owner)
	if err != nil {
		return ocds.Process{}, err
	}
	rows = lots(rows, before)
	p := ocds.Process{
		Job:         job,
		Buyer:       ocds.Party{ID: owner, Name: j.BuyerName, Country: country(j.BuyerCountry)},
		Reference:   j.Reference,
		Title:       j.Title,
		Description: j.Description,
		Activity:    j.Activity,
		Live:        policy.Has(sourcing.Live),
		Page:        s.page(job),
	}
	if j.PlannedID != nil {
		p.Planned = &ocds.Related{Item: *j.PlannedID, Page: s.record(*j.PlannedID)}
	}
	ids := make([]uuid.UUID, len(rows))
	states := make([]string, len(rows))
	known := len(rows) > 0
	for i, c := range rows {
		status := sourcing.Status(c.Status)
		ids[i], states[i] = c.ID, publication.StateOf(status)
		lot := ocds.Category{ID: c.ID, Title: c.Name, Description: c.Description, State: states[i], Opens: c.OpensAt, Closes: c.ClosesAt, Reserved: c.GroupName}
		if c.BidFee.Sign() > 0 && policy.Has(sourcing.BidFee) {
			lot.Fee = &ocds.Amount{Value: c.BidFee, Currency: c.Currency}
		}
		p.Categories = append(p.Categories, lot)
		p.Selective = p.Selective || c.InvitedOnly
		// One number is of all lots, so that it waits for the last of them.
		if states[i] != ocds.Cancelled {
			known = known && c.ClosingCount != nil && publication.Sees(status, opening.FieldCount)
		}
	}
	p.Status = publication.Whole(states)
	p.Opens, p.Closes = window(p.Categories, p.Status != ocds.Cancelled)
	if known && p.Status != ocds.Cancelled {
		n, err := q.Tenderers(ctx, tx, ids, owner)
		if err != nil {
			return p, err
		}
		p.Bidders = new(int(n))
	}
	for _, read := range []func(context.Context, pg.Tx, uuid.UUID, []uuid.UUID, *ocds.Process) error{goods, files, said} {
		if err := read(ctx, tx, owner, ids, &p); err != nil {
			return p, err
		}
	}
	if policy.Best == sourcing.NoPrice { // who passed stands on a list; nothing is bought
		return p, nil
	}
	if err := awards(ctx, tx, owner, rows, &p); err != nil {
		return p, err
	}
	return p, agreed(ctx, tx, owner, ids, &p)
}

// window is from when until when some lot takes bids: one that was called off counts where all were.
func window(lots []ocds.Category, live bool) (opens, closes time.Time) {
	for _, l := range lots {
		if live && l.State == ocds.Cancelled {
			continue
		}
		if opens.IsZero() || l.Opens.Before(opens) {
			opens = l.Opens
		}
		if l.Closes.After(closes) {
			closes = l.Closes
		}
	}
	return opens, closes
}

func goods(ctx context.Context, tx pg.Tx, owner uuid.UUID, categories []uuid.UUID, p *ocds.Process) error {
	rows, err := q.Items(ctx, tx, categories, owner)
	if err != nil {
		return err
	}
	var codes []string
	for _, i := range rows {
		if code, _, ok := reference.CPV(i.Classification); ok {
			codes = append(codes, code)
		}
	}
	named, err := referencesvc.Names(ctx, tx, "en", codes)
	for _, i := range rows {
		cpv, _, _ := reference.CPV(i.Classification)
		scheme, code, ok := strings.Cut(i.Classification, ":")
		if !ok {
			scheme, code = "", ""
		}
		p.Goods = append(p.Goods, ocds.Good{ID: i.ID, Category: i.CategoryID, Description: i.Description, Unit: i.Unit, Quantity: i.Quantity,
			Scheme: scheme, Code: code, Named: named[cpv], Gone: i.Gone})
	}
	return err
}

func files(ctx context.Context, tx pg.Tx, owner uuid.UUID, categories []uuid.UUID, p *ocds.Process) error {
	rows, err := q.Files(ctx, tx, categories, owner)
	for _, f := range rows {
		p.Files = append(p.Files, ocds.File{ID: f.ID, Category: f.CategoryID, Title: f.Name, Media: f.MediaType, At: f.AddedAt, Gone: f.Gone})
	}
	return err
}

// said is what all were told: answers, addenda, closings that were moved.
func said(ctx context.Context, tx pg.Tx, owner uuid.UUID, categories []uuid.UUID, p *ocds.Process) error {
	answers, err := q.Answers(ctx, tx, categories, owner)
	if err != nil {
		return err
	}
	for _, a := range answers {
		p.Answers = append(p.Answers, ocds.Answer{ID: a.ID, Category: a.CategoryID, Question: a.Question, Response: a.Answer, At: *a.DecidedAt})
	}
	moved, err := q.Moved(ctx, tx, categories, owner)
	if err != nil {
		return err
	}
	for _, m := range moved {
		p.Changes = append(p.Changes, ocds.Moved(m.CategoryID.String()+"-"+strconv.FormatInt(m.Sequence, 10), m.MovedAt, m.Reason, m.MovedTo))
	}
	addenda, err := q.Addenda(ctx, tx, categories, owner)
	for _, a := range addenda {
		p.Changes = append(p.Changes, ocds.Change{ID: a.ID.String(), At: a.IssuedAt, Title: a.Title, Body: a.Body})
	}
	// As they came: what follows in a later release stands behind what an earlier one has.
	slices.SortStableFunc(p.Changes, func(a, b ocds.Change) int { return a.At.Compare(b.At) })
	return err
}

// awards are those that the public may hear of: of who won and of nobody else.
func awards(ctx context.Context, tx pg.Tx, owner uuid.UUID, lots []publicationdb.CategoriesRow, p *ocds.Process) error {
	var seen []uuid.UUID
	status := map[uuid.UUID]sourcing.Status{}
	for _, c := range lots {
		if status[c.ID] = sourcing.Status(c.Status); publication.Sees(status[c.ID], opening.FieldWinnerPrice) {
			seen = append(seen, c.ID)
		}
	}
	rows, err := q.Awards(ctx, tx, append([]uuid.UUID{}, seen...), owner)
	for _, a := range rows {
		p.Awards = append(p.Awards, ocds.Award{
			ID:       wonBy(a.ID, a.SupplierID),
			Category: a.CategoryID,
			State:    publication.AwardState(status[a.CategoryID], a.Frozen, a.SetAside),
			At:       a.DecidedAt,
			Winner:   ocds.Party{ID: a.SupplierID, Name: a.SupplierName, Country: country(a.SupplierCountry)},
			Value:    ocds.Amount{Value: a.Amount, Currency: a.Currency},
		})
	}
	return err
}

// wonBy names what a company won by an award.
func wonBy(award, supplier uuid.UUID) string { return award.String() + "-" + supplier.String() }

// agreed are the contracts that everybody has signed.
func agreed(ctx context.Context, tx pg.Tx, owner uuid.UUID, categories []uuid.UUID, p *ocds.Process) error {
	rows, err := q.Contracts(ctx, tx, categories, owner)
	if err != nil {
		return err
	}
	at := map[uuid.UUID]int{}
	ids := []uuid.UUID{}
	for _, k := range rows {
		state, public := publication.ContractState(contract.Status(k.Status))
		if !public || k.SupplierID == nil || k.AwardID == nil {
			continue
		}
		at[k.ID], ids = len(p.Contracts), append(ids, k.ID)
		p.Contracts = append(p.Contracts, ocds.Contract{ID: k.ID.String(), Award: wonBy(*k.AwardID, *k.SupplierID), Title: k.Title, State: state,
			Value: ocds.Amount{Value: k.Value, Currency: k.Currency}, From: k.StartsOn, Until: k.EndsOn, Signed: k.SignedAt})
	}
	amendments, err := q.Amendments(ctx, tx, ids, owner)
	if err != nil {
		return err
	}
	for _, m := range amendments {
		c := &p.Contracts[at[m.AmendsID]]
		c.Changes = append(c.Changes, ocds.Change{ID: m.ContractID.String(), At: *m.EffectiveAt, Title: m.Ground, Body: fmt.Sprintf("%d. %s", m.Number, m.Title)})
	}
	milestones, err := q.Milestones(ctx, tx, ids, owner)
	for _, m := range milestones {
		state := publication.DutyState(contract.DutyStatus(m.Status))
		c := &p.Contracts[at[m.ContractID]]
		c.Milestones = append(c.Milestones, ocds.Milestone{ID: m.ID.String(), Title: m.Title, Kind: m.Kind, State: state, Due: m.DueOn, Gone: state == ""})
	}
	return err
}
