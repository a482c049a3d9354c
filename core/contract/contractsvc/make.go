package contractsvc

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// PartyForm says with whom a contract is made: a company of the platform, or an outsider.
type PartyForm struct {
	Company uuid.UUID
	contract.Party
}

// Form is a contract as its author writes it. What is nil or empty beside the terms stays as it is.
type Form struct {
	contract.Terms
	Language        locale.Language
	Category        *uuid.UUID // uuid.Nil: of none any more
	Currency, Value string     // an award has decided them
	Counterparty    *PartyForm // likewise
	Body            *string    // JSON of its tree
	File            uuid.UUID
	PendingTaken    bool // what waits for a decision in the file is known to its author
	Reason          string
}

// Beginning is what a contract begins with.
type Beginning struct {
	Buyer           uuid.UUID // named by the operator's people
	Award, Supplier uuid.UUID // that left no draft
	Template        uuid.UUID
	Answers         *contract.Answers
	Key             string // who sends it again with the same one makes it once
	Form
}

// origin is how a contract comes about that begins so.
func (b Beginning) origin() contract.Origin {
	switch {
	case b.Answers != nil:
		return contract.ByAnswers
	case b.File != uuid.Nil:
		return contract.ByUpload
	}
	return contract.ByAuthor
}

// made is a draft as a version of it is written.
type made struct {
	contract.Facts
	award        *uuid.UUID
	supplier     *uuid.UUID // the counterparty where it is a supplier of the platform
	counterparty *uuid.UUID // where it is any company of the platform
	category     *uuid.UUID
	free         time.Time // the first moment of signing, in the zone of its readers
	body         rich.Node
	file         *contractdb.ContractFileRow
	pack         []contract.Bound // what its award binds the winner by
}

// content is all that the parties agree on.
func (d made) content() contract.Content {
	file := ""
	if d.file != nil {
		file = hex.EncodeToString(d.file.Sha256)
	}
	out := d.Content(d.body, file)
	out.Pack = d.pack
	return out
}

// maker is the buyer for which the actor makes contracts: the own company, or that which the
// operator's people name.
func (s *Service) maker(ctx context.Context, a access.Actor, asked uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		if asked != uuid.Nil && asked != a.Org {
			return uuid.Nil, fault.Forbidden.New("another company")
		}
		return s.owner(ctx, a, access.ManageContract)
	}
	if err := a.Need(access.ManageContract); err != nil {
		return uuid.Nil, err
	}
	if asked == uuid.Nil {
		return asked, fault.Invalid.New("for which buyer").At("/buyer_id", fault.Required)
	}
	if is, err := q.IsBuyer(ctx, s.db, asked); err != nil || !is {
		return asked, errors.Join(err, fault.Invalid.New("no buyer").At("/buyer_id", fault.Unknown))
	}
	return asked, partysvc.NeedModule(ctx, s.db, asked, party.Contracts)
}

// reader is the buyer whose contracts the actor looks at: the own company, or that which the
// operator's people name.
func (s *Service) reader(ctx context.Context, a access.Actor, asked uuid.UUID) (uuid.UUID, error) {
	if a.Type == access.Operator {
		return s.maker(ctx, a, asked)
	}
	if asked != uuid.Nil && asked != a.Org {
		return uuid.Nil, fault.Forbidden.New("another company")
	}
	return s.owner(ctx, a, "")
}

