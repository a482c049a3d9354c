package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
)

// Faults of contracts that are made and submitted.
var (
	Unfilled     = fault.Declare(fault.KindConflict, "contract.unfilled", "Fields of the text are not filled yet")
	Unaccepted   = fault.Declare(fault.KindConflict, "contract.unaccepted", "Clauses that were proposed have not been accepted by a person yet")
	NoText       = fault.Declare(fault.KindConflict, "contract.no_text", "The contract has neither a text nor a file yet")
	BlockUnknown = fault.Declare(fault.KindNotFound, "contract.block_not_found", "That clause was not proposed for this contract")
)

// Codes of field errors of contracts that are made.
const (
	PendingChanges = "contract.pending_changes" // params: insertions, deletions, comments
	OnlyPapers     = "contract.only_papers"     // a file that is no PDF and of no word processor
	FromAward      = "contract.from_award"      // what the award has decided
	FileUnknown    = "contract.file_unknown"
)

// Origin is how a contract came about.
type Origin string

// Origins.
const (
	ByAward   Origin = "award"
	ByAuthor  Origin = "author"
	ByUpload  Origin = "upload"
	ByAnswers Origin = "questions"
)

// Values lists them.
func (Origin) Values() []string {
	return closed.Values(ByAward, ByAuthor, ByUpload, ByAnswers, ByImport, ByAmendment)
}

// Side is who somebody is in a contract.
type Side string

// Sides.
const (
	BuyerSide    Side = "buyer"
	Counterparty Side = "counterparty"
)

// Values lists them.
func (Side) Values() []string { return closed.Values(BuyerSide, Counterparty) }

// A Party is somebody who agrees on a contract, as paper names them.
type Party struct {
	Name    string `json:"name"`
	Country string `json:"country"`
	TaxID   string `json:"tax_id"`
	Address string `json:"address"`
	Email   string `json:"email"`
}

// country is an ISO 3166-1 code: outsiders come from anywhere, not only from where the platform is.
var country = regexp.MustCompile(`^[A-Z]{2}$`)

// Check normalises an outsider and adds to f what is wrong with it, below pointer.
func (p Party) Check(f *fault.Fields, pointer string) Party {
	p.Name = f.Line(pointer+"/name", p.Name, 200)
	letters.Check(f, pointer+"/name", p.Name)
	p.Country = strings.ToUpper(strings.TrimSpace(p.Country))
	if !country.MatchString(p.Country) {
		f.Add(pointer+"/country", fault.BadFormat, "expected", "KE")
	}
	p.TaxID = f.MayLine(pointer+"/tax_id", p.TaxID, 60)
	letters.Check(f, pointer+"/tax_id", p.TaxID)
	p.Address = f.MayLine(pointer+"/address", p.Address, 300)
	letters.Check(f, pointer+"/address", p.Address)
	p.Email = f.MayLine(pointer+"/email", p.Email, 200)
	if at := strings.IndexByte(p.Email, '@'); p.Email != "" && (at < 1 || at == len(p.Email)-1 || strings.ContainsAny(p.Email, " <>,;")) {
		f.Add(pointer+"/email", fault.BadFormat, "expected", "name@example.org")
	}
	return p
}

// expectedAmount is an amount as people write it, with the digits that its currency has.
func expectedAmount(c money.Currency) string {
	whole := "1250000"
	if n := c.Exponent(); n > 0 {
		whole += "." + strings.Repeat("0", n)
	}
	return whole
}

// Amount reads what a contract is worth; what is none is told at its fields.
func Amount(f *fault.Fields, currency, value string) money.Amount {
	c, err := money.ParseCurrency(strings.TrimSpace(currency))
	if err != nil {
		f.Add("/currency", fault.NotAllowed)
	}
	v, err := money.ParseDecimal(strings.TrimSpace(value))
	switch {
	case strings.TrimSpace(value) == "":
		f.Add("/value", fault.Required)
	case err != nil:
		f.Add("/value", fault.BadFormat, "expected", "1250000.00")
	case v.Sign() < 0:
		f.Add("/value", fault.OutOfRange, "min", 0)
	case c.Known() && !v.RoundTo(int32(c.Exponent())).Equal(v): // the text that people sign would say another
		f.Add("/value", fault.BadFormat, "expected", expectedAmount(c))
	}
	return money.Amount{Value: v, Currency: c}
}

// Content is all that the parties agree on. Its canonical JSON is what a version of a contract is
// known by: whoever approves or signs names the sum of it.
type Content struct {
	Number       string          `json:"number"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	ContractDate string          `json:"contract_date"`
	StartsOn     string          `json:"starts_on"`
	EndsOn       string          `json:"ends_on"`
	Currency     string          `json:"currency"`
	Value        string          `json:"value"`
	Language     string          `json:"language"`
	Buyer        Party           `json:"buyer"`
	Counterparty Party           `json:"counterparty"`
	Text         json.RawMessage `json:"text,omitempty"`
	File         string          `json:"file,omitempty"` // SHA-256 of what came as it is, in hex
	Pack         []Bound         `json:"pack,omitempty"` // what the award binds its winner by
}

// JSON is the one way in which it is written.
func (c Content) JSON() string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		panic(err) // strings, and a text that was written by us
	}
	return strings.TrimRight(b.String(), "\n")
}

// Sum is the hash by which it is known.
func (c Content) Sum() [32]byte { return sha256.Sum256([]byte(c.JSON())) }

// Facts are what a text may name of the contract that it belongs to.
type Facts struct {
	Terms
	Value               money.Amount
	Buyer, Counterparty Party
	Job, Reference      string
	Language            string
}

// printed is a day as people read it on paper.
func printed(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format("02-01-2006")
}

// Values are what the fields of a text become; those that nothing is known of are empty.
func (f Facts) Values() map[Field]string {
	out := map[Field]string{
		FieldNumber: f.Number, FieldTitle: f.Title, FieldDate: printed(f.Date), FieldStarts: printed(f.Starts), FieldEnds: printed(f.Ends),
		FieldBuyer: f.Buyer.Name, FieldBuyerAddress: f.Buyer.Address, FieldBuyerTaxID: f.Buyer.TaxID,
		FieldSupplier: f.Counterparty.Name, FieldSupplierAddress: f.Counterparty.Address, FieldSupplierTaxID: f.Counterparty.TaxID,
		FieldJob: f.Job, FieldReference: f.Reference,
	}
	if f.Value.Currency != "" {
		out[FieldValue] = f.Value.Print(f.Language)
	}
	return out
}

// Content is what the parties agree on: these facts, with the text as it reads.
func (f Facts) Content(text rich.Node, file string) Content {
	day := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.Format(time.DateOnly)
	}
	c := Content{Number: f.Number, Title: f.Title, Description: f.Description, ContractDate: day(f.Date), StartsOn: day(f.Starts), EndsOn: day(f.Ends),
		Currency: string(f.Value.Currency), Value: f.Value.Value.String(), Language: f.Language, Buyer: f.Buyer, Counterparty: f.Counterparty, File: file}
	if text.Kind == rich.Doc && !text.Empty() {
		c.Text = json.RawMessage(Fill(text, f.Values()).JSON())
	}
	return c
}

// Standing are those of blocks that a text still has: what an author took out needs no
// acceptance any more.
func Standing(text rich.Node, blocks []string) []string {
	ids := map[string]bool{}
	var walk func(rich.Node)
	walk = func(n rich.Node) {
		ids[n.ID] = true
		for _, c := range n.Content {
			walk(c)
		}
	}
	walk(text)
	return slices.DeleteFunc(slices.Clone(blocks), func(id string) bool { return !ids[id] })
}
