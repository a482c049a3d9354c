package contractsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// Events of what was signed on paper; their details are a ScanNews.
const (
	ScanOffered = "contract.contract.scan_offered"
	ScanRefused = "contract.contract.scan_refused"
	ScanTaken   = "contract.contract.scan_taken"
)

// ScanNews says who brought a signed paper, what it says, and why it was refused.
type ScanNews struct {
	By       uuid.UUID `json:"by"`
	Version  int32     `json:"version"`
	SignedOn string    `json:"signed_on"`
	Reason   string    `json:"reason"`
}

// ScanForm is a contract that was signed on paper, as somebody brings it.
type ScanForm struct {
	File               uuid.UUID
	Number             int // of the version that it says
	SignedOn           *time.Time
	ForBuyer, ForOther string
	Reason             string
}

// OfferScan brings a contract that was signed on paper. It waits for a second person.
func (s *Service) OfferScan(ctx context.Context, a access.Actor, id uuid.UUID, in ScanForm) error {
	company, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, now, err := s.standing(ctx, tx, id, company, contract.TakePaper)
		if err != nil {
			return err
		}
		waits, err := q.Scan(ctx, tx, id, company)
		if err != nil && !pg.NoRows(err) {
			return err
		}
		if err == nil && waits.Outcome == nil {
			return contract.ScanWaits.New("")
		}
		more, err := q.Contract(ctx, tx, id, company)
		if err != nil {
			return err
		}
		var f fault.Fields
		in.check(&f, row, Zone(more.Timezone, more.BuyerCountry), now)
		if err := s.scanFile(ctx, tx, &f, in.File, company); err != nil {
			return err
		}
		versions, err := q.Versions(ctx, tx, id, company)
		if err != nil {
			return err
		}
		known := false
		for _, v := range versions {
			known = known || int(v.Number) == in.Number
		}
		switch {
		case !known:
			f.Add("/number", fault.Unknown)
		case in.Number != int(row.TextNumber) && in.Reason == "":
			f.Add("/reason", contract.OtherVersion, "newest", row.TextNumber)
		}
		if err := f.Err(); err != nil {
			return err
		}
		err = q.InsertScan(ctx, tx, contractdb.InsertScanParams{
			ID:         uuid.Must(uuid.NewV7()),
			ContractID: id,
			BuyerID:    company,
			FileID:     in.File,
			Number:     int32(in.Number),
			SignedOn:   *in.SignedOn,
			ForBuyer:   in.ForBuyer,
			ForOther:   in.ForOther,
			Reason:     in.Reason,
			OfferedBy:  a.User,
			OfferedAt:  now,
		})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "scan_offered", id, company, ScanNews{By: a.User, Version: int32(in.Number), SignedOn: in.SignedOn.Format(time.DateOnly)})
	})
}

// check normalises what was typed beside the paper.
func (in *ScanForm) check(f *fault.Fields, row contractdb.Contract, zone *time.Location, now time.Time) {
	in.ForBuyer = f.Line("/for_buyer", in.ForBuyer, 300)
	in.ForOther = f.Line("/for_other", in.ForOther, 300)
	in.Reason = f.May("/reason", in.Reason, 1000)
	if in.SignedOn == nil {
		f.Add("/signed_on", fault.Required)
		return
	}
	until, today := standstillOf(row), contract.Today(now, zone)
	switch first := contract.Today(until, zone); {
	case in.SignedOn.Before(first) && !until.IsZero():
		f.Add("/signed_on", contract.InStandstill, "from", first.Format("02-01-2006"))
	case in.SignedOn.After(today):
		f.Add("/signed_on", fault.OutOfRange, "max", today.Format("02-01-2006"))
	}
}

// scanFile says at its field whether a file can be a signed paper.
func (s *Service) scanFile(ctx context.Context, tx pg.Tx, f *fault.Fields, id, company uuid.UUID) error {
	if id == uuid.Nil {
		f.Add("/file_id", fault.Required)
		return nil
	}
	file, err := q.ContractFile(ctx, tx, id, company)
	if pg.NoRows(err) {
		f.Add("/file_id", contract.FileUnknown)
		return nil
	}
	if err == nil && file.MediaType != "application/pdf" {
		f.Add("/file_id", contract.OnlyPDF)
	}
	return err
}

// DecideScan is the second person's word on a signed paper: with it the contract is in force, or
// the paper is refused, with a reason.
func (s *Service) DecideScan(ctx context.Context, a access.Actor, id uuid.UUID, take bool, reason string) error {
	company, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	var f fault.Fields
	if !take {
		reason = f.Need("/reason", reason, 1000)
	} else {
		reason = ""
	}
	if err := f.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, now, err := s.standing(ctx, tx, id, company, contract.TakePaper)
		if err != nil {
			return err
		}
		scan, err := q.Scan(ctx, tx, id, company)
		if pg.NoRows(err) || err == nil && scan.Outcome != nil {
			return contract.NoScan.New("")
		}
		if err != nil {
			return err
		}
		if scan.OfferedBy == a.User {
			return contract.OwnScan.New("")
		}
		if take && scan.Number != row.TextNumber && scan.Reason == "" { // who brought it was never asked why it says another
			return contract.ScanOutdated.New("version %d, now %d", scan.Number, row.TextNumber)
		}
		outcome, action := string(contract.ScanRefused), "scan_refused"
		if take {
			outcome, action = string(contract.ScanTaken), "scan_taken"
		}
		err = q.DecideScan(ctx, tx, contractdb.DecideScanParams{Outcome: &outcome, Refusal: reason, DecidedBy: &a.User, DecidedAt: &now, ID: scan.ID, BuyerID: company})
		if err != nil {
			return err
		}
		if take {
			if err := reads(ctx, tx, a, row, scan.Number); err != nil {
				return err
			}
			if _, err := takesEffect(ctx, tx, row, now); err != nil {
				return err
			}
		}
		return record(ctx, tx, a, action, id, company, ScanNews{By: scan.OfferedBy, Version: scan.Number, SignedOn: scan.SignedOn.Format(time.DateOnly), Reason: reason})
	})
}

// reads gives the other side the version that it has signed on paper, where it was never sent one:
// who is bound by a contract reads it.
func reads(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, number int32) error {
	if contract.Status(row.Status) != contract.Approved {
		return nil
	}
	v, err := q.Version(ctx, tx, &number, row.ID, row.BuyerID)
	if err != nil {
		return err
	}
	return q.InsertSent(ctx, tx, contractdb.InsertSentParams{
		ContractID: row.ID,
		BuyerID:    row.BuyerID,
		SupplierID: row.SupplierID,
		Version:    v.Number,
		Sum:        v.Sum,
		SentBy:     a.User,
		SentAt:     tx.Now,
	})
}

// voidScan ends the wait of a signed paper for its second person: the contract that it says goes on
// otherwise. Of one that nobody brought there is nothing to write down.
func voidScan(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract) error {
	n, err := q.VoidScan(ctx, tx, &tx.Now, row.ID, row.BuyerID)
	if err != nil || n == 0 {
		return err
	}
	return record(ctx, tx, a, "scan_void", row.ID, row.BuyerID, nil)
}

// ScanFile is the signed paper as it came; who is bound by it has it as well.
func (s *Service) ScanFile(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	v, err := s.SigningOf(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	if v.Scan == nil {
		return File{}, contract.NoScan.New("")
	}
	d, err := s.Documents.Read(ctx, v.Contract.Contract.BuyerID, v.Scan.FileID)
	return File{d.Name, d.MediaType, d.Bytes}, err
}