// keeper is the buyer that a contract belongs to, for its own people and for those of the
// operator's who help it with its contracts; what they may do beyond looking is p. Where these are
// its other side, they are that: they read it once it was sent, and write what they have begun.
func (s *Service) keeper(ctx context.Context, a access.Actor, id uuid.UUID, p access.Privilege) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return s.ownerOf(ctx, a, id, p)
	}
	if err := a.Need(access.ManageContract); err != nil {
		return uuid.Nil, err
	}
	k, err := q.HelpedContract(ctx, s.db, a.Org, id)
	if pg.NoRows(err) {
		return uuid.Nil, contract.NotFound.New("")
	}
	if err != nil {
		return uuid.Nil, err
	}
	if k.Own && !k.Begun {
		if !slices.Contains(contract.Shared, contract.Status(k.Status)) {
			return uuid.Nil, contract.NotFound.New("")
		}
		if p != "" {
			return uuid.Nil, fault.Forbidden.New("they are its other side")
		}
	}
	return k.BuyerID, partysvc.NeedModule(ctx, s.db, k.BuyerID, party.Contracts)
}

// helps is the company of who helps a buyer, where that is the operator's.
func helps(a access.Actor) *uuid.UUID {
	if a.Type == access.Operator {
		return &a.Org
	}
	return nil
}

func companyParty(row contractdb.CompanyPartyRow) contract.Party {
	return contract.Party{Name: row.Name, Country: row.Country, TaxID: row.TaxID, Address: row.PhysicalAddress, Email: row.Email}
}

// read takes a form over what stands; all that is wrong with it is told at once.
func (in Form) read(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, d made) (made, error) {
	d.Terms = in.Check(f, d.free)
	if in.Language != "" {
		f.OneOf("/language", string(in.Language), locale.Language("").Values()...)
		d.Language = string(in.Language)
	}
	switch {
	case d.award != nil && (in.Value != "" || in.Currency != ""):
		f.Add("/value", contract.FromAward)
	case d.award == nil && (in.Value != "" || in.Currency != "" || d.Value.Currency == ""):
		d.Value = contract.Amount(f, in.Currency, in.Value)
	}
	switch {
	case d.award != nil && in.Counterparty != nil:
		f.Add("/counterparty/company_id", contract.FromAward)
	case in.Counterparty != nil:
		if err := in.Counterparty.read(ctx, tx, f, &d); err != nil {
			return d, err
		}
	case d.Counterparty.Name == "":
		f.Add("/counterparty/company_id", fault.Required)
	}
	if in.Body != nil {
		d.body = rich.Read(f, "/body", *in.Body)
	}
	if err := in.categorise(ctx, tx, f, owner, &d); err != nil {
		return d, err
	}
	if err := in.attach(ctx, tx, f, owner, &d); err != nil {
		return d, err
	}
	if len(*f) == 0 && in.Body != nil {
		d.body = d.body.Named(blockID)
	}
	return d, f.InOrder().Err()
}

func (p PartyForm) read(ctx context.Context, tx pg.Tx, f *fault.Fields, d *made) error {
	d.supplier, d.counterparty = nil, nil
	if p.Company == uuid.Nil {
		d.Counterparty = p.Party.Check(f, "/counterparty")
		return nil
	}
	row, err := q.CompanyParty(ctx, tx, p.Company)
	if pg.NoRows(err) || err == nil && (row.Kind == string(access.Buyer) || row.Status != "active") {
		f.Add("/counterparty/company_id", fault.Unknown)
		return nil
	}
	d.Counterparty, d.counterparty = companyParty(row), &row.ID
	if row.Kind == string(access.Supplier) {
		d.supplier = &row.ID
	}
	return err
}

func (in Form) categorise(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, d *made) error {
	if in.Category == nil {
		return nil
	}
	before := d.category
	if d.category = in.Category; *in.Category == uuid.Nil {
		d.category = nil
		return nil
	}
	row, err := q.Category(ctx, tx, *in.Category, owner)
	switch {
	case pg.NoRows(err):
		f.Add("/contract_category_id", fault.Unknown)
		return nil
	case err == nil && row.ArchivedAt != nil && (before == nil || *before != row.ID):
		f.Add("/contract_category_id", contract.OutOfUse.Code)
	}
	return err
}

