package contractsvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sign"
)

// A Receipt says what somebody has signed.
type Receipt struct {
	Sum      string          `json:"sum"` // of the paper with their signature, in hex
	SignedAt time.Time       `json:"signed_at"`
	Status   contract.Status `json:"status"`
}

// acts is the buyer of a contract that the actor signs or refuses to sign.
func (s *Service) acts(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type == access.Operator {
		return uuid.Nil, fault.Forbidden.New("never for a buyer")
	}
	buyer, err := s.participant(ctx, a, id)
	if err != nil {
		return buyer, err
	}
	if _, err := q.Contract(ctx, s.db, id, buyer); pg.NoRows(err) {
		return buyer, contract.NotFound.New("")
	} else if err != nil {
		return buyer, err
	}
	if !a.Has(access.ManageContract) && !a.Has(access.ApproveContract) {
		return buyer, a.Need(access.ManageContract)
	}
	return buyer, needModule(ctx, s.db, buyer)
}

// Sign signs a contract for the actor, who has read the paper whose SHA-256 is shown and has just
// proved who they are. The paper with the signature in it, its row, the entry of the log and what
// follows of it are one act, once for a key.
func (s *Service) Sign(ctx context.Context, a access.Actor, id uuid.UUID, shown, key string) (Receipt, error) {
	var out Receipt
	buyer, err := s.acts(ctx, a, id)
	if err != nil {
		return out, err
	}
	if s.Signer == nil {
		return out, fault.Unavailable.New("this process does not sign")
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		input := struct {
			Contract uuid.UUID
			Shown    string
		}{id, shown}
		var err error
		out, err = journal.Once(ctx, tx, a, "sign_contract", key, input, func() (Receipt, error) { return s.sign(ctx, tx, a, id, buyer, shown) })
		return err
	})
	return out, err
}

// asked is an open request under the lock of its contract, and the moment.
type asked struct {
	contract contractdb.Contract
	signing  contractdb.SigningRow
	rows     []contractdb.SignersRow
	now      time.Time
}

// open locks a contract and reads the request to sign it that is open.
func (s *Service) open(ctx context.Context, tx pg.Tx, id, buyer uuid.UUID, m contract.Move) (asked, error) {
	var out asked
	var err error
	if out.contract, out.now, err = s.standing(ctx, tx, id, buyer, m); err != nil {
		return out, err
	}
	out.signing, err = q.Signing(ctx, tx, id, buyer, nil)
	if pg.NoRows(err) {
		return out, contract.NoRequest.New("")
	}
	if err != nil {
		return out, err
	}
	if out.signing.Outcome != nil {
		return out, contract.RequestOver.New("%s", *out.signing.Outcome)
	}
	out.rows, err = q.Signers(ctx, tx, out.signing.ID, buyer)
	return out, err
}

