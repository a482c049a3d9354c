package awardsvc

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A Template is the words of a job's letters of one kind.
type Template struct {
	award.Template
	Allowed []string   // placeholders
	SavedAt *time.Time // nil: the words that every job starts with
}

// job returns a job of the owner with its activity's policy.
func job(ctx context.Context, db pg.DB, owner, id uuid.UUID) (awarddb.JobRow, sourcing.Policy, error) {
	row, err := q.Job(ctx, db, id, owner)
	if pg.NoRows(err) {
		err = sourcing.JobNotFound.New("")
	}
	if err == nil {
		err = partysvc.NeedModule(ctx, db, owner, row.Activity)
	}
	p, _ := sourcing.PolicyOf(sourcing.Activity(row.Activity))
	if err == nil && !p.Has(sourcing.Letters) {
		err = award.NoLetters.New("%s", row.Activity)
	}
	return row, p, err
}

// Templates returns the words of every kind of letter of a job; a kind that
// nobody wrote has the words that all jobs start with, in language.
func (s *Service) Templates(ctx context.Context, a access.Actor, owner, id uuid.UUID, language string) ([]Template, error) {
	if err := a.Serve(owner, ""); err != nil {
		return nil, err
	}
	_, p, err := job(ctx, s.db, owner, id)
	if err != nil {
		return nil, err
	}
	saved, err := templates(ctx, s.db, owner, id)
	if err != nil {
		return nil, err
	}
	var out []Template
	for _, k := range award.Kinds {
		t, ok := saved[k]
		if !ok {
			t.Template = award.Default(k, spoken(language))
		}
		t.Allowed = award.Allowed(k, award.Chooses(p))
		out = append(out, t)
	}
	return out, nil
}

func templates(ctx context.Context, db pg.DB, owner, job uuid.UUID) (map[award.Kind]Template, error) {
	rows, err := q.Templates(ctx, db, job, owner)
	out := map[award.Kind]Template{}
	for _, r := range rows {
		out[award.Kind(r.Kind)] = Template{Template: award.Template{Kind: award.Kind(r.Kind), Language: r.Language, Subject: r.Subject, Body: r.Body,
			Footer: r.Footer, Signature: r.Signature}, SavedAt: &r.SavedAt}
	}
	return out, err
}

// spoken is a language of letters, the first one for any other.
func spoken(language string) string {
	if slices.Contains(award.Languages(), language) {
		return language
	}
	return award.Languages()[0]
}

// SaveTemplate stores the words of a job's letters of one kind.
func (s *Service) SaveTemplate(ctx context.Context, a access.Actor, owner, id uuid.UUID, t award.Template) error {
	if err := a.Serve(owner, access.ManageJob); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		_, p, err := job(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		if t, err = t.Check(award.Chooses(p)); err != nil {
			return err
		}
		err = q.PutTemplate(ctx, tx, awarddb.PutTemplateParams{JobID: id, BuyerID: owner, Kind: string(t.Kind), Language: t.Language, Subject: t.Subject,
			Body: t.Body, Footer: t.Footer, Signature: t.Signature, SavedAt: tx.Now})
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "award.template.saved", Object: "job", ObjectID: id, Owner: owner,
			Detail: map[string]any{"kind": t.Kind, "language": t.Language}})
		return err
	})
}

// A writer composes the letters of one category.
type writer struct {
	c         Category
	buyer     partysvc.Company
	templates map[award.Kind]Template
	language  string
	author    string
	facts     award.Facts // what all letters share
}

func (s *Service) writer(ctx context.Context, db pg.DB, a access.Actor, c Category, language string) (writer, error) {
	w := writer{c: c, language: spoken(language), author: a.Name}
	var err error
	if w.buyer, err = s.party.Company(ctx, db, c.BuyerID); err != nil {
		return w, err
	}
	if w.templates, err = templates(ctx, db, c.BuyerID, c.JobID); err != nil {
		return w, err
	}
	w.facts = award.Facts{Buyer: w.buyer.Name, Job: c.JobTitle, Category: c.Name, Reference: c.Reference, Currency: money.Currency(c.Currency),
		Prices: award.Chooses(c.Policy), PassMark: c.PassMark, DebriefDays: c.Regime.DebriefDays, Zone: c.Zone}
	return w, nil
}

// decided adds what a decision for winner means to all.
func (w *writer) decided(bids []award.Result, winner *uuid.UUID, reason string, ends time.Time) {
	w.facts.Bids, w.facts.StandstillEnds = len(bids), ends
	if winner == nil {
		return
	}
	if chosen, ok := award.Find(bids, *winner); ok {
		w.facts.Winner, w.facts.WinnerPrice = chosen.SupplierName, chosen.Price
		if chosen.Rank != nil && *chosen.Rank != 1 {
			w.facts.Reason = reason
		}
	}
}

func (w writer) compose(kind award.Kind, r award.Result) (award.Letter, error) {
	t, ok := w.templates[kind]
	if !ok {
		t.Template = award.Default(kind, w.language)
	}
	if strings.TrimSpace(t.Signature) == "" {
		t.Signature = w.author + "\n" + w.buyer.Name
	}
	f := w.facts
	f.Own, f.Supplier = r, r.SupplierName
	return award.Compose(t.Template, f)
}

