package evaluationsvc

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/sourcing"
)

// Events of reports that people sign.
const (
	ReportBegun  = "evaluation.report.begun"  // detail: ReportNews
	ReportSigned = "evaluation.report.signed" // detail: ReportNews
)

// ReportNews is what is told of a report.
type ReportNews struct {
	Job     uuid.UUID   `json:"job_id"`
	Report  uuid.UUID   `json:"report_id"`
	Number  int         `json:"number"`
	Signers []uuid.UUID `json:"signers"`            // who has to sign yet, as it begins
	LeftOut []uuid.UUID `json:"left_out,omitempty"` // who judged and can sign no more, as it begins
	Last    bool        `json:"last,omitempty"`
	Sum     string      `json:"sum"` // of the paper
	Shown   string      `json:"shown,omitempty"`
}

// Signing is what there is of reports of a category for a person.
type Signing struct {
	Latest   *evaluation.SignedReport
	Moved    bool     // the result is another than the latest says
	Members  []Member // who would sign one that is made now
	LeftOut  []Member // who judged as well, and cannot sign any more
	MayBegin error    // nil: now
	MaySign  error
}

// signable raises why nobody signs a report on a category now.
func signable(c sourcing.Case) error {
	if !opening.HasResult(c.Status) || c.Status == sourcing.Unsuccessful {
		return NoResults.New("category is %s", c.Status)
	}
	return nil
}

func latestReport(ctx context.Context, db pg.DB, c sourcing.Case) (*evaluation.SignedReport, error) {
	row, err := q.LatestReport(ctx, db, c.ID, c.Buyer)
	if pg.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := evaluation.SignedReport{
		ID:       row.ID,
		Number:   int(row.Number),
		Language: row.Language,
		Result:   row.ResultSum,
		Paper:    row.PaperID,
		Sum:      row.PaperSum,
		BegunBy:  row.BegunBy,
		BegunAt:  row.BegunAt,
		EndedAt:  row.EndedAt,
	}
	if row.Outcome != nil {
		out.Outcome = evaluation.ReportOutcome(*row.Outcome)
	}
	rows, err := q.ReportSigners(ctx, db, row.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	accounts := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		accounts[i] = r.AccountID
	}
	able, err := ableSigners(ctx, db, c, accounts)
	for _, r := range rows {
		out.Signers = append(out.Signers, evaluation.ReportSigner{
			Account:   r.AccountID,
			Name:      r.Name,
			Company:   r.Company,
			SignedAt:  r.SignedAt,
			StampedAt: r.StampedAt,
			Sum:       r.Sum,
			Entry:     r.Entry,
			LeftOut:   r.LeftOut,
			Gone:      r.SignedAt == nil && !slices.Contains(able, r.AccountID),
		})
	}
	return &out, err
}

// Signing tells of the report on a result: who has signed it, and whether the actor may.
func (s *Service) Signing(ctx context.Context, a access.Actor, owner, category uuid.UUID) (out Signing, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := s.judges(ctx, tx, a, owner, category, false)
		if errors.Is(err, evaluation.NotSigner) { // they opened what others have judged: there is nothing here for them
			out = Signing{MayBegin: err, MaySign: err}
			return nil
		}
		if err != nil {
			return err
		}
		out = Signing{}
		if out.MayBegin, out.MaySign = signable(c), evaluation.NoReport.New(""); out.MayBegin != nil {
			return nil
		}
		if out.Latest, err = latestReport(ctx, tx, c); err != nil {
			return err
		}
		if out.Members, out.LeftOut, err = committee(ctx, tx, c); err != nil {
			return err
		}
		now, err := sums(ctx, tx, c)
		if err != nil {
			return err
		}
		result := evaluation.ResultSum(now)
		if len(out.Members) == 0 {
			out.MayBegin = evaluation.NobodyJudged.New("")
		}
		if r := out.Latest; r != nil {
			out.Moved = !r.Says(result)
			if again := r.Again(result); again != nil {
				out.MayBegin = again
			}
			_, out.MaySign = r.MaySign(a.User, result, r.Sum)
		}
		return nil
	})
	return out, err
}