func (s *Service) sign(ctx context.Context, tx pg.Tx, a access.Actor, id, buyer uuid.UUID, shown string) (Receipt, error) {
	var out Receipt
	k, err := s.open(ctx, tx, id, buyer, contract.Sign)
	if err != nil {
		return out, err
	}
	if !k.now.Before(k.signing.ExpiresAt) {
		return out, contract.RequestOver.New("at %s", k.signing.ExpiresAt)
	}
	if err := contract.MaySign(signersOf(k.rows), a.User); err != nil {
		return out, err
	}
	if err := identity.Proved(a, k.now); err != nil {
		return out, err
	}
	if hex.EncodeToString(k.signing.PaperSum) != shown {
		return out, contract.PaperChanged.New("")
	}
	before, err := s.Documents.ReadIn(ctx, tx, buyer, k.signing.PaperID)
	if err != nil {
		return out, err
	}
	var me contractdb.SignersRow
	done := 0
	for _, r := range k.rows {
		if r.AccountID == a.User {
			me = r
		}
		if r.SignedAt != nil {
			done++
		}
	}
	parties, err := q.Parties(ctx, tx, id, buyer)
	if err != nil {
		return out, err
	}
	act := sign.Act{Name: me.Name, Reason: k.contract.Number + ": " + me.Capacity, At: k.now}
	for _, p := range parties {
		if p.Side == me.Side {
			act.Company = p.Name
		}
	}
	after, err := s.Signer.Sign(ctx, before.Bytes, act)
	if errors.Is(err, sign.ErrTime) {
		return out, contract.NoToken.Wrap(err, "")
	}
	if err != nil {
		return out, err
	}
	proved, err := sign.Verify(after, s.Signer.Roots()...) // what no one could verify is not kept
	if err != nil {
		return out, err
	}
	last := proved[len(proved)-1]
	d, err := s.Documents.Save(ctx, tx, a, buyer, "contract", before.Name, "application/pdf", after)
	if err != nil {
		return out, err
	}
	if err := q.PutPaper(ctx, tx, d.ID, d.SHA256, k.signing.ID, buyer); err != nil {
		return out, err
	}
	out = Receipt{Sum: hex.EncodeToString(d.SHA256), SignedAt: k.now, Status: contract.Signing}
	news := SigningNews{}
	turn := signersOf(k.rows)
	for i, r := range k.rows {
		turn[i].Signed = turn[i].Signed || r.ID == me.ID
	}
	if done+1 < len(k.rows) {
		next := contract.Turn(turn)
		for i, r := range k.rows { // those of a turn are told once, when it comes
			if !turn[i].Signed && int(r.Turn) == next && next > int(me.Turn) {
				news.Next = append(news.Next, r.AccountID)
			}
		}
	} else {
		news.Outcome = contract.Signed
	}
	entry, err := journal.Record(ctx, tx, a, journal.Entry{Action: ContractSigned, Object: "contract", ObjectID: id, Owner: buyer, Detail: struct {
		SigningNews
		Shown string `json:"shown"`
		Sum   string `json:"sum"`
	}{news, shown, out.Sum}})
	if err != nil {
		return out, err
	}
	was, err := hex.DecodeString(shown)
	if err != nil {
		return out, err
	}
	err = q.InsertSignature(ctx, tx, contractdb.InsertSignatureParams{
		SignerID:    me.ID,
		SigningID:   k.signing.ID,
		BuyerID:     buyer,
		SupplierID:  k.contract.SupplierID,
		Revision:    int32(len(proved)),
		Shown:       was,
		PaperID:     d.ID,
		Sum:         d.SHA256,
		Certificate: last.Certificate.Raw,
		ProvedAt:    a.Confirmed,
		StampedAt:   last.Stamped,
		SignedAt:    k.now,
		Entry:       entry,
	})
	if err != nil || done+1 < len(k.rows) {
		return out, err
	}
	if err := s.endSigning(ctx, tx, id, buyer, contract.Signed, "", &a.User, k.now); err != nil {
		return out, err
	}
	more, err := q.Contract(ctx, tx, id, buyer)
	if err != nil {
		return out, err
	}
	if begun(k.contract.StartsOn, Zone(more.Timezone, more.BuyerCountry), k.now) {
		out.Status, err = s.inForce(ctx, tx, k.contract, k.now)
		return out, err
	}
	return out, nil
}

// begun says whether the first day of a contract has come in a zone.
func begun(first *time.Time, zone *time.Location, now time.Time) bool {
	if first == nil {
		return true
	}
	y, m, d := now.In(zone).Date()
	return !time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Before(*first)
}

// inForce puts a contract in force that all have signed.
func (s *Service) inForce(ctx context.Context, tx pg.Tx, row contractdb.Contract, now time.Time) (contract.Status, error) {
	to, err := takesEffect(ctx, tx, row, now)
	if err != nil {
		return to, err
	}
	if err := voidScan(ctx, tx, access.System, row); err != nil {
		return to, err
	}
	signing, err := q.Signing(ctx, tx, row.ID, row.BuyerID, nil)
	if err != nil {
		return to, err
	}
	news, err := newsOf(ctx, tx, signing.ID, row.BuyerID)
	if err != nil {
		return to, err
	}
	return to, record(ctx, tx, access.System, "in_force", row.ID, row.BuyerID, news)
}

func (s *Service) endSigning(ctx context.Context, tx pg.Tx, id, buyer uuid.UUID, o contract.SigningOutcome, reason string, by *uuid.UUID, at time.Time) error {
	outcome := string(o)
	_, err := q.EndSigning(ctx, tx, contractdb.EndSigningParams{Outcome: &outcome, Reason: reason, EndedBy: by, EndedAt: &at, ContractID: id, BuyerID: buyer})
	return err
}

