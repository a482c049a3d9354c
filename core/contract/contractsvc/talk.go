package contractsvc

import (
	"context"
	"encoding/hex"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/docx"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Events of a negotiation.
const (
	ContractProposed  = "contract.contract.proposed"
	ContractCommented = "contract.contract.commented"
	ContractDecided   = "contract.contract.decided" // its detail is a Verdict
	ContractWithdrawn = "contract.contract.proposal_withdrawn"
)

// Rows of a negotiation.
type (
	// ProposalRow is a text that the other side proposed.
	ProposalRow = contractdb.ProposalsRow
	// CommentRow is what one side says to the other.
	CommentRow = contractdb.CommentsRow
	// NoteRow is what a buyer's people say among themselves.
	NoteRow = contractdb.NotesRow
)

// A Talk is a negotiation as the buyer's people read it.
type Talk struct {
	Proposals []ProposalRow // the newest first
	Redline   *contract.Redline
	Sum       string // of the newest proposal, in hex
	Comments  []CommentRow
	Notes     []NoteRow
}

func hexOf(sum []byte) string { return hex.EncodeToString(sum) }

// bodyOf is the text of a version, with its fields.
func bodyOf(ctx context.Context, db pg.DB, row contractdb.Contract, number int32) (rich.Node, string, error) {
	v, err := q.Version(ctx, db, &number, row.ID, row.BuyerID)
	if err != nil || v.Body == "" {
		return rich.FromPlain(""), hexOf(v.Sum), err
	}
	n, err := rich.Stored(v.Body)
	return n, hexOf(v.Sum), err
}

// redline is what a proposal changes, from the two stored texts alone.
func redline(ctx context.Context, db pg.DB, row contractdb.Contract, p ProposalRow) (contract.Redline, error) {
	before, _, err := bodyOf(ctx, db, row, p.Base)
	if err != nil {
		return contract.Redline{}, err
	}
	after, _, err := bodyOf(ctx, db, row, p.Version)
	return contract.Compare(before, after), err
}

// ProposeText puts a text of the other side beside the one that it was sent, named by its sum.
func (s *Service) ProposeText(ctx context.Context, a access.Actor, id uuid.UUID, sum, body, note string) error {
	return s.asSupplier(ctx, a, id, func(tx pg.Tx, row contractdb.Contract) error {
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		to, err := contract.Contract{Status: contract.Status(row.Status), NoSignatureBefore: row.NoSignatureBefore, Ends: row.EndsOn}.Do(contract.Negotiate, now)
		if err != nil {
			return err
		}
		if err := nothingWaits(ctx, tx, row); err != nil {
			return err
		}
		d, err := s.written(ctx, tx, row)
		if err != nil {
			return err
		}
		if d.file != nil { // it is that, or a text
			return contract.NoText.New("")
		}
		base, stands, err := bodyOf(ctx, tx, row, row.TextNumber)
		if err != nil {
			return err
		}
		if stands != sum {
			return contract.Stale.New("read %q", sum).With("sum", stands)
		}
		var f fault.Fields
		note = f.May("/note", note, 2000)
		text := rich.Read(&f, "/body", body)
		if len(f) == 0 && text.Empty() {
			f.Add("/body", fault.Required)
		}
		if err := f.Err(); err != nil {
			return err
		}
		text = text.Named(blockID)
		if len(contract.Compare(base, text).Changes()) == 0 {
			return contract.Unchanged.New("")
		}
		d.body = text
		if err := write(ctx, tx, a, id, row.BuyerID, row.TextNumber+1, d, note); err != nil {
			return err
		}
		if err := q.NameText(ctx, tx, row.TextNumber+1, id, row.BuyerID); err != nil {
			return err
		}
		err = q.InsertProposal(ctx, tx, contractdb.InsertProposalParams{
			ContractID: id,
			Version:    row.TextNumber + 1,
			BuyerID:    row.BuyerID,
			SupplierID: a.Org,
			Base:       row.TextNumber,
			Note:       note,
			CreatedBy:  a.User,
			CreatedAt:  tx.Now,
		})
		if err != nil {
			return err
		}
		if err := q.MoveContract(ctx, tx, string(to), id, row.BuyerID); err != nil {
			return err
		}
		return record(ctx, tx, a, "proposed", id, row.BuyerID, Moved{Status: to, Supplier: row.SupplierID, Shared: true})
	})
}

// nothingWaits refuses what cannot be done to a contract while a proposal of the other side waits for
// its decision: that is the way on.
func nothingWaits(ctx context.Context, tx pg.Tx, row contractdb.Contract) error {
	if contract.Status(row.Status) != contract.Negotiating {
		return nil
	}
	proposals, err := q.Proposals(ctx, tx, row.ID, row.BuyerID, nil)
	if err == nil && len(proposals) > 0 && proposals[0].Result == nil {
		err = contract.IllegalMove.New("a proposal waits").With("status", row.Status)
	}
	return err
}

func (s *Service) written(ctx context.Context, tx pg.Tx, row contractdb.Contract) (made, error) {
	more, err := q.Contract(ctx, tx, row.ID, row.BuyerID)
	if err != nil {
		return made{}, err
	}
	return standing(ctx, tx, more)
}

// asSupplier runs a change of the other side's people.
func (s *Service) asSupplier(ctx context.Context, a access.Actor, id uuid.UUID, do func(pg.Tx, contractdb.Contract) error) error {
	company, err := supplier(a, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := s.lockSent(ctx, tx, id, company)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

// Said is what somebody says of a contract, or of a block of its text. Said again with the same key it is
// said once.
type Said struct{ Block, Body, Key string }

// once writes down what somebody says, once for its key.
func (in Said) once(ctx context.Context, tx pg.Tx, a access.Actor, operation string, id uuid.UUID, write func() error) error {
	input := struct {
		Contract uuid.UUID
		Said
	}{id, in}
	_, err := journal.Once(ctx, tx, a, operation, in.Key, input, func() (bool, error) { return true, write() })
	return err
}

func (in Said) check(ctx context.Context, tx pg.Tx, row contractdb.Contract, version int32) (Said, error) {
	var f fault.Fields
	in.Body = f.Need("/body", in.Body, 2000)
	if in.Block != "" {
		text, _, err := bodyOf(ctx, tx, row, version)
		if err != nil {
			return in, err
		}
		if len(contract.Standing(text, []string{in.Block})) == 0 {
			f.Add("/block_id", contract.UnknownBlock)
		}
	}
	return in, f.Err()
}

// Comment says something to the other side: a supplier of what it was sent, the buyer of the same.
func (s *Service) Comment(ctx context.Context, a access.Actor, id uuid.UUID, in Said) error {
	say := func(tx pg.Tx, row contractdb.Contract, side contract.Side) error {
		if row.SupplierID == nil || !slices.Contains(contract.Shared, contract.Status(row.Status)) {
			return contract.IllegalMove.New("nobody reads it").With("status", row.Status)
		}
		return in.once(ctx, tx, a, "contract.comment", id, func() error {
			in, err := in.check(ctx, tx, row, row.TextNumber)
			if err != nil {
				return err
			}
			err = q.InsertComment(ctx, tx, contractdb.InsertCommentParams{
				ID:         uuid.Must(uuid.NewV7()),
				ContractID: id,
				BuyerID:    row.BuyerID,
				SupplierID: *row.SupplierID,
				Version:    row.TextNumber,
				BlockID:    in.Block,
				Side:       string(side),
				Body:       in.Body,
				CreatedBy:  a.User,
				CreatedAt:  tx.Now,
			})
			if err != nil {
				return err
			}
			return record(ctx, tx, a, "commented", id, row.BuyerID, Moved{Status: contract.Status(row.Status), Supplier: row.SupplierID, Shared: side == contract.BuyerSide})
		})
	}
	if a.Type == access.Supplier {
		return s.asSupplier(ctx, a, id, func(tx pg.Tx, row contractdb.Contract) error { return say(tx, row, contract.Counterparty) })
	}
	return s.asBuyer(ctx, a, id, func(tx pg.Tx, row contractdb.Contract) error { return say(tx, row, contract.BuyerSide) })
}

// asBuyer runs a change of the buyer's own people.
func (s *Service) asBuyer(ctx context.Context, a access.Actor, id uuid.UUID, do func(pg.Tx, contractdb.Contract) error) error {
	company, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lock(ctx, tx, id, company)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

// Note says something of a contract that only the buyer's people read.
func (s *Service) Note(ctx context.Context, a access.Actor, id uuid.UUID, in Said) error {
	return s.asBuyer(ctx, a, id, func(tx pg.Tx, row contractdb.Contract) error {
		return in.once(ctx, tx, a, "contract.note", id, func() error {
			in, err := in.check(ctx, tx, row, row.TextNumber)
			if err != nil {
				return err
			}
			err = q.InsertNote(ctx, tx, contractdb.InsertNoteParams{
				ID:         uuid.Must(uuid.NewV7()),
				ContractID: id,
				BuyerID:    row.BuyerID,
				Version:    row.TextNumber,
				BlockID:    in.Block,
				Body:       in.Body,
				CreatedBy:  a.User,
				CreatedAt:  tx.Now,
			})
			if err != nil {
				return err
			}
			return record(ctx, tx, a, "noted", id, row.BuyerID, nil)
		})
	})
}

// Talk is the negotiation of a contract, with all that the buyer's people said among themselves.
func (s *Service) Talk(ctx context.Context, a access.Actor, id uuid.UUID) (Talk, error) {
	var out Talk
	company, err := s.ownerOf(ctx, a, id, "")
	if err != nil {
		return out, err
	}
	k, err := q.Contract(ctx, s.db, id, company)
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	if out.Notes, err = q.Notes(ctx, s.db, id, company); err != nil {
		return out, err
	}
	if k.Contract.SupplierID != nil {
		if out.Comments, err = q.Comments(ctx, s.db, id, company, *k.Contract.SupplierID); err != nil {
			return out, err
		}
	}
	if out.Proposals, err = q.Proposals(ctx, s.db, id, company, nil); err != nil || len(out.Proposals) == 0 {
		return out, err
	}
	r, err := redline(ctx, s.db, k.Contract, out.Proposals[0])
	if err != nil {
		return out, err
	}
	out.Redline = &r
	_, out.Sum, err = bodyOf(ctx, s.db, k.Contract, out.Proposals[0].Version)
	return out, err
}

// RedlinePaper is the newest proposal as a document whose changes a word processor shows, for the
// buyer's people and for those of the supplier that proposed it.
func (s *Service) RedlinePaper(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	var title string
	var proposals []ProposalRow
	var r *contract.Redline
	if a.Type == access.Supplier {
		d, err := s.SupplierContract(ctx, a, id)
		if err != nil {
			return File{}, err
		}
		title, proposals, r = d.Content.Title, d.Proposals, d.Redline
	} else {
		d, err := s.Contract(ctx, a, id)
		if err != nil {
			return File{}, err
		}
		talk, err := s.Talk(ctx, a, id)
		if err != nil {
			return File{}, err
		}
		title, proposals, r = d.Contract.Title, talk.Proposals, talk.Redline
	}
	if r == nil {
		return File{}, contract.NoProposal.New("")
	}
	var lines []docx.Line
	for _, l := range r.Lines() {
		one := docx.Line{}
		if l.Kind == rich.Heading {
			one.Level = l.Level
		}
		for _, k := range l.Within {
			if k == rich.ListItem {
				one.Depth++
			}
		}
		for _, p := range l.Pieces {
			run := docx.Run{Text: p.Text, Change: map[contract.PieceKind]int{contract.Deleted: docx.Deleted, contract.Added: docx.Added}[p.Kind]}
			for _, s := range p.Styles {
				run.Styles = append(run.Styles, rich.Style(s))
			}
			one.Runs = append(one.Runs, run)
		}
		lines = append(lines, one)
	}
	b, err := docx.Tracked(title, proposals[0].ByName, proposals[0].CreatedAt, lines)
	return File{title + ".docx", docx.MediaType, b}, err
}
