package contractsvc

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
)

// Events of signing; their detail is a SigningNews.
const (
	SigningBegun    = "contract.contract.signing_begun"
	ContractSigned  = "contract.contract.signed"   // by one of those who sign
	ContractBegun   = "contract.contract.in_force" // all have, and its first day has come
	SigningEnded    = "contract.contract.signing_ended"
	SigningReminded = "contract.contract.signing_reminded"
)

// SigningNews says who signs next, and how a request ended.
type SigningNews struct {
	Next    []uuid.UUID             `json:"next,omitempty"` // accounts
	All     []uuid.UUID             `json:"all,omitempty"`  // everybody whom it was asked of
	Outcome contract.SigningOutcome `json:"outcome,omitempty"`
	Reason  string                  `json:"reason,omitempty"`
}

// SignerForm names somebody who shall sign.
type SignerForm struct {
	Account  uuid.UUID
	Capacity string
	Turn     int
}

// SigningForm asks for signatures.
type SigningForm struct {
	Sum     string // of the version that its author read, in hex
	Days    int
	Signers []SignerForm
}

// A Candidate is somebody whom a request may name.
type Candidate struct {
	contractdb.MaySignRow
	Side contract.Side
}

// participant is the buyer that a contract belongs to, for its own people and for those of the
// supplier that it was sent to.
func (s *Service) participant(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Supplier {
		return s.keeper(ctx, a, id, "")
	}
	buyer, err := q.BuyerOfSent(ctx, s.db, id, &a.Org, closed.Values(contract.Shared...))
	if a.Org == uuid.Nil || pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	return buyer, err
}

// askedWith is the company with which a request that somebody reads has to be made: of one that went
// to another before, a supplier reads nothing.
func askedWith(a access.Actor) *uuid.UUID {
	if a.Type == access.Supplier {
		return &a.Org
	}
	return nil
}

// candidates are those whom a request may name.
func candidates(ctx context.Context, db pg.DB, k contractdb.Contract) ([]Candidate, error) {
	companies := []uuid.UUID{k.BuyerID}
	if k.SupplierID != nil {
		companies = append(companies, *k.SupplierID)
	}
	rows, err := q.MaySign(ctx, db, companies)
	out := make([]Candidate, len(rows))
	for i, r := range rows {
		out[i] = Candidate{r, contract.BuyerSide}
		if r.CompanyID != k.BuyerID {
			out[i].Side = contract.Counterparty
		}
	}
	return out, err
}

// read checks who shall sign.
func (in SigningForm) read(f *fault.Fields, may []Candidate) []contractdb.InsertSignerParams {
	if in.Days < 1 || in.Days > contract.MaxSignDays {
		f.Add("/days", fault.OutOfRange, "min", 1, "max", contract.MaxSignDays)
	}
	if len(in.Signers) > contract.MaxSigners {
		f.Add("/signers", fault.OutOfRange, "min", 2, "max", contract.MaxSigners)
		return nil
	}
	var out []contractdb.InsertSignerParams
	seen, sides := map[uuid.UUID]bool{}, map[contract.Side]bool{}
	for i, one := range in.Signers {
		at := "/signers/" + strconv.Itoa(i)
		who := slices.IndexFunc(may, func(c Candidate) bool { return c.ID == one.Account })
		switch {
		case who < 0:
			f.Add(at+"/account_id", contract.SignerUnknown)
		case seen[one.Account]:
			f.Add(at+"/account_id", contract.SignerTwice)
		}
		if one.Turn < 1 || one.Turn > contract.MaxSigners {
			f.Add(at+"/turn", fault.OutOfRange, "min", 1, "max", contract.MaxSigners)
		}
		capacity := f.Line(at+"/capacity", one.Capacity, 100)
		letters.Check(f, at+"/capacity", capacity)
		if who < 0 {
			continue
		}
		seen[one.Account], sides[may[who].Side] = true, true
		out = append(out, contractdb.InsertSignerParams{
			Side:      string(may[who].Side),
			AccountID: one.Account,
			Name:      may[who].FirstName + " " + may[who].LastName,
			Capacity:  capacity,
			Turn:      int32(one.Turn),
		})
	}
	for _, side := range []contract.Side{contract.BuyerSide, contract.Counterparty} {
		if !sides[side] {
			f.Add("/signers", contract.NoSigner, "side", string(side))
		}
	}
	return out
}