// BeginReport has the report on a result made, for those to sign who judged. It raises NoResults,
// NobodyJudged, ReportWaits and ReportSigned.
func (s *Service) BeginReport(ctx context.Context, a access.Actor, owner, category uuid.UUID, language locale.Language) error {
	if s.Written == nil || s.Documents == nil {
		return fault.Unavailable.New("this process writes no reports")
	}
	var c sourcing.Case
	var asked []uuid.UUID
	if err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		if c, err = s.judges(ctx, tx, a, owner, category, false); err == nil {
			err = signable(c)
		}
		if err != nil {
			return err
		}
		members, _, err := committee(ctx, tx, c)
		asked = accountsOf(members)
		return err
	}); err != nil {
		return err
	}
	before, err := s.sum(ctx, c)
	if err != nil {
		return err
	}
	paper, err := s.Written(ctx, owner, c.Job.ID, category, language, asked)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := s.judges(ctx, tx, a, owner, category, true)
		if err == nil {
			err = signable(c)
		}
		if err != nil {
			return err
		}
		stands, err := sums(ctx, tx, c)
		if err != nil {
			return err
		}
		result := evaluation.ResultSum(stands)
		members, leftOut, err := committee(ctx, tx, c)
		if err != nil {
			return err
		}
		if string(result) != string(before) || !slices.Equal(accountsOf(members), asked) { // while it was written
			return evaluation.ResultMoved.New("")
		}
		if len(members) == 0 {
			return evaluation.NobodyJudged.New("")
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		number := 1
		latest, err := latestReport(ctx, tx, c)
		if err != nil {
			return err
		}
		if latest != nil {
			if err := latest.Again(result); err != nil {
				return err
			}
			if number = latest.Number + 1; latest.Outcome == "" {
				if err := q.EndReport(ctx, tx, ptr(string(evaluation.Replaced)), &now, latest.ID, owner); err != nil {
					return err
				}
			}
		}
		d, err := s.Documents.Save(ctx, tx, a, owner, "evaluation_report", c.Reference+".pdf", "application/pdf", paper)
		if err != nil {
			return err
		}
		news := ReportNews{
			Job:     c.Job.ID,
			Report:  uuid.Must(uuid.NewV7()),
			Number:  number,
			Signers: accountsOf(members),
			LeftOut: accountsOf(leftOut),
			Sum:     hex.EncodeToString(d.SHA256),
		}
		err = q.InsertReport(ctx, tx, evaluationdb.InsertReportParams{
			ID:         news.Report,
			CategoryID: category,
			BuyerID:    owner,
			Number:     int32(number),
			Language:   string(language),
			ResultSum:  result,
			PaperID:    d.ID,
			PaperSum:   d.SHA256,
			BegunBy:    a.User,
			Now:        now,
		})
		if err != nil {
			return err
		}
		for i, m := range append(members, leftOut...) {
			err := q.InsertReportSigner(ctx, tx, evaluationdb.InsertReportSignerParams{
				ReportID:  news.Report,
				AccountID: m.AccountID,
				BuyerID:   owner,
				Name:      m.Name,
				Company:   m.Company,
				LeftOut:   i >= len(members),
			})
			if err != nil {
				return err
			}
		}
		return tellReport(ctx, tx, a, ReportBegun, c, news, nil)
	})
}

func ptr[T any](v T) *T { return &v }

func (s *Service) sum(ctx context.Context, c sourcing.Case) (sum []byte, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		stands, err := sums(ctx, tx, c)
		sum = evaluation.ResultSum(stands)
		return err
	})
	return sum, err
}

func tellReport(ctx context.Context, tx pg.Tx, a access.Actor, event string, c sourcing.Case, news ReportNews, entry *int64) error {
	n, err := journal.Record(ctx, tx, a, journal.Entry{Action: event, Object: "category", ObjectID: c.ID, Owner: c.Buyer, Detail: news})
	if entry != nil {
		*entry = n
	}
	return err
}

// ReportPaper is the report as it is, with the signatures that it has.
func (s *Service) ReportPaper(ctx context.Context, a access.Actor, owner, category uuid.UUID) (name string, data []byte, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := s.judges(ctx, tx, a, owner, category, false)
		if err != nil {
			return err
		}
		latest, err := latestReport(ctx, tx, c)
		if err != nil {
			return err
		}
		if latest == nil {
			return evaluation.NoReport.New("")
		}
		d, err := s.Documents.ReadIn(ctx, tx, owner, latest.Paper)
		name, data = d.Name, d.Bytes
		return err
	})
	return name, data, err
}

