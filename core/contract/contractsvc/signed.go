package contractsvc

import (
	"context"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
)

// Rows of signing.
type (
	// SignerRow is somebody who signs, with their signature where they have.
	SignerRow = contractdb.SignersRow
	// SigningRow is a request to sign.
	SigningRow = contractdb.SigningRow
	// ScanRow is a signed paper that was brought.
	ScanRow = contractdb.ScanRow
	// ToSignRow is a contract in the list of those to be signed.
	ToSignRow = contractdb.ToSignRow
)

// A SigningView is all that there is to say of the signing of a contract, for one reader.
type SigningView struct {
	Contract       contractdb.ContractRow
	Now            time.Time
	StandstillRuns bool
	Sum            string // of the newest version
	Signing        *SigningRow
	Signers        []SignerRow
	Candidates     []Candidate // where the reader may ask for signatures
	MayBegin       bool
	MaySign        bool
	Waits          bool // the reader signs, though not yet
	MayCallOff     bool
	MayOffer       bool
	MayConfirm     bool
	Scan           *ScanRow
	Versions       []ContractVersionRow // that a signed paper may say
}

// Zone is where the days of the contract begin and end.
func (v SigningView) Zone() *time.Location { return Zone(v.Contract.Timezone, v.Contract.BuyerCountry) }

