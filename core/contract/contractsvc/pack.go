package contractsvc

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
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
	const note = "text/plain; charset=utf-8"
	if !of.FromRoom {
		if err := save(contract.PackReceipt, w.Receipt+".txt", note, []byte(of.Receipt), nil); err != nil {
			return nil, err
		}
	}
	if of.Negotiated { // the first receipt proves what was answered, this one the prices
		if err := save(contract.PackPriceReceipt, w.PriceReceipt+".txt", note, []byte(of.PricedReceipt), nil); err != nil {
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

// answered stands above what the winner answered. Of who entered a room that asked for nothing, no bid was received.
func answered(of contractdb.PackOfRow, w contract.PaperWords) pdf.Table {
	t := about(of, w, of.CategoryName, of.Reference)
	if of.FromRoom {
		return t
	}
	return received(of, t, w.Received, of.ReceivedAt, w.Version, of.Version)
}

// priced stands above the prices: it tells of the version that they come from, which is another than the answers' where there
// was a round, and of when the price was bid where that was in a room.
func priced(of contractdb.PackOfRow, w contract.PaperWords) pdf.Table {
	t := about(of, w, of.PricedIn, of.PricedReference)
	if of.InRoom {
		return received(of, t, w.RoomPrice, of.PricedAt, "", 0)
	}
	return received(of, t, w.Received, of.PricedAt, w.Version, of.PricedVersion)
}

func about(of contractdb.PackOfRow, w contract.PaperWords, category, reference string) pdf.Table {
	return pdf.Table{
		Title:   w.Bid,
		Columns: []string{w.Buyer, w.Counterparty, w.Category},
		Rows:    [][]string{{of.BuyerName, of.SupplierName, category + " (" + reference + ")"}},
	}
}

// received adds when something came, and which version of a bid it is where it has versions.
func received(of contractdb.PackOfRow, t pdf.Table, when string, at time.Time, which string, version int32) pdf.Table {
	t.Columns, t.Rows[0] = append(t.Columns, when), append(t.Rows[0], pdf.Precisely(at.In(Zone(&of.Timezone, ""))))
	if which != "" {
		t.Columns, t.Rows[0] = append(t.Columns, which), append(t.Rows[0], fmt.Sprint(version))
	}
	return t
}

// packPaper prints tables; of the same bid they are the same to the byte.
func packPaper(of contractdb.PackOfRow, title string, at time.Time, tables []pdf.Table) ([]byte, error) {
	return pdf.Report{
		Language: of.Language,
		By:       pdf.Party{Name: of.SupplierName},
		Title:    title,
		At:       at.In(Zone(&of.Timezone, "")),
		Footer:   of.Reference,
		Tables:   tables,
	}.Render()
}

// said is an answer in the words of the contract's language.
func said(w contract.PaperWords, asked sourcing.ResponseType, value string) string {
	words := map[string]string{"yes": w.Yes, "no": w.No, "true": w.Yes, "false": w.No}
	switch asked {
	case sourcing.TrueFalse:
		words = map[string]string{"true": w.True, "false": w.False}
	case sourcing.Boolean, sourcing.YesNo:
	default:
		return value
	}
	return cmp.Or(words[value], value)
}

// tenderForm is what the winner answered, with the files that it gave, as all of it was opened.
func tenderForm(ctx context.Context, db pg.DB, of contractdb.PackOfRow, owner uuid.UUID, w contract.PaperWords) ([]byte, error) {
	rows, err := q.PackAnswers(ctx, db, of.SubmissionID, owner)
	if err != nil {
		return nil, err
	}
	tables := []pdf.Table{answered(of, w)}
	for _, r := range rows {
		if last := tables[len(tables)-1]; len(tables) == 1 || last.Title != r.Section {
			tables = append(tables, pdf.Table{Title: r.Section, Columns: []string{w.Question, w.Answer}})
		}
		answer := strings.Trim(said(w, sourcing.ResponseType(r.ResponseType), r.Said)+"\n"+r.Files, "\n")
		t := &tables[len(tables)-1]
		t.Rows = append(t.Rows, []string{r.Prompt, answer})
	}
	return packPaper(of, w.Tender, of.ReceivedAt, tables)
}

// priceSchedule is what was awarded, line by line, at the prices that stand, with what the bidder remarked on them.
func priceSchedule(ctx context.Context, db pg.DB, of contractdb.PackOfRow, id, owner uuid.UUID, w contract.PaperWords) ([]byte, error) {
	rows, err := q.PackPrices(ctx, db, owner, of.SubmissionID, id)
	if err != nil {
		return nil, err
	}
	currency := money.Currency(of.Currency)
	lines := pdf.Table{Title: w.Prices, Columns: []string{w.Item, w.Description, w.Unit, w.Quantity, w.UnitPrice, w.Value}}
	for _, r := range rows {
		described := r.Description
		if r.Remarks != "" { // a column of them would be the seventh, which no page has room for
			described += "\n" + w.Remarks + ": " + r.Remarks
		}
		lines.Rows = append(lines.Rows, []string{
			r.Number,
			described,
			r.Unit,
			r.Quantity.Short(),
			r.UnitPrice.Short(),
			money.Amount{Value: money.Line(r.UnitPrice, r.Quantity, currency), Currency: currency}.Print(of.Language),
		})
	}
	tables := []pdf.Table{priced(of, w)}
	if len(rows) > 0 {
		tables = append(tables, lines)
	}
	awarded := money.Amount{Value: of.Value, Currency: currency}.Print(of.Language)
	return packPaper(of, w.Prices, of.PricedAt, append(tables, pdf.Table{Title: w.Awarded, Columns: []string{w.Value}, Rows: [][]string{{awarded}}}))
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