// BeginSigning asks named people of both sides to sign a contract that was sent. What they sign
// is made now, of the version that its author read.
func (s *Service) BeginSigning(ctx context.Context, a access.Actor, id uuid.UUID, in SigningForm) error {
	company, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	if s.Signer == nil {
		return fault.Unavailable.New("this process does not sign")
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, now, err := s.standing(ctx, tx, id, company, contract.BeginSign)
		if err != nil {
			return err
		}
		v, err := q.Version(ctx, tx, nil, id, company)
		if err != nil {
			return err
		}
		if hex.EncodeToString(v.Sum) != in.Sum {
			return contract.Changed.New("version %d", v.Number)
		}
		may, err := candidates(ctx, tx, row)
		if err != nil {
			return err
		}
		var f fault.Fields
		signers := in.read(&f, may)
		if err := f.Err(); err != nil {
			return err
		}
		paper, err := signingPaper(row, v, signers, now)
		if err != nil {
			return err
		}
		d, err := s.Documents.Save(ctx, tx, a, company, "contract", row.Title+".pdf", "application/pdf", paper)
		if err != nil {
			return err
		}
		signing := uuid.Must(uuid.NewV7())
		err = q.InsertSigning(ctx, tx, contractdb.InsertSigningParams{
			ID:         signing,
			ContractID: id,
			BuyerID:    company,
			SupplierID: row.SupplierID,
			Number:     v.Number,
			Sum:        v.Sum,
			PaperID:    d.ID,
			PaperSum:   d.SHA256,
			ExpiresAt:  now.AddDate(0, 0, in.Days),
			BegunBy:    a.User,
			BegunAt:    now,
		})
		if err != nil {
			return err
		}
		for _, one := range signers {
			one.ID, one.SigningID, one.BuyerID, one.SupplierID = uuid.Must(uuid.NewV7()), signing, company, row.SupplierID
			if err := q.InsertSigner(ctx, tx, one); err != nil {
				return err
			}
		}
		if err := voidScan(ctx, tx, a, row); err != nil {
			return err
		}
		if err := q.MoveContract(ctx, tx, string(contract.Signing), id, company); err != nil {
			return err
		}
		news, err := newsOf(ctx, tx, signing, company)
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "signing_begun", id, company, news)
	})
}

// standing locks a contract and asks, at that moment, whether a move is open to it.
func (s *Service) standing(ctx context.Context, tx pg.Tx, id, company uuid.UUID, m contract.Move) (contractdb.Contract, time.Time, error) {
	row, err := lock(ctx, tx, id, company)
	if err != nil {
		return row, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return row, now, err
	}
	if m == contract.BeginSign || m == contract.Sign || m == contract.TakePaper {
		if err := awardStands(ctx, tx, &row); err != nil {
			return row, now, err
		}
	}
	_, err = contract.Contract{Status: contract.Status(row.Status), NoSignatureBefore: row.NoSignatureBefore, Ends: row.EndsOn}.Do(m, now)
	return row, now, err
}

// newsOf says who signs next, and who signs at all.
func newsOf(ctx context.Context, tx pg.Tx, signing, company uuid.UUID) (SigningNews, error) {
	var out SigningNews
	rows, err := q.Signers(ctx, tx, signing, company)
	if err != nil {
		return out, err
	}
	turn := contract.Turn(signersOf(rows))
	for _, r := range rows {
		out.All = append(out.All, r.AccountID)
		if r.SignedAt == nil && int(r.Turn) == turn {
			out.Next = append(out.Next, r.AccountID)
		}
	}
	return out, nil
}

