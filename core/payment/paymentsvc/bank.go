package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Desk is what deciding about money and statements stands on beside the database.
type Desk struct {
	Documents *documentsvc.Service
	Gate      *document.Gate // decides which files come in; nil looks for nothing
	Alone     payment.Limits // amounts up to which one person decides
	Taxes     payment.Taxes  // what fees include
}

// With gives the service what its desk needs.
func (s *Service) With(d Desk) *Service {
	s.desk = d
	return s
}

// A banker has accounts that money is sent to.
type banker interface {
	Accounts() []payment.Account
}

// A taker takes some currencies only, whatever the way could.
type taker interface {
	Takes(money.Currency) bool
}

// accounts are those of the platform.
func (s *Service) accounts() []payment.Account {
	if b, ok := s.gateways[payment.Bank].(banker); ok {
		return b.Accounts()
	}
	return nil
}

// account finds one by its key.
func (s *Service) account(key string) (payment.Account, error) {
	for _, a := range s.accounts() {
		if a.Key() == key {
			return a, nil
		}
	}
	return payment.Account{}, payment.AccountNotFound.New("")
}

// Accounts are the platform's at banks, for the desk of statements.
func (s *Service) Accounts(a access.Actor) ([]payment.Account, error) {
	if err := ToDesk.Admit(a); err != nil {
		return nil, err
	}
	return s.accounts(), nil
}

// A Transfer is what a payer tells the bank.
type Transfer struct {
	Account payment.Account
	Until   time.Time // the order is held for it
	Slips   []Slip
}

// A Slip is what a payer shows of a transfer.
type Slip struct {
	ID      uuid.UUID
	Name    string
	Size    int64
	AddedAt time.Time
}

// PayByBank holds an order for a transfer and returns it with what to tell the bank.
func (s *Service) PayByBank(ctx context.Context, a access.Actor, in Pay) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	in.Phone = ""
	return s.pay(ctx, a, payment.Bank, in)
}

// transfer reads what a payer tells the bank of an order.
func (s *Service) transfer(ctx context.Context, db pg.DB, o *Order) (*Transfer, error) {
	for _, account := range s.accounts() {
		if account.Currency != o.Amount.Currency {
			continue
		}
		out := &Transfer{Account: account, Until: o.Attempt.CreatedAt.Add(payment.Lifetime)}
		rows, err := q.Slips(ctx, db, o.ID, o.Supplier)
		for _, r := range rows {
			out.Slips = append(out.Slips, Slip{ID: r.ID, Name: r.Name, Size: r.Size, AddedAt: r.AddedAt})
		}
		return out, err
	}
	return nil, nil // the account is no more the platform's
}

// Slips of one order, and how large each may be.
const (
	MaxSlips = 5
	MaxSlip  = 5 << 20
)

// slipKinds are what a phone takes a picture as, and what banks send.
var slipKinds = map[string]bool{"application/pdf": true, "image/png": true, "image/jpeg": true}

// A File is a document as it comes.
type File struct {
	Name  string
	Bytes []byte
}

// evidence says what kind of document a file is, or why it is none that is kept.
func (s *Service) evidence(ctx context.Context, f File) (string, error) {
	if len(f.Bytes) > MaxSlip {
		return "", document.TooLarge.New("%d bytes", len(f.Bytes)).With("max", MaxSlip)
	}
	media, err := s.desk.Gate.Check(ctx, f.Name, f.Bytes)
	if err == nil && !slipKinds[media] {
		err = document.TypeRefused.New("%s", media).With("types", "pdf, jpg, jpeg, png")
	}
	return media, err
}

// AddSlip keeps what a payer shows of a transfer. It helps who looks for the money, and proves nothing.
func (s *Service) AddSlip(ctx context.Context, a access.Actor, order uuid.UUID, f File) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	media, err := s.evidence(ctx, f)
	if err != nil {
		return Order{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		r, err := q.LockOrder(ctx, tx, order, a.Org)
		if err != nil {
			return notFound(err, payment.OrderNotFound)
		}
		t, err := q.LatestAttempt(ctx, tx, order, a.Org)
		if pg.NoRows(err) || err == nil && payment.Provider(t.Provider) != payment.Bank {
			return payment.NotByBank.New("").With("number", r.Number)
		}
		if err != nil {
			return err
		}
		have, err := q.Slips(ctx, tx, order, a.Org)
		if err != nil {
			return err
		}
		if len(have) >= MaxSlips {
			return payment.SlipsFull.New("").With("max", MaxSlips)
		}
		d, err := s.desk.Documents.Save(ctx, tx, a, a.Org, "payment_slip", f.Name, media, f.Bytes)
		if err != nil {
			return err
		}
		err = q.InsertSlip(ctx, tx, paymentdb.InsertSlipParams{
			ID:         uuid.Must(uuid.NewV7()),
			AttemptID:  t.ID,
			OrderID:    order,
			SupplierID: a.Org,
			DocumentID: d.ID,
			AddedBy:    a.User,
			AddedAt:    tx.Now,
		})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "payment.slip.added", order, a.Org, map[string]any{"number": r.Number, "document": d.ID})
	})
	if err != nil {
		return Order{}, err
	}
	return s.order(ctx, s.db, a, order)
}

// Slip is what a payer showed, for who looks for the money.
func (s *Service) Slip(ctx context.Context, a access.Actor, id uuid.UUID) (documentsvc.Document, error) {
	if err := ToDesk.Admit(a); err != nil {
		return documentsvc.Document{}, err
	}
	r, err := q.Slip(ctx, s.db, id)
	if err != nil {
		return documentsvc.Document{}, notFound(err, document.Missing)
	}
	return s.desk.Documents.Read(ctx, r.SupplierID, r.DocumentID)
}

// noted writes the entry of an act on what is no order.
func noted(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: object, ObjectID: id, Owner: a.Org, Detail: detail})
	return err
}

// evidenceKind is the kind of document of what is kept for a decision.
const evidenceKind = "payment_evidence"

// AddEvidence keeps a document for what is about to be proposed.
func (s *Service) AddEvidence(ctx context.Context, a access.Actor, f File) (uuid.UUID, error) {
	if err := mover.Admit(a); err != nil {
		return uuid.Nil, err
	}
	media, err := s.evidence(ctx, f)
	if err != nil {
		return uuid.Nil, err
	}
	var id uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, err := s.desk.Documents.Save(ctx, tx, a, a.Org, evidenceKind, f.Name, media, f.Bytes)
		if err != nil {
			return err
		}
		id = d.ID
		return noted(ctx, tx, a, "payment.evidence.added", "document", d.ID, map[string]any{"size": len(f.Bytes)})
	})
	return id, err
}

// Evidence is the document of a decision.
func (s *Service) Evidence(ctx context.Context, a access.Actor, resolution uuid.UUID) (documentsvc.Document, error) {
	if err := ToDesk.Admit(a); err != nil {
		return documentsvc.Document{}, err
	}
	id, err := q.EvidenceOf(ctx, s.db, resolution)
	if err != nil {
		return documentsvc.Document{}, notFound(err, document.Missing)
	}
	return s.desk.Documents.Attached(ctx, *id)
}