// Decline says for the actor that they do not sign, and why. What others have signed is void; the
// contract is negotiated again.
func (s *Service) Decline(ctx context.Context, a access.Actor, id uuid.UUID, reason string) error {
	buyer, err := s.acts(ctx, a, id)
	if err != nil {
		return err
	}
	return s.stop(ctx, a, id, buyer, contract.Decline, contract.Declined, reason, func(k asked) error {
		if err := contract.MaySign(signersOf(k.rows), a.User); err != nil && !errors.Is(err, contract.NotYourTurn) {
			return err
		}
		return nil
	})
}

// CallOff takes a request to sign back, for a reason.
func (s *Service) CallOff(ctx context.Context, a access.Actor, id uuid.UUID, reason string) error {
	buyer, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return s.stop(ctx, a, id, buyer, contract.EndSign, contract.CalledOff, reason, nil)
}

func (s *Service) stop(ctx context.Context, a access.Actor, id, buyer uuid.UUID, m contract.Move, o contract.SigningOutcome, reason string, may func(asked) error) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	if err := f.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		k, err := s.open(ctx, tx, id, buyer, m)
		if err != nil {
			return err
		}
		if may != nil {
			if err := may(k); err != nil {
				return err
			}
		}
		return s.ended(ctx, tx, a, k, m, o, reason)
	})
}

// ended closes a request without all of its signatures, and tells everybody of whom it was asked.
func (s *Service) ended(ctx context.Context, tx pg.Tx, a access.Actor, k asked, m contract.Move, o contract.SigningOutcome, reason string) error {
	id, buyer := k.contract.ID, k.contract.BuyerID
	to, err := contract.Contract{Status: contract.Status(k.contract.Status), NoSignatureBefore: k.contract.NoSignatureBefore}.Do(m, k.now)
	if err != nil {
		return err
	}
	var by *uuid.UUID
	if a.User != access.System.User {
		by = &a.User
	}
	if err := voidScan(ctx, tx, a, k.contract); err != nil { // brought before a request ended what waits
		return err
	}
	if err := s.endSigning(ctx, tx, id, buyer, o, reason, by, k.now); err != nil {
		return err
	}
	if err := q.MoveContract(ctx, tx, string(to), id, buyer); err != nil {
		return err
	}
	news := SigningNews{Outcome: o, Reason: reason}
	for _, r := range k.rows {
		news.All = append(news.All, r.AccountID)
	}
	return record(ctx, tx, a, "signing_ended", id, buyer, news)
}

// unsign voids the signatures of a contract that is recalled; one that all have signed is not.
func unsign(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, reason string) error {
	if contract.Status(row.Status) != contract.Signing {
		return nil
	}
	outcome := string(contract.CalledOff)
	n, err := q.EndSigning(ctx, tx, contractdb.EndSigningParams{Outcome: &outcome, Reason: reason, EndedBy: &a.User, EndedAt: &tx.Now, ContractID: row.ID, BuyerID: row.BuyerID})
	if err != nil || n > 0 {
		return err
	}
	g, err := q.Signing(ctx, tx, row.ID, row.BuyerID, nil)
	if pg.NoRows(err) {
		return nil
	}
	if err == nil && g.Outcome != nil && *g.Outcome == string(contract.Signed) {
		err = contract.RequestOver.New("all have signed")
	}
	return err
}

// notBegun lets a contract be given up that all have signed and that never comes into force: its
// award does not stand any more.
func notBegun(ctx context.Context, tx pg.Tx, row contractdb.Contract) error {
	if err := awardStands(ctx, tx, &row); errors.Is(err, award.SetAside) || errors.Is(err, contract.Lapsed) {
		return nil
	} else if err != nil && !errors.Is(err, award.Frozen) && !errors.Is(err, contract.NotInForce) {
		return err
	}
	return contract.RequestOver.New("all have signed")
}

// Paper is what is signed, with the signatures that it has; its sum is what a signature names.
func (s *Service) Paper(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	buyer, err := s.participant(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	g, err := q.Signing(ctx, s.db, id, buyer, askedWith(a))
	if pg.NoRows(err) {
		return File{}, contract.NoRequest.New("")
	}
	if err != nil {
		return File{}, err
	}
	d, err := s.Documents.Read(ctx, buyer, g.PaperID)
	if err != nil {
		return File{}, err
	}
	if sum := sha256.Sum256(d.Bytes); hex.EncodeToString(sum[:]) != hex.EncodeToString(g.PaperSum) {
		return File{}, contract.PaperChanged.New("it is not what was stored")
	}
	return File{d.Name, "application/pdf", d.Bytes}, nil
}