// attach takes a file that was uploaded for the buyer. What in it waits for a decision has to be
// known to whoever takes it: who reads the contract would see one text and agree on another.
func (in Form) attach(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, d *made) error {
	if in.File == uuid.Nil || d.file != nil && d.file.DocumentID == in.File {
		return nil
	}
	row, err := q.ContractFile(ctx, tx, in.File, owner)
	switch {
	case pg.NoRows(err):
		f.Add("/file_id", contract.FileUnknown)
		return nil
	case err != nil:
		return err
	case row.Insertions+row.Deletions+row.Comments > 0 && !in.PendingTaken:
		f.Add("/file_id", contract.PendingChanges, "insertions", row.Insertions, "deletions", row.Deletions, "comments", row.Comments)
	}
	d.file = &row
	return nil
}

// awarded is what an award that left no draft has decided.
func awarded(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, in Beginning, d *made) error {
	if in.Award == uuid.Nil {
		return nil
	}
	if err := q.HoldAward(ctx, tx, in.Award, owner); err != nil {
		return err
	}
	rows, err := q.OpenAwards(ctx, tx, owner, &in.Award, &in.Supplier)
	if err != nil {
		return err
	}
	if len(rows) != 1 {
		f.Add("/award_id", fault.Unknown)
		return nil
	}
	w := rows[0]
	if w.SetAside {
		return award.SetAside.New("")
	}
	if w.Frozen {
		return award.Frozen.New("")
	}
	winner, err := q.CompanyParty(ctx, tx, w.SupplierID)
	if err != nil {
		return err
	}
	d.award, d.supplier, d.counterparty = &w.AwardID, &w.SupplierID, &w.SupplierID
	d.Counterparty, d.Job, d.Reference = companyParty(winner), w.JobTitle, w.Reference
	d.Value = money.Amount{Value: w.Amount, Currency: money.Currency(w.Currency)}
	d.free = w.StandstillEnds.In(Zone(&w.Timezone, ""))
	return nil
}

// Create makes a contract for the actor's company, or for the buyer that the operator's people help.
func (s *Service) Create(ctx context.Context, a access.Actor, in Beginning) (uuid.UUID, error) {
	var id uuid.UUID
	owner, err := s.maker(ctx, a, in.Buyer)
	if err != nil {
		return id, err
	}
	written, err := s.assisted(ctx, a, owner, in) // nobody waits for a model with a transaction open
	if err != nil {
		return id, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		id, err = journal.Once(ctx, tx, a, "contract.create", in.Key, in, func() (uuid.UUID, error) {
			made := uuid.Must(uuid.NewV7())
			return made, s.create(ctx, tx, a, made, owner, in, written)
		})
		return err
	})
	return id, err
}

func (s *Service) create(ctx context.Context, tx pg.Tx, a access.Actor, id, owner uuid.UUID, in Beginning, written []contract.Written) error {
	buyer, err := q.CompanyParty(ctx, tx, owner)
	if err != nil {
		return err
	}
	var f fault.Fields
	d := made{Facts: contract.Facts{Buyer: companyParty(buyer)}}
	if err := awarded(ctx, tx, &f, owner, in, &d); err != nil {
		return err
	}
	if len(f) > 0 { // without the award nobody knows what else it would have decided
		return f.Err()
	}
	if in.Language == "" {
		f.Add("/language", fault.Required)
	}
	blocks, err := s.begin(ctx, tx, &f, owner, in, written, &d)
	if err != nil {
		return err
	}
	if d, err = in.read(ctx, tx, &f, owner, d); err != nil {
		return err
	}
	if d.free.IsZero() {
		d.free = tx.Now
	}
	if err := insert(ctx, tx, a, id, owner, in.origin(), d); err != nil {
		return err
	}
	if d.award != nil {
		if d.pack, err = s.bind(ctx, tx, a, id, owner); err != nil {
			return err
		}
	}
	if err := write(ctx, tx, a, id, owner, 1, d, ""); err != nil {
		return err
	}
	if err := q.NameText(ctx, tx, 1, id, owner); err != nil {
		return err
	}
	for i, b := range blocks {
		row := contractdb.InsertBlockParams{
			ContractID: id,
			BlockID:    b.id,
			BuyerID:    owner,
			Position:   int32(i),
			Because:    string(b.Because),
		}
		if version := int32(b.Version); b.words == "" {
			row.SectionID, row.SectionNumber = &b.Section, &version
		} else {
			row.Model, row.Words = s.Model(), b.words
		}
		err := q.InsertBlock(ctx, tx, row)
		if err != nil {
			return err
		}
	}
	return record(ctx, tx, a, "created", id, owner, map[string]any{"number": d.Number, "title": d.Title, "origin": in.origin(), "clauses": len(blocks)})
}

