package awardsvc

import (
	"context"
	"crypto/sha256"
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
	"zabuni.org/core/kernel/letters"
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
	p := sourcing.Job{Activity: sourcing.Activity(row.Activity)}.Policy()
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
		t.Allowed = award.Allowed(k, p.Chooses())
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
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		_, p, err := job(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		if err := p.May(a, sourcing.ToConduct); err != nil {
			return err
		}
		if t, err = t.Check(p.Chooses()); err != nil {
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
	lines     []award.Line
	issued    int64 // letters of the category so far; -1 until they are counted
}

func (s *Service) writer(ctx context.Context, db pg.DB, a access.Actor, c Category, language string) (writer, error) {
	w := writer{c: c, language: spoken(language), author: a.Name, issued: -1}
	var err error
	if w.buyer, err = s.party.Company(ctx, db, c.Buyer); err != nil {
		return w, err
	}
	if w.templates, err = templates(ctx, db, c.Buyer, c.Job.ID); err != nil {
		return w, err
	}
	policy := c.Policy()
	w.facts = award.Facts{
		Buyer:       w.buyer.Name,
		Job:         c.Job.Title,
		Category:    c.Name,
		Reference:   c.Reference,
		Currency:    c.Currency,
		Prices:      policy.Chooses(),
		Ranked:      policy.Selects == sourcing.OneBid,
		Scores:      policy.Has(sourcing.Criteria | sourcing.Evaluation),
		PassMark:    c.PassMark,
		DebriefDays: c.Regime.DebriefDays,
		Zone:        c.Zone,
	}
	return w, nil
}

// decided adds what a decision means to all.
func (w *writer) decided(bids []award.Result, lines []award.Line, reason string, ends time.Time) {
	w.facts.Bids, w.facts.StandstillEnds, w.lines = len(bids), ends, lines
	var names []string
	for _, l := range lines {
		chosen, ok := award.Find(bids, l.Submission)
		if !ok || l.Amount == nil {
			continue
		}
		if !slices.Contains(names, chosen.SupplierName) {
			names = append(names, chosen.SupplierName)
		}
		sum := *l.Amount
		if w.facts.WinnerPrice != nil {
			sum = sum.Add(*w.facts.WinnerPrice)
		}
		w.facts.WinnerPrice = &sum
		if chosen.Rank != nil && *chosen.Rank != 1 {
			w.facts.Reason = reason
		}
	}
	w.facts.Winner = strings.Join(names, ", ")
	if len(lines) == 0 {
		w.facts.Nobody, w.facts.Reason = true, reason
	}
}

// given is what lines give to a bid in all.
func given(lines []award.Line, submission uuid.UUID) *money.Decimal {
	var out *money.Decimal
	for _, l := range lines {
		if l.Submission != submission || l.Amount == nil {
			continue
		}
		sum := *l.Amount
		if out != nil {
			sum = sum.Add(*out)
		}
		out = &sum
	}
	return out
}

func (w writer) compose(kind award.Kind, r award.Result) (award.Letter, error) {
	t, ok := w.templates[kind]
	if !ok {
		t.Template = award.Default(kind, w.language)
	}
	if strings.TrimSpace(t.Signature) == "" {
		t.Signature = w.author + "\n" + w.buyer.Name
	}
	var unseen fault.Fields // before anything is sent: both can still be written otherwise
	letters.Check(&unseen, "/signature", t.Signature)
	letters.Check(&unseen, "/reason", w.facts.Reason)
	if err := unseen.Err(); err != nil {
		return award.Letter{}, err
	}
	f := w.facts
	f.Own, f.Supplier = r, r.SupplierName
	if own := given(w.lines, r.Submission); kind == award.Award && own != nil {
		f.Winner, f.WinnerPrice = r.SupplierName, own // of several winners each reads its own
	}
	return award.Compose(t.Template, f)
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
func (s *Service) issueAll(ctx context.Context, tx pg.Tx, a access.Actor, c Category, bids []award.Result, lines []award.Line, reason string, ends time.Time, language string) (int, error) {
	w, err := s.writer(ctx, tx, a, c, language)
	if err != nil {
		return 0, err
	}
	w.decided(bids, lines, reason, ends)
	for _, r := range bids {
		if err := s.issue(ctx, tx, a, &w, award.KindFor(c.Policy(), r, lines), r); err != nil {
			return 0, err
		}
	}
	return len(bids), nil
}

// issue writes one letter: its words and figures are fixed from now on. It is
// printed and mailed after the event, so that five hundred bidders are told
// without the category being held for as long as their papers take.
func (s *Service) issue(ctx context.Context, tx pg.Tx, a access.Actor, w *writer, kind award.Kind, r award.Result) error {
	l, err := w.compose(kind, r)
	if err != nil {
		return err
	}
	if w.issued < 0 {
		n, err := q.CountLetters(ctx, tx, w.c.ID, w.c.Buyer) // the category's lock holds it
		if err != nil {
			return err
		}
		w.issued = n
	}
	w.issued++
	reference := fmt.Sprintf("%s/L%02d", w.c.Reference, w.issued)
	id := uuid.Must(uuid.NewV7())
	err = q.InsertLetter(ctx, tx, awarddb.InsertLetterParams{
		ID:         id,
		JobID:      w.c.Job.ID,
		CategoryID: w.c.ID,
		BuyerID:    w.c.Buyer,
		SupplierID: r.Supplier,
		Kind:       string(kind),
		Reference:  reference,
		Language:   l.Language,
		Subject:    l.Subject,
		Body:       l.Body,
		Closing:    l.Closing,
		Footer:     l.Footer,
		Signature:  l.Signature,
		IssuedAt:   &tx.Now,
	})
	if pg.Constraint(err) == "letter_verdict" {
		return award.AlreadyIssued.Wrap(err, "")
	}
	if err != nil {
		return err
	}
	put := awarddb.InsertFiguresParams{LetterID: id, BuyerID: w.c.Buyer, SupplierID: r.Supplier}
	for i, f := range l.Figures {
		put.Positions, put.Keys = append(put.Positions, int32(i)), append(put.Keys, f.Key)
		put.Values, put.Strong = append(put.Values, f.Value), append(put.Strong, f.Strong)
	}
	if err := q.InsertFigures(ctx, tx, put); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(l.Text()))
	return record(ctx, tx, a, LetterIssued, "letter", id, w.c, map[string]any{
		"supplier_id": r.Supplier,
		"kind":        kind,
		"reference":   reference,
		"text_sha256": hex.EncodeToString(sum[:]),
	})
}

// Print lays an issued letter out and stores it, once; whoever comes first does it.
func (s *Service) Print(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) error {
	printed, err := q.LockLetter(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = award.LetterNotFound.New("")
	}
	if err != nil || printed != nil {
		return err
	}
	l, err := s.issued(ctx, tx, func() (awarddb.BuyerLetterRow, error) { return q.BuyerLetter(ctx, tx, id, owner) })
	if err != nil {
		return err
	}
	from, err := s.party.Company(ctx, tx, owner)
	if err != nil {
		return err
	}
	to, err := s.party.Company(ctx, tx, l.SupplierID)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(l.Timezone)
	if err != nil {
		return err
	}
	raw, err := layout(l.text(), from, to, l.Reference, l.IssuedAt.In(zone)).Render()
	if err != nil {
		return err
	}
	doc, err := s.docs.Save(ctx, tx, access.System, owner, "letter", l.Kind+"-letter.pdf", "application/pdf", raw)
	if err != nil {
		return err
	}
	if err := q.SetDocument(ctx, tx, &doc.ID, id, owner); err != nil {
		return err
	}
	_, err = journal.Record(ctx, tx, access.System, journal.Entry{Action: "award.letter.printed", Object: "letter", ObjectID: id, Owner: owner,
		Detail: map[string]any{"category_id": l.CategoryID, "sha256": hex.EncodeToString(doc.SHA256)}})
	return err
}

// layout is how a letter looks on paper.
func layout(l award.Letter, from, to partysvc.Company, reference string, date time.Time) pdf.Letter {
	p := pdf.Letter{
		Language:  l.Language,
		From:      party(from),
		To:        party(to),
		Reference: reference,
		Date:      date,
		Subject:   l.Subject,
		Body:      l.Body,
		Facts:     award.FactsHeading(l.Language),
		Closing:   l.Closing,
		Signature: l.Signature,
		Footer:    l.Footer,
	}
	for _, f := range l.Figures {
		p.Figures = append(p.Figures, pdf.Row{Label: award.Label(l.Language, f.Key), Value: f.Value, Strong: f.Strong})
	}
	return p
}

// Send issues letters that go beside the decision (custom and due diligence) to
// chosen bidders whose bids were opened, once for a key.
func (s *Service) Send(ctx context.Context, a access.Actor, owner, id uuid.UUID, kind award.Kind, suppliers []uuid.UUID, language, key string) (int, error) {
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
	sent := 0
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		input := struct {
			Category  uuid.UUID
			Kind      award.Kind
			Suppliers []uuid.UUID
			Language  string
		}{id, kind, suppliers, language}
		var err error
		sent, err = journal.Once(ctx, tx, a, "letters", key, input, func() (int, error) {
			return s.send(ctx, tx, a, owner, id, kind, suppliers, language)
		})
		return err
	})
	return sent, err
}

func (s *Service) send(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, kind award.Kind, suppliers []uuid.UUID, language string) (int, error) {
	c, err := lock(ctx, tx, a, owner, id, sourcing.ToAward)
	if err != nil {
		return 0, err
	}
	if !c.Policy().Has(sourcing.Letters) {
		return 0, award.NoLetters.New("%s", c.Activity)
	}
	bidders, err := q.Bidders(ctx, tx, id, owner)
	if err != nil {
		return 0, err
	}
	w, err := s.writer(ctx, tx, a, c, language)
	if err != nil {
		return 0, err
	}
	for _, supplier := range suppliers {
		i := slices.IndexFunc(bidders, func(b awarddb.BiddersRow) bool { return b.SupplierID == supplier })
		if i < 0 {
			return 0, award.NoSuchBid.New("supplier %s", supplier)
		}
		if err := s.issue(ctx, tx, a, &w, kind, award.Result{Supplier: supplier, SupplierName: bidders[i].SupplierName}); err != nil {
			return 0, err
		}
	}
	return len(suppliers), nil
}