// render lays a letter out.
func (w writer) render(l award.Letter, to partysvc.Company, reference string, at time.Time) ([]byte, error) {
	p := pdf.Letter{Language: l.Language, From: party(w.buyer), To: party(to), Reference: reference, Date: at.In(w.c.Zone), Subject: l.Subject, Body: l.Body,
		Facts: award.FactsHeading(l.Language), Closing: l.Closing, Signature: l.Signature, Footer: l.Footer}
	for _, f := range l.Figures {
		p.Figures = append(p.Figures, pdf.Row{Label: award.Label(l.Language, f.Key), Value: f.Value, Strong: f.Strong})
	}
	return p.Render()
}

func party(c partysvc.Company) pdf.Party {
	join := func(parts ...string) string {
		return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
	}
	phone := c.Phone
	if phone != "" && phone[0] != '+' {
		phone = "+" + phone // kept as E.164 without its sign
	}
	return pdf.Party{Name: c.Name, Lines: []string{join(c.PhysicalAddress, c.POBox), join(phone, c.Email)}}
}

// issueAll issues the letters of a decision to every bidder, or none.
func (s *Service) issueAll(ctx context.Context, tx pg.Tx, a access.Actor, c Category, bids []award.Result, rec Recommendation, ends time.Time, language string) (int, error) {
	w, err := s.writer(ctx, tx, a, c, language)
	if err != nil {
		return 0, err
	}
	w.decided(bids, rec.SubmissionID, rec.Reason, ends)
	for _, r := range bids {
		if err := s.issue(ctx, tx, a, w, award.KindFor(c.Policy, r, rec.SubmissionID), r); err != nil {
			return 0, err
		}
	}
	return len(bids), nil
}

// issue writes one letter with its PDF; the mail follows the event.
func (s *Service) issue(ctx context.Context, tx pg.Tx, a access.Actor, w writer, kind award.Kind, r award.Result) error {
	l, err := w.compose(kind, r)
	if err != nil {
		return err
	}
	to, err := s.party.Company(ctx, tx, r.Supplier)
	if err != nil {
		return err
	}
	n, err := q.CountLetters(ctx, tx, w.c.ID, w.c.BuyerID) // the category's lock holds it
	if err != nil {
		return err
	}
	reference := fmt.Sprintf("%s/L%02d", w.c.Reference, n+1)
	raw, err := w.render(l, to, reference, tx.Now)
	if err != nil {
		return err
	}
	doc, err := s.docs.Save(ctx, tx, a, w.c.BuyerID, "letter", string(kind)+"-letter.pdf", "application/pdf", raw)
	if err != nil {
		return err
	}
	id := uuid.Must(uuid.NewV7())
	err = q.InsertLetter(ctx, tx, awarddb.InsertLetterParams{ID: id, JobID: w.c.JobID, CategoryID: w.c.ID, BuyerID: w.c.BuyerID, SupplierID: r.Supplier,
		Kind: string(kind), Reference: reference, Language: l.Language, Subject: l.Subject, Body: l.Body, Closing: l.Closing, Footer: l.Footer,
		Signature: l.Signature, DocumentID: &doc.ID, IssuedAt: &tx.Now})
	if pg.Constraint(err) == "letter_category_id_supplier_id_kind_key" {
		return award.AlreadyIssued.Wrap(err, "")
	}
	if err != nil {
		return err
	}
	for i, f := range l.Figures {
		err := q.InsertFigure(ctx, tx, awarddb.InsertFigureParams{LetterID: id, BuyerID: w.c.BuyerID, SupplierID: r.Supplier, Position: int32(i),
			Key: f.Key, Value: f.Value, Strong: f.Strong})
		if err != nil {
			return err
		}
	}
	return record(ctx, tx, a, LetterIssued, "letter", id, w.c, map[string]any{"supplier_id": r.Supplier, "kind": kind, "reference": reference,
		"sha256": hex.EncodeToString(doc.SHA256)})
}

// Send issues letters that go beside the decision (custom and due diligence) to
// chosen bidders whose bids were opened.
func (s *Service) Send(ctx context.Context, a access.Actor, owner, id uuid.UUID, kind award.Kind, suppliers []uuid.UUID, language string) (int, error) {
	if err := decides(a, owner); err != nil {
		return 0, err
	}
	var f fault.Fields
	f.OneOf("/kind", string(kind), string(award.Custom), string(award.DD))
	if len(suppliers) == 0 {
		f.Add("/supplier_ids", fault.Required)
	}
	if err := f.Err(); err != nil {
		return 0, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lock(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		if !c.Policy.Has(sourcing.Letters) {
			return award.NoLetters.New("%s", c.Activity)
		}
		bidders, err := q.Bidders(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		w, err := s.writer(ctx, tx, a, c, language)
		if err != nil {
			return err
		}
		for _, supplier := range suppliers {
			i := slices.IndexFunc(bidders, func(b awarddb.BiddersRow) bool { return b.SupplierID == supplier })
			if i < 0 {
				return award.NoSuchBid.New("supplier %s", supplier)
			}
			if err := s.issue(ctx, tx, a, w, kind, award.Result{Supplier: supplier, SupplierName: bidders[i].SupplierName}); err != nil {
				return err
			}
		}
		return nil
	})
	return len(suppliers), err
}
