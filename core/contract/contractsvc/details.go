package contractsvc

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
)

// Details is a contract with where it came from.
type Details struct {
	contractdb.ContractRow
	Now time.Time
	Text
}

// Text is what a contract says, in its newest version.
type Text struct {
	Buyer, Counterparty contract.Party
	Company             *uuid.UUID // the counterparty where it is one
	Body                string     // as it is written, with its fields
	Reads               string     // as it reads, with what is known filled in
	Missing             []string   // fields of it that nothing is known of yet
	Sum                 string     // of the version that it is, in hex
	File                *FileRow
	Blocks              []Block
	Versions            []ContractVersionRow
	Pack                []PackRow
}

// Rows of a contract's text.
type (
	// FileRow is a file that a contract is.
	FileRow = contractdb.ContractFileRow
	// ContractVersionRow is a version of a contract.
	ContractVersionRow = contractdb.VersionsRow
)

// A Block is a clause that answers chose, and whether a person has accepted it.
type Block struct {
	contractdb.BlocksRow
	Stands bool // it is in the text still
}

// Zone is where its days begin and end.
func (d Details) Zone() *time.Location { return Zone(d.Timezone, d.BuyerCountry) }

// Zone is where the days of a contract begin and end: in the zone of its job, else in its buyer's country.
func Zone(job *string, country string) *time.Location {
	if job != nil && *job != "" {
		if z, err := time.LoadLocation(*job); err == nil {
			return z
		}
	}
	return party.Zone(country)
}

// Contract returns a contract of the actor's company, or of a buyer whom the operator's people help.
func (s *Service) Contract(ctx context.Context, a access.Actor, id uuid.UUID) (Details, error) {
	company, err := s.keeper(ctx, a, id, "")
	if err != nil {
		return Details{}, err
	}
	row, err := q.Contract(ctx, s.db, id, company)
	if pg.NoRows(err) {
		return Details{}, contract.NotFound.New("")
	}
	if err != nil {
		return Details{}, err
	}
	out := Details{ContractRow: row}
	if out.Now, err = pg.ClockOf(ctx, s.db); err != nil {
		return out, err
	}
	out.Text, err = textOf(ctx, s.db, row)
	return out, err
}

func textOf(ctx context.Context, db pg.DB, row contractdb.ContractRow) (Text, error) {
	d, err := standing(ctx, db, row)
	out := Text{Buyer: d.Buyer, Counterparty: d.Counterparty, Company: d.counterparty, File: d.file, Missing: []string{}}
	if err != nil {
		return out, err
	}
	if d.body.Kind == rich.Doc {
		out.Body, out.Reads = d.body.JSON(), contract.Fill(d.body, d.Values()).JSON()
		out.Missing = contract.Missing(d.body, d.Values())
	}
	if out.Versions, err = q.Versions(ctx, db, row.Contract.ID, row.Contract.BuyerID); err != nil {
		return out, err
	}
	if out.Pack, err = q.Pack(ctx, db, row.Contract.ID, row.Contract.BuyerID); err != nil {
		return out, err
	}
	if len(out.Versions) > 0 {
		out.Sum = hex.EncodeToString(out.Versions[0].Sum)
	}
	if err := out.asAgreed(ctx, db, row.Contract); err != nil {
		return out, err
	}
	rows, err := q.Blocks(ctx, db, row.Contract.ID, row.Contract.BuyerID)
	if err != nil {
		return out, err
	}
	for _, b := range rows {
		out.Blocks = append(out.Blocks, Block{b, contract.Marked{ID: b.BlockID, Words: b.Words}.Says(d.body)})
	}
	return out, nil
}

// asAgreed makes the text of what is a draft no more read as its version was written: what moves later,
// as its last day does by a renewal, changes no word of what people approved and signed. What the other
// side proposes is its proposal until somebody has decided on it.
func (t *Text) asAgreed(ctx context.Context, db pg.DB, k contractdb.Contract) error {
	if contract.Status(k.Status) == contract.Draft || k.TextNumber == 0 {
		return nil
	}
	var number *int32
	if contract.Status(k.Status) == contract.Negotiating {
		proposals, err := q.Proposals(ctx, db, k.ID, k.BuyerID, nil)
		if err != nil {
			return err
		}
		if len(proposals) > 0 && proposals[0].Result == nil {
			number = &proposals[0].Base
		}
	}
	v, err := q.Version(ctx, db, number, k.ID, k.BuyerID)
	if err != nil {
		return err
	}
	said, err := contract.ReadContent(v.Content)
	if err != nil {
		return err
	}
	t.Body, t.Reads, t.Sum = v.Body, string(said.Text), hexOf(v.Sum)
	return nil
}

// ContractPaper is the newest text of a contract on paper, as it reads.
func (s *Service) ContractPaper(ctx context.Context, a access.Actor, id uuid.UUID, as contract.Paper) (File, error) {
	d, err := s.Contract(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	if d.Reads == "" {
		return File{}, contract.NoText.New("")
	}
	text, err := rich.Stored(d.Reads)
	if err != nil {
		return File{}, err
	}
	return s.paper(ctx, as, sheet{
		owner:     &d.Contract.BuyerID,
		language:  d.Contract.Language,
		title:     d.Contract.Title,
		reference: d.Contract.Number,
		at:        d.Versions[0].CreatedAt,
		text:      text,
	})
}

// ContractFile is the file that a contract is, as it came.
func (s *Service) ContractFile(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	d, err := s.Contract(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	if d.File == nil {
		return File{}, contract.NoText.New("")
	}
	f, err := s.Documents.Read(ctx, d.Contract.BuyerID, d.File.DocumentID)
	return File{f.Name, f.MediaType, f.Bytes}, err
}
