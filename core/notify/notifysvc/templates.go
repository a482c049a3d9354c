package notifysvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/notify/internal/notifydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// NoTemplate is raised for a kind of mail or a language that there is not.
var NoTemplate = fault.Declare(fault.KindNotFound, "notify.no_template", "There is no such e-mail")

// A Template is the wording of a kind of mail in one language.
type Template struct {
	Kind         mail.Kind
	Language     string
	Wording      mail.Wording
	Own          bool // the operator's words, not the built-in ones
	Placeholders []string
	UpdatedAt    *time.Time
	UpdatedBy    string
}

func wording(ctx context.Context, db pg.DB, kind, language string) (*mail.Wording, error) {
	row, err := q.MailTemplate(ctx, db, kind, language)
	if pg.NoRows(err) {
		return nil, nil
	}
	return &mail.Wording{Subject: row.Subject, Body: row.Body}, err
}

func mayWord(a access.Actor, kind mail.Kind, language string) error {
	if a.Type != access.Operator {
		return fault.Forbidden.New("for the operator")
	}
	if err := a.Need(access.ManageDocuments); err != nil {
		return err
	}
	if kind != "" && !kind.Known() || !slices.Contains(mail.Languages(), language) {
		return NoTemplate.New("")
	}
	return nil
}

// Templates lists the wordings of every kind in a language.
func (s *Service) Templates(ctx context.Context, a access.Actor, language string) ([]Template, error) {
	if err := mayWord(a, "", language); err != nil {
		return nil, err
	}
	rows, err := q.MailTemplates(ctx, s.db, language)
	if err != nil {
		return nil, err
	}
	own := map[string]notifydb.MailTemplatesRow{}
	for _, r := range rows {
		own[r.Kind] = r
	}
	var out []Template
	for _, kind := range mail.Kinds() {
		t := Template{Kind: kind, Language: language, Wording: mail.BuiltIn(kind, language), Placeholders: mail.Placeholders(kind)}
		if r, ok := own[string(kind)]; ok {
			t.Own, t.Wording, t.UpdatedAt, t.UpdatedBy = true, mail.Wording{Subject: r.Subject, Body: r.Body}, &r.UpdatedAt, r.UpdatedBy
		}
		out = append(out, t)
	}
	return out, nil
}

// templateID names a wording in the journal.
func templateID(kind mail.Kind, language string) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("mail:"+string(kind)+":"+language))
}

// SaveTemplate stores the operator's own words after their check.
func (s *Service) SaveTemplate(ctx context.Context, a access.Actor, kind mail.Kind, language string, w mail.Wording) error {
	if err := mayWord(a, kind, language); err != nil {
		return err
	}
	w, err := mail.Check(kind, w)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		before, err := wording(ctx, tx, string(kind), language)
		if err != nil {
			return err
		}
		err = q.PutTemplate(ctx, tx, notifydb.PutTemplateParams{Kind: string(kind), Language: language, Subject: w.Subject, Body: w.Body, UpdatedBy: a.User, Now: tx.Now})
		if err != nil {
			return err
		}
		return recordTemplate(ctx, tx, a, "saved", kind, language, map[string]any{"kind": kind, "language": language, "before": before, "after": w})
	})
}

// ResetTemplate goes back to the built-in words.
func (s *Service) ResetTemplate(ctx context.Context, a access.Actor, kind mail.Kind, language string) error {
	if err := mayWord(a, kind, language); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.DropTemplate(ctx, tx, string(kind), language)
		if err != nil || n == 0 {
			return err
		}
		return recordTemplate(ctx, tx, a, "reset", kind, language, map[string]any{"kind": kind, "language": language})
	})
}

func recordTemplate(ctx context.Context, tx pg.Tx, a access.Actor, what string, kind mail.Kind, language string, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "notify.template." + what, Object: "mail_template", ObjectID: templateID(kind, language), Detail: detail})
	return err
}

// PreviewTemplate renders words with sample values; nothing is stored or sent.
func (s *Service) PreviewTemplate(_ context.Context, a access.Actor, kind mail.Kind, language string, w mail.Wording) (mail.Message, error) {
	if err := mayWord(a, kind, language); err != nil {
		return mail.Message{}, err
	}
	w, err := mail.Check(kind, w)
	if err != nil {
		return mail.Message{}, err
	}
	d := mail.Data{Name: a.Name, Company: "Acacia County", Supplier: "Baobab Traders", Title: "Supply of water pumps", Reference: "ZB/TN/2026/0081",
		Category: "Pumps", Receipt: "R-7Q4M", Code: "482913", Link: s.origin + "/", Valid: 14 * 24 * time.Hour,
		At: time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC), Was: time.Date(2026, 11, 20, 14, 5, 0, 0, time.UTC),
		By: "Amina Odhiambo", Version: "2", Number: "ZB-7Q4M-K2PX", Count: "1", Rejected: "1", Amount: "KES 1,000.00", Day: "21-11-2026", Bids: "ZB/TN/2026/0081/1 Pumps",
		Tasks: "Site visit: 16-11-2026 → 20-11-2026", Place: "Gate 3, Lunga Lunga Road", Reason: "A question is being clarified.",
		Question: "Does item 4 include the fittings?", Answer: "It does: see drawing 7.",
		Subject: "Quantity of item 4", Text: "Item 4 is 300 metres now, and not 200."}
	if !kind.Statutory() {
		d.Unsubscribe = s.origin + "/unsubscribe"
	}
	return mail.Render(kind, language, d, &w)
}