// SignReport signs the report for the actor, who has read the paper whose SHA-256 is shown, in
// hex, and has just proved who they are; once for a key. It raises NotSigner, SignedByYou,
// ResultMoved, PaperChanged and fault.StepUp.
func (s *Service) SignReport(ctx context.Context, a access.Actor, owner, category uuid.UUID, shown, key string) error {
	if s.Signer == nil || s.Documents == nil {
		return fault.Unavailable.New("this process does not sign")
	}
	was, err := hex.DecodeString(shown)
	if err != nil {
		was = nil // the sum of no paper; who may not judge hears of that first
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		input := struct {
			Category uuid.UUID
			Shown    string
		}{category, shown}
		_, err := journal.Once(ctx, tx, a, "sign_report", key, input, func() (struct{}, error) {
			return struct{}{}, s.signReport(ctx, tx, a, owner, category, was)
		})
		return err
	})
}

func (s *Service) signReport(ctx context.Context, tx pg.Tx, a access.Actor, owner, category uuid.UUID, shown []byte) error {
	c, err := s.judges(ctx, tx, a, owner, category, true)
	if err != nil {
		return err
	}
	latest, err := latestReport(ctx, tx, c)
	if err != nil {
		return err
	}
	if latest == nil {
		return evaluation.NoReport.New("")
	}
	stands, err := sums(ctx, tx, c)
	if err != nil {
		return err
	}
	last, err := latest.MaySign(a.User, evaluation.ResultSum(stands), shown)
	if err != nil {
		return err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	if err := identity.Proved(a, now); err != nil {
		return err
	}
	paper, proved, err := s.signed(ctx, tx, a, c, *latest, now)
	if err != nil {
		return err
	}
	d, err := s.Documents.Save(ctx, tx, a, owner, "evaluation_report", c.Reference+".pdf", "application/pdf", paper)
	if err != nil {
		return err
	}
	if err := q.PutReportPaper(ctx, tx, d.ID, d.SHA256, latest.ID, owner); err != nil {
		return err
	}
	var entry int64
	news := ReportNews{Job: c.Job.ID, Report: latest.ID, Number: latest.Number, Last: last, Sum: hex.EncodeToString(d.SHA256), Shown: hex.EncodeToString(shown)}
	if last {
		for _, one := range latest.Signers {
			if !one.LeftOut {
				news.Signers = append(news.Signers, one.Account)
			}
		}
	}
	if err := tellReport(ctx, tx, a, ReportSigned, c, news, &entry); err != nil {
		return err
	}
	n, err := q.SignReport(ctx, tx, evaluationdb.SignReportParams{
		Shown:       shown,
		PaperID:     &d.ID,
		Sum:         d.SHA256,
		Certificate: proved.Certificate.Raw,
		ProvedAt:    &a.Confirmed,
		StampedAt:   &proved.Stamped,
		SignedAt:    &now,
		Entry:       &entry,
		ReportID:    latest.ID,
		AccountID:   a.User,
		BuyerID:     owner,
	})
	if err == nil && n == 0 {
		err = evaluation.SignedByYou.New("")
	}
	if err != nil || !last {
		return err
	}
	return q.EndReport(ctx, tx, ptr(string(evaluation.AllSigned)), &now, latest.ID, owner)
}

// signed is the paper with the actor's signature, which was verified as anybody would.
func (s *Service) signed(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, r evaluation.SignedReport, now time.Time) ([]byte, sign.Signature, error) {
	before, err := s.Documents.ReadIn(ctx, tx, c.Buyer, r.Paper)
	if err != nil {
		return nil, sign.Signature{}, err
	}
	act := sign.Act{Reason: c.Reference, At: now}
	for _, one := range r.Signers {
		if one.Account == a.User {
			act.Name, act.Company = one.Name, one.Company
		}
	}
	after, err := s.Signer.Sign(ctx, before.Bytes, act)
	if errors.Is(err, sign.ErrTime) {
		return nil, sign.Signature{}, evaluation.NoToken.Wrap(err, "")
	}
	if err != nil {
		return nil, sign.Signature{}, err
	}
	proved, err := sign.Verify(after, s.Signer.Roots()...) // what no one could verify is not kept
	if err != nil {
		return nil, sign.Signature{}, err
	}
	return after, proved[len(proved)-1], nil
}