// insert stores a draft with its parties.
func insert(ctx context.Context, tx pg.Tx, a access.Actor, id, owner uuid.UUID, origin contract.Origin, d made) error {
	n, err := q.InsertContract(ctx, tx, contractdb.InsertContractParams{
		ID:                 id,
		BuyerID:            owner,
		SupplierID:         d.supplier,
		AwardID:            d.award,
		Number:             d.Number,
		Title:              d.Title,
		Description:        d.Description,
		Currency:           string(d.Value.Currency),
		Value:              d.Value.Value,
		NoSignatureBefore:  d.free,
		CreatedAt:          tx.Now,
		ContractDate:       d.Date,
		StartsOn:           d.Starts,
		EndsOn:             d.Ends,
		Origin:             string(origin),
		ContractCategoryID: d.category,
		Language:           d.Language,
		CreatedBy:          &a.User,
	})
	if err := numberTaken(err); err != nil {
		return err
	}
	if n == 0 {
		return fault.Invalid.New("").At("/award_id", fault.Taken)
	}
	return putParties(ctx, tx, id, owner, d)
}

func numberTaken(err error) error {
	if pg.Constraint(err) == "contract_buyer_id_number_key" {
		return fault.Invalid.Wrap(err, "").At("/number", contract.NumberTaken.Code)
	}
	return err
}

func putParties(ctx context.Context, tx pg.Tx, id, owner uuid.UUID, d made) error {
	for _, x := range []struct {
		side    contract.Side
		company *uuid.UUID
		of      contract.Party
	}{{contract.BuyerSide, &owner, d.Buyer}, {contract.Counterparty, d.counterparty, d.Facts.Counterparty}} {
		row := contractdb.UpdatePartyParams{
			ContractID: id,
			Side:       string(x.side),
			BuyerID:    owner,
			CompanyID:  x.company,
			Name:       x.of.Name,
			Country:    x.of.Country,
			TaxID:      x.of.TaxID,
			Address:    x.of.Address,
			Email:      x.of.Email,
		}
		n, err := q.UpdateParty(ctx, tx, row)
		if err == nil && n == 0 {
			err = q.InsertParty(ctx, tx, contractdb.InsertPartyParams{
				ContractID: row.ContractID,
				Side:       row.Side,
				BuyerID:    row.BuyerID,
				CompanyID:  row.CompanyID,
				Name:       row.Name,
				Country:    row.Country,
				TaxID:      row.TaxID,
				Address:    row.Address,
				Email:      row.Email,
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write adds a version of a contract; nobody changes it again.
func write(ctx context.Context, tx pg.Tx, a access.Actor, id, owner uuid.UUID, number int32, d made, reason string) error {
	row := contractdb.InsertVersionParams{ContractID: id, Number: number, BuyerID: owner, Reason: reason, CreatedBy: a.User, CreatedAt: tx.Now}
	if d.file != nil {
		row.FileID = &d.file.DocumentID
	}
	if d.body.Kind == rich.Doc && !d.body.Empty() {
		row.Body = d.body.JSON()
	}
	content := d.content()
	sum := content.Sum()
	row.Content, row.Sum = content.JSON(), sum[:]
	return q.InsertVersion(ctx, tx, row)
}
