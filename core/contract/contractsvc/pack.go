package contractsvc

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
)

// PackRow is a paper by which the award of a contract binds its winner.
type PackRow = contractdb.PackRow

// bound are the papers of a contract's pack by their sums.
func bound(ctx context.Context, db pg.DB, id, owner uuid.UUID) ([]contract.Bound, error) {
	rows, err := q.Pack(ctx, db, id, owner)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]contract.Bound, len(rows))
	for i, r := range rows {
		out[i] = contract.Bound{Kind: contract.PackKind(r.Kind), Sum: hex.EncodeToString(r.Sum)}
	}
	return out, nil
}

// bind makes the pack of a contract that follows an award, once: what its winner offered, at which
// prices, the letter that told it and the receipt of its bid. What there is none of is left out.
func (s *Service) bind(ctx context.Context, tx pg.Tx, a access.Actor, id, owner uuid.UUID) ([]contract.Bound, error) {
	of, err := q.PackOf(ctx, tx, id, owner)
	if pg.NoRows(err) || err == nil && s.Documents == nil { // where there is no store nothing was opened out of one
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w := contract.WordsOf(of.Language)
	keep := func(kind contract.PackKind, document uuid.UUID, sum []byte) error {
		return q.InsertPack(ctx, tx, contractdb.InsertPackParams{
			ContractID: id,
			Position:   int32(position(kind)),
			BuyerID:    owner,
			Kind:       string(kind),
			DocumentID: document,
			Sum:        sum,
			CreatedAt:  tx.Now,
		})
	}
	save := func(kind contract.PackKind, name, media string, data []byte, err error) error {
		if err != nil || data == nil {
			return err
		}
		d, err := s.Documents.Save(ctx, tx, a, owner, "contract", inName.Replace(of.Reference)+" "+name, media, data)
		if err != nil {
			return err
		}
		return keep(kind, d.ID, d.SHA256)
	}
	tender, err := tenderForm(ctx, tx, of, owner, w)
	if err := save(contract.PackTender, w.Tender+".pdf", "application/pdf", tender, err); err != nil {
		return nil, err
	}
	prices, err := priceSchedule(ctx, tx, of, id, owner, w)
	if err := save(contract.PackPrices, w.Prices+".pdf", "application/pdf", prices, err); err != nil {
		return nil, err
	}
	if of.LetterID != nil {
		if err := s.letter(ctx, tx, *of.LetterID, owner, keep); err != nil {
			return nil, err
		}
	}
	if !of.FromRoom {
		if err := save(contract.PackReceipt, w.Receipt+".txt", "text/plain; charset=utf-8", []byte(of.Receipt), nil); err != nil {
			return nil, err
		}
	}
	return bound(ctx, tx, id, owner)
}

// position is where a paper stands in every pack.
func position(kind contract.PackKind) int {
	for i, k := range kind.Values() {
		if k == string(kind) {
			return i + 1
		}
	}
	return 0
}

// letter binds the letter of award; where nobody has printed it yet it is printed now.
func (s *Service) letter(ctx context.Context, tx pg.Tx, id, owner uuid.UUID, keep func(contract.PackKind, uuid.UUID, []byte) error) error {
	if s.Letter != nil {
		if err := s.Letter(ctx, tx, owner, id); err != nil {
			return err
		}
	}
	row, err := q.PackLetter(ctx, tx, id, owner)
	if pg.NoRows(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return keep(contract.PackLetter, *row.DocumentID, row.Sha256)
}

// about is what stands above the papers of a pack.
func about(of contractdb.PackOfRow, w contract.PaperWords) pdf.Table {
	zone := Zone(&of.Timezone, "")
	return pdf.Table{
		Title:   w.Bid,
		Columns: []string{w.Buyer, w.Counterparty, w.Category, w.Received, w.Version},
		Rows: [][]string{{
			of.BuyerName,
			of.SupplierName,
			of.CategoryName + " (" + of.Reference + ")",
			pdf.Precisely(of.ReceivedAt.In(zone)),
			fmt.Sprint(of.Version),
		}},
	}
}

// packPaper prints tables; of the same bid they are the same to the byte.
func packPaper(of contractdb.PackOfRow, title string, tables []pdf.Table) ([]byte, error) {
	return pdf.Report{
		Language: of.Language,
		By:       pdf.Party{Name: of.SupplierName},
		Title:    title,
		At:       of.ReceivedAt.In(Zone(&of.Timezone, "")),
		Footer:   of.Reference,
		Tables:   tables,
	}.Render()
}

// tenderForm is what the winner answered, with the files that it gave, as all of it was opened.
func tenderForm(ctx context.Context, db pg.DB, of contractdb.PackOfRow, owner uuid.UUID, w contract.PaperWords) ([]byte, error) {
	rows, err := q.PackAnswers(ctx, db, of.SubmissionID, owner)
	if err != nil {
		return nil, err
	}
	tables := []pdf.Table{about(of, w)}
	for _, r := range rows {
		if last := tables[len(tables)-1]; len(tables) == 1 || last.Title != r.Section {
			tables = append(tables, pdf.Table{Title: r.Section, Columns: []string{w.Question, w.Answer}})
		}
		said := strings.Trim(r.Said+"\n"+r.Files, "\n")
		t := &tables[len(tables)-1]
		t.Rows = append(t.Rows, []string{r.Prompt, said})
	}
	return packPaper(of, w.Tender, tables)
}

// priceSchedule is what was awarded, line by line, at the prices that stand.
func priceSchedule(ctx context.Context, db pg.DB, of contractdb.PackOfRow, id, owner uuid.UUID, w contract.PaperWords) ([]byte, error) {
	rows, err := q.PackPrices(ctx, db, owner, of.SubmissionID, id)
	if err != nil {
		return nil, err
	}
	currency := money.Currency(of.Currency)
	lines := pdf.Table{Title: w.Prices, Columns: []string{w.Item, w.Description, w.Unit, w.Quantity, w.UnitPrice, w.Value}}
	for _, r := range rows {
		lines.Rows = append(lines.Rows, []string{
			r.Number,
			r.Description,
			r.Unit,
			r.Quantity.Short(),
			r.UnitPrice.Short(),
			money.Amount{Value: money.Line(r.UnitPrice, r.Quantity, currency), Currency: currency}.Print(of.Language),
		})
	}
	tables := []pdf.Table{about(of, w)}
	if len(rows) > 0 {
		tables = append(tables, lines)
	}
	awarded := money.Amount{Value: of.Value, Currency: currency}.Print(of.Language)
	return packPaper(of, w.Prices, append(tables, pdf.Table{Title: w.Awarded, Columns: []string{w.Value}, Rows: [][]string{{awarded}}}))
}

// PackFile is a paper of a contract's pack, for its own people and for those of the supplier that it
// was sent to.
func (s *Service) PackFile(ctx context.Context, a access.Actor, id uuid.UUID, position int) (File, error) {
	buyer, err := s.participant(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	rows, err := q.Pack(ctx, s.db, id, buyer)
	if err != nil {
		return File{}, err
	}
	for _, r := range rows {
		if int(r.Position) != position {
			continue
		}
		d, err := s.Documents.Read(ctx, buyer, r.DocumentID)
		return File{d.Name, d.MediaType, d.Bytes}, err
	}
	return File{}, contract.NotFound.New("no such paper")
}

// packed adds the papers of the pack to an archive.
func (s *Service) packed(ctx context.Context, b *bundle, k Kept) error {
	rows, err := q.Pack(ctx, s.db, k.Contract.ID, k.Contract.BuyerID)
	if err != nil {
		return err
	}
	for _, r := range rows {
		d, err := s.Documents.Read(ctx, k.Contract.BuyerID, r.DocumentID)
		if err != nil {
			return err
		}
		b.add(fmt.Sprintf("pack/%d-%s", r.Position, inName.Replace(d.Name)), d.Bytes)
	}
	return nil
}
