package awardsvc

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A Preview is a letter as it would be issued now.
type Preview struct {
	award.Letter
	Supplier, Buyer string
	CategoryName    string
	Reference       string // of the category; a letter gets its own when it is issued
	Issued          *uuid.UUID
	PDF             []byte
}

// Preview composes the award or regret letter of a bidder as it would be issued
// now. Before anything is recommended, an award letter is composed as if this
// bidder had won, a regret letter as if the best-ranked bid had.
func (s *Service) Preview(ctx context.Context, a access.Actor, owner, id, supplier uuid.UUID, kind award.Kind, language string, withPDF bool) (Preview, error) {
	var out Preview
	if err := decides(a, owner); err != nil {
		return out, err
	}
	c, err := category(ctx, s.db, a, owner, id, seesResults...)
	if err != nil {
		return out, err
	}
	if err := c.evaluated(); err != nil {
		return out, err
	}
	if !c.Policy().Has(sourcing.Letters) {
		return out, award.NoLetters.New("%s", c.Activity)
	}
	bids, err := results(ctx, s.db, c)
	if err != nil {
		return out, err
	}
	i := slices.IndexFunc(bids, func(r award.Result) bool { return r.Supplier == supplier })
	if i < 0 {
		return out, award.NoSuchBid.New("supplier %s", supplier)
	}
	own := bids[i]
	if kind == award.Award && !c.Policy().Chooses() {
		kind = award.Success
	}
	if kind != award.Regret && (!own.Pass || (c.Policy().Chooses() && own.Rank == nil)) {
		return out, award.NotEligible.New("")
	}
	lines, reason, err := s.supposed(ctx, c, bids, own, kind)
	if err != nil {
		return out, err
	}
	if kind == award.Regret && award.KindFor(c.Policy(), own, lines) != award.Regret {
		return out, award.WouldWin.New("") // no letter holds two verdicts
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	ends := award.StandstillEnds(now, c.Regime, len(bids), c.Zone)
	if made, err := orNone(q.Award(ctx, s.db, id, owner)); err != nil {
		return out, err
	} else if made != nil {
		now, ends = made.DecidedAt, made.StandstillEnds
	}
	w, err := s.writer(ctx, s.db, a, c, language)
	if err != nil {
		return out, err
	}
	w.decided(bids, lines, reason, ends)
	if out.Letter, err = w.compose(kind, own); err != nil {
		return out, err
	}
	out.Supplier, out.Buyer, out.CategoryName, out.Reference = own.SupplierName, w.buyer.Name, c.Name, c.Reference
	letters, err := q.CategoryLetters(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	for _, l := range letters {
		if l.SupplierID == supplier && l.Kind == string(kind) {
			out.Issued = &l.ID
		}
	}
	if withPDF {
		to, err := s.party.Company(ctx, s.db, supplier)
		if err != nil {
			return out, err
		}
		out.PDF, err = layout(out.Letter, w.buyer, to, c.Reference, now.In(c.Zone)).Render()
		return out, err
	}
	return out, nil
}

// supposed is the decision that a preview takes for made, and why: the proposed
// one; for an award letter, one for its reader; else the best.
func (s *Service) supposed(ctx context.Context, c Category, bids []award.Result, own award.Result, kind award.Kind) ([]award.Line, string, error) {
	of, err := offers(ctx, s.db, c)
	if err != nil {
		return nil, "", err
	}
	rec, err := recommendation(ctx, s.db, c.Buyer, c.ID)
	if err != nil {
		return nil, "", err
	}
	var chosen []award.Choice
	reason := ""
	if rec != nil {
		chosen, reason = rec.choices(), rec.Reason
	}
	policy := c.Policy()
	names := slices.ContainsFunc(chosen, func(x award.Choice) bool { return x.Submission == own.Submission })
	switch {
	case !policy.Chooses():
		chosen = nil
	case policy.Selects == sourcing.OneBid && kind == award.Award && !names:
		chosen, reason = []award.Choice{{Submission: own.Submission}}, ""
	case policy.Selects == sourcing.OneBid && rec == nil:
		for _, r := range bids {
			if r.Rank != nil && *r.Rank == 1 {
				chosen = []award.Choice{{Submission: r.Submission}}
			}
		}
		if chosen == nil {
			return nil, "", award.NobodyPassed.New("")
		}
	}
	lines, _, err := award.Recommend(policy, bids, of, chosen, cmp.Or(reason, "-")) // a preview needs no reason
	return lines, reason, err
}

// An Issued letter is one that went out.
type Issued struct {
	awarddb.BuyerLetterRow
	Figures []award.Figure
}

// Letter returns an issued letter to the buyer's desk.
func (s *Service) Letter(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Issued, error) {
	if err := a.Serve(owner, ""); err != nil {
		return Issued{}, err
	}
	if err := a.See(access.Letters); err != nil {
		return Issued{}, err
	}
	l, err := s.issued(ctx, s.db, func() (awarddb.BuyerLetterRow, error) { return q.BuyerLetter(ctx, s.db, id, owner) })
	if err == nil {
		err = partysvc.NeedModule(ctx, s.db, owner, l.Activity)
	}
	return l, err
}

func (s *Service) issued(ctx context.Context, db pg.DB, read func() (awarddb.BuyerLetterRow, error)) (Issued, error) {
	row, err := read()
	if pg.NoRows(err) {
		err = award.LetterNotFound.New("")
	}
	out := Issued{BuyerLetterRow: row}
	if err != nil {
		return out, err
	}
	figures, err := q.Figures(ctx, db, row.ID)
	for _, f := range figures {
		out.Figures = append(out.Figures, award.Figure{Key: f.Key, Value: f.Value, Strong: f.Strong})
	}
	return out, err
}

// LetterPDF returns the stored document of an issued letter to the buyer's desk.
func (s *Service) LetterPDF(ctx context.Context, a access.Actor, owner, id uuid.UUID) (name string, data []byte, err error) {
	l, err := s.Letter(ctx, a, owner, id)
	if err != nil {
		return "", nil, err
	}
	return s.paper(ctx, l)
}

// Kept returns the stored document of a letter to a bidder of a category, for the
// archive: who may read it there, the archive has asked.
func (s *Service) Kept(ctx context.Context, owner, category, supplier, id uuid.UUID) (name string, data []byte, err error) {
	l, err := s.issued(ctx, s.db, func() (awarddb.BuyerLetterRow, error) { return q.BuyerLetter(ctx, s.db, id, owner) })
	if err == nil && (l.CategoryID != category || l.SupplierID != supplier) {
		err = award.LetterNotFound.New("")
	}
	if err != nil {
		return "", nil, err
	}
	return s.paper(ctx, l)
}

// paper reads the document of a letter; who asks before it was printed has it
// printed.
func (s *Service) paper(ctx context.Context, l Issued) (name string, data []byte, err error) {
	document := l.DocumentID
	if document == nil {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			if err := s.Print(ctx, tx, l.BuyerID, l.ID); err != nil {
				return err
			}
			var err error
			document, err = q.LockLetter(ctx, tx, l.ID, l.BuyerID)
			return err
		})
		if err != nil {
			return "", nil, err
		}
	}
	d, err := s.docs.Read(ctx, l.BuyerID, *document)
	return d.Name, d.Bytes, err
}