func signersOf(rows []contractdb.SignersRow) []contract.Signer {
	out := make([]contract.Signer, len(rows))
	for i, r := range rows {
		out[i] = contract.Signer{
			Account:  r.AccountID,
			Side:     contract.Side(r.Side),
			Turn:     int(r.Turn),
			Capacity: r.Capacity,
			Signed:   r.SignedAt != nil,
		}
	}
	return out
}

// signingPaper is what people sign: a version as it was agreed on, with who signs it. A file of
// others stays as it came; what is signed then is a page of ours that holds its sum.
func signingPaper(k contractdb.Contract, v contractdb.VersionRow, signers []contractdb.InsertSignerParams, at time.Time) ([]byte, error) {
	var c contract.Content
	if err := json.Unmarshal([]byte(v.Content), &c); err != nil {
		return nil, err
	}
	w := contract.WordsOf(c.Language)
	value := ""
	if d, err := money.ParseDecimal(c.Value); err == nil && c.Currency != "" {
		value = money.Amount{Value: d, Currency: money.Currency(c.Currency)}.Print(c.Language)
	}
	facts := []pdf.Row{
		{Label: w.Number, Value: c.Number},
		{Label: w.Date, Value: printedDay(c.ContractDate)},
		{Label: w.Buyer, Value: c.Buyer.Name},
		{Label: w.Counterparty, Value: c.Counterparty.Name},
		{Label: w.Value, Value: value},
		{Label: w.Starts, Value: printedDay(c.StartsOn)},
		{Label: w.Ends, Value: printedDay(c.EndsOn)},
		{Label: w.File, Value: c.File},
		{Label: w.Sum, Value: hex.EncodeToString(v.Sum)},
	}
	facts = slices.DeleteFunc(facts, func(r pdf.Row) bool { return r.Value == "" })
	body := rich.Node{Kind: rich.Doc}
	if len(c.Text) > 0 {
		text, err := rich.Stored(string(c.Text))
		if err != nil {
			return nil, err
		}
		body.Content = append(body.Content, text.Content...)
	}
	line := func(kind rich.Kind, s string) rich.Node {
		return rich.Node{Kind: kind, Level: 2, Content: []rich.Node{{Kind: rich.Words, Text: s}}}
	}
	if len(c.Pack) > 0 {
		body.Content = append(body.Content, line(rich.Heading, w.Pack))
	}
	for _, p := range c.Pack {
		body.Content = append(body.Content, line(rich.Paragraph, w.Of(p.Kind)+": SHA-256 "+p.Sum))
	}
	body.Content = append(body.Content, line(rich.Heading, w.Who))
	ordered := slices.Clone(signers)
	slices.SortStableFunc(ordered, func(a, b contractdb.InsertSignerParams) int { return int(a.Turn - b.Turn) })
	for _, s := range ordered {
		company := c.Buyer.Name
		if contract.Side(s.Side) == contract.Counterparty {
			company = c.Counterparty.Name
		}
		body.Content = append(body.Content, line(rich.Paragraph, strings.NewReplacer(
			"{turn}", strconv.Itoa(int(s.Turn)), "{name}", s.Name, "{capacity}", s.Capacity, "{company}", company).Replace(w.Signing)))
	}
	body.Content = append(body.Content, line(rich.Paragraph, w.WhoNote))
	return pdf.Paper{
		Language:  c.Language,
		From:      pdf.Party{Name: c.Buyer.Name},
		Title:     k.Title,
		Reference: k.Number,
		At:        at,
		Facts:     facts,
		Body:      body,
	}.Render()
}

func printedDay(s string) string {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return ""
	}
	return pdf.Day(t)
}

// needModule asks whether a buyer has contracts still.
func needModule(ctx context.Context, db pg.DB, buyer uuid.UUID) error {
	return partysvc.NeedModule(ctx, db, buyer, party.Contracts)
}