// SigningOf is how far the signing of a contract is.
func (s *Service) SigningOf(ctx context.Context, a access.Actor, id uuid.UUID) (SigningView, error) {
	var out SigningView
	buyer, err := s.participant(ctx, a, id)
	if err != nil {
		return out, err
	}
	if out.Contract, err = q.Contract(ctx, s.db, id, buyer); pg.NoRows(err) {
		return out, contract.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	if out.Now, err = pg.ClockOf(ctx, s.db); err != nil {
		return out, err
	}
	k := out.Contract.Contract
	out.StandstillRuns = out.Now.Before(k.NoSignatureBefore)
	if k.TextNumber > 0 {
		v, err := q.Version(ctx, s.db, nil, id, buyer)
		if err != nil {
			return out, err
		}
		out.Sum = hex.EncodeToString(v.Sum)
	}
	g, err := q.Signing(ctx, s.db, id, buyer, askedWith(a))
	if err != nil && !pg.NoRows(err) {
		return out, err
	}
	if err == nil {
		out.Signing = &g
		if out.Signers, err = q.Signers(ctx, s.db, g.ID, buyer); err != nil {
			return out, err
		}
	}
	state := contract.Status(k.Status)
	may := contract.Contract{Status: state, NoSignatureBefore: k.NoSignatureBefore}
	can := func(m contract.Move) bool { _, err := may.Do(m, out.Now); return err == nil }
	if out.Signing != nil && out.Signing.Outcome == nil && state == contract.Signing {
		why := contract.MaySign(signersOf(out.Signers), a.User)
		out.MaySign = why == nil && can(contract.Sign)
		out.Waits = errors.Is(why, contract.NotYourTurn) || why == nil && !out.MaySign
	}
	scan, err := q.Scan(ctx, s.db, id, buyer)
	if err != nil && !pg.NoRows(err) {
		return out, err
	}
	taken := err == nil && scan.Outcome != nil && *scan.Outcome == string(contract.ScanTaken)
	if err == nil && (taken || a.Type != access.Supplier) {
		out.Scan = &scan
	}
	if a.Type == access.Supplier {
		return out, nil // what the buyer prepares is not the supplier's to read
	}
	manages := (a.Type == access.Buyer || a.Type == access.Temp) && a.Has(access.ManageContract)
	out.MayBegin = manages && can(contract.BeginSign)
	out.MayCallOff = manages && out.Signing != nil && out.Signing.Outcome == nil && state == contract.Signing
	waits := out.Scan != nil && out.Scan.Outcome == nil
	out.MayOffer = manages && !waits && can(contract.TakePaper)
	out.MayConfirm = manages && waits && out.Scan.OfferedBy != a.User && can(contract.TakePaper)
	if out.MayBegin {
		if out.Candidates, err = candidates(ctx, s.db, k); err != nil {
			return out, err
		}
	}
	out.Versions, err = q.Versions(ctx, s.db, id, buyer)
	return out, err
}

// ToSign is one page of the contracts of a buyer that are signed or that wait for it, newest first.
func (s *Service) ToSign(ctx context.Context, a access.Actor, search, after string, limit int) (page.Of[ToSignRow], error) {
	var out page.Of[ToSignRow]
	company, err := s.owner(ctx, a, "")
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.ToSign(ctx, s.db, contractdb.ToSignParams{
		Reader:   a.User,
		BuyerID:  company,
		Statuses: contract.ForSigning(),
		AfterAt:  c.At,
		AfterID:  c.ID,
		Search:   pg.Sought(search),
		MaxRows:  int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	return page.Cut(rows, limit, func(r ToSignRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), nil
}

// Certificate says on paper who signed what, when, and how that is proved. It stands beside the
// signed paper: a page that is put into it afterwards would be one that nobody signed.
func (s *Service) Certificate(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	v, err := s.SigningOf(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	if v.Signing == nil {
		return File{}, contract.NoRequest.New("")
	}
	if v.Signing.Outcome == nil || *v.Signing.Outcome != string(contract.Signed) {
		return File{}, contract.NotAllSigned.New("")
	}
	k := v.Contract.Contract
	w := contract.WordsOf(k.Language)
	at := func(t *time.Time) string { return t.UTC().Format("02-01-2006 15:04:05") }
	facts := []pdf.Row{{Label: w.Number, Value: k.Number}, {Label: w.Sum, Value: hex.EncodeToString(v.Signing.Sum)}}
	for _, r := range v.Signers {
		cert, err := x509.ParseCertificate(r.Certificate)
		if err != nil {
			return File{}, err
		}
		label := w.Buyer
		if contract.Side(r.Side) == contract.Counterparty {
			label = w.Counterparty
		}
		facts = append(facts,
			pdf.Row{Label: label, Value: r.Name + ", " + r.Capacity, Strong: true},
			pdf.Row{Label: w.SignedAt, Value: at(r.SignedAt)},
			pdf.Row{Label: w.Stamped, Value: at(r.StampedAt)},
			pdf.Row{Label: w.Proved, Value: at(r.ProvedAt)},
			pdf.Row{Label: w.Shown, Value: hex.EncodeToString(r.Shown)},
			pdf.Row{Label: w.After, Value: hex.EncodeToString(r.Sum)},
			pdf.Row{Label: w.Serial, Value: fmt.Sprintf("%x", cert.SerialNumber)},
			pdf.Row{Label: w.Entry, Value: fmt.Sprint(*r.Entry)},
		)
	}
	b, err := pdf.Paper{
		Language:  k.Language,
		From:      pdf.Party{Name: v.Contract.BuyerName},
		Title:     w.Certificate + ": " + k.Title,
		Reference: k.Number,
		At:        *v.Signing.EndedAt,
		Facts:     facts,
		Body:      rich.Node{Kind: rich.Doc, Content: []rich.Node{{Kind: rich.Paragraph, Content: []rich.Node{{Kind: rich.Words, Text: w.Worth}}}}},
	}.Render()
	return File{w.Certificate + " " + k.Title + ".pdf", "application/pdf", b}, err
}

// SweepSignings ends requests whose time is over, puts contracts in force whose first day has
// come, and reminds whoever has not signed.
func (s *Service) SweepSignings(ctx context.Context) error {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return err
	}
	over, err := q.OverdueSignings(ctx, s.db, now)
	if err != nil {
		return err
	}
	for _, r := range over {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			k, err := s.open(ctx, tx, r.ContractID, r.BuyerID, contract.EndSign)
			if errors.Is(err, contract.RequestOver) || errors.Is(err, contract.IllegalMove) || err == nil && k.now.Before(k.signing.ExpiresAt) {
				return nil // somebody was faster
			}
			if err != nil {
				return err
			}
			return s.ended(ctx, tx, access.System, k, contract.EndSign, contract.RanOut, "")
		})
		if err != nil {
			return err
		}
	}
	until := now.Add(26 * time.Hour) // it is tomorrow already where the sun rises first
	first, err := q.SignedNotBegun(ctx, s.db, &until)
	if err != nil {
		return err
	}
	for _, r := range first {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			row, now, err := s.standing(ctx, tx, r.ID, r.BuyerID, contract.Sign)
			if errors.Is(err, contract.NotInForce) {
				return s.lapse(ctx, tx, row)
			}
			if errors.Is(err, contract.Lapsed) || errors.Is(err, award.Frozen) || errors.Is(err, award.SetAside) {
				return nil // it waits, or is given up by people
			}
			if errors.Is(err, contract.IllegalMove) || err == nil && !begun(row.StartsOn, Zone(r.Timezone, r.BuyerCountry), now) {
				return nil
			}
			if err != nil {
				return err
			}
			_, err = s.inForce(ctx, tx, row, now)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.remindSigners(ctx, now)
}

func (s *Service) remindSigners(ctx context.Context, now time.Time) error {
	before := now.AddDate(0, 0, -contract.RemindDays)
	late, err := q.UnsignedSince(ctx, s.db, before)
	if err != nil {
		return err
	}
	for _, r := range late {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			k, err := s.open(ctx, tx, r.ContractID, r.BuyerID, contract.EndSign)
			if errors.Is(err, contract.RequestOver) || errors.Is(err, contract.IllegalMove) {
				return nil
			}
			if err != nil {
				return err
			}
			turn := contract.Turn(signersOf(k.rows))
			var news SigningNews
			var ids []uuid.UUID
			for _, one := range k.rows {
				since := k.signing.BegunAt
				if one.RemindedAt != nil {
					since = *one.RemindedAt
				}
				if one.SignedAt != nil || since.After(before) {
					continue
				}
				ids = append(ids, one.ID)
				if int(one.Turn) == turn { // the others are asked in their turn, and reminded from then on
					news.Next = append(news.Next, one.AccountID)
				}
			}
			if err := q.Reminded(ctx, tx, &k.now, ids, r.BuyerID); err != nil || len(news.Next) == 0 {
				return err
			}
			return record(ctx, tx, access.System, "signing_reminded", r.ContractID, r.BuyerID, news)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