// text is the letter as it was composed.
func (l Issued) text() award.Letter {
	return award.Letter{
		Kind:      award.Kind(l.Kind),
		Language:  l.Language,
		Subject:   l.Subject,
		Body:      l.Body,
		Closing:   l.Closing,
		Footer:    l.Footer,
		Signature: l.Signature,
		Figures:   l.Figures,
	}
}

// Letters lists the issued letters of a category.
func (s *Service) Letters(ctx context.Context, a access.Actor, owner, id uuid.UUID) ([]awarddb.CategoryLettersRow, error) {
	if err := a.Serve(owner, ""); err != nil {
		return nil, err
	}
	if err := a.See(access.Letters); err != nil {
		return nil, err
	}
	if _, err := category(ctx, s.db, a, owner, id); err != nil {
		return nil, err
	}
	return q.CategoryLetters(ctx, s.db, id, owner)
}

// DecidedFilter narrows the evaluated categories; the zero value narrows nothing.
type DecidedFilter struct {
	Activities []sourcing.Activity
	Statuses   []sourcing.Status
	Standstill day.Span // its end, in the zone of each job
	Job        *uuid.UUID
	Search     string
}

// Decided is one page of the categories that were evaluated, newest first: the
// jobs whose letters are due or done.
func (s *Service) Decided(ctx context.Context, a access.Actor, owner uuid.UUID, f DecidedFilter, after string, limit int) (page.Of[awarddb.DecidedCategoriesRow], error) {
	var out page.Of[awarddb.DecidedCategoriesRow]
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	if err := a.See(access.Letters); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	off, err := partysvc.ActivitiesOff(ctx, s.db, owner)
	if err != nil {
		return out, err
	}
	rows, err := q.DecidedCategories(ctx, s.db, awarddb.DecidedCategoriesParams{
		BuyerID:        owner,
		AccountID:      a.User,
		AfterAt:        c.At,
		AfterID:        c.ID,
		Activities:     closed.Values(f.Activities...),
		Off:            off,
		Statuses:       closed.Values(f.Statuses...),
		StandstillFrom: f.Standstill.First,
		StandstillTo:   f.Standstill.Last,
		Search:         pg.Sought(f.Search),
		JobID:          f.Job,
		MaxRows:        int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r awarddb.DecidedCategoriesRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// A LetterRow is an issued letter in a list.
type LetterRow = awarddb.CategoryLettersRow
