package paymenthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/httpkit"
)

type (
	bankInput struct {
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body struct {
			OrderID uuid.UUID `json:"order_id" format:"uuid"`
		}
	}
	slipInput struct {
		ID       uuid.UUID `path:"order_id" format:"uuid"`
		FileName string    `query:"file_name" maxLength:"400"`
		RawBody  []byte    `contentType:"application/octet-stream"`
	}
	slipPath struct {
		ID uuid.UUID `path:"slip_id" format:"uuid"`
	}
	checkInput struct {
		Account  string `path:"account" maxLength:"60"`
		FileName string `query:"file_name" maxLength:"400"`
		RawBody  []byte `contentType:"application/octet-stream"`
	}
	layoutInput struct {
		Account  string    `path:"account" maxLength:"60"`
		UploadID uuid.UUID `path:"upload_id" format:"uuid"`
		Body     struct {
			Layout Columns `json:"layout"`
		}
	}
	statementsInput struct {
		Accounts     []string `query:"account,explode" maxItems:"20"`
		ImportedFrom day.Day  `query:"imported_from"`
		ImportedTo   day.Day  `query:"imported_to"`
		After        string   `query:"after" maxLength:"200"`
		Limit        int      `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	linesInput struct {
		Statuses    []payment.LineState `query:"status,explode" maxItems:"20"`
		Providers   []payment.Provider  `query:"provider,explode" maxItems:"20" doc:"To whose accounts it came"`
		StatementID uuid.UUID           `query:"statement_id" format:"uuid"`
		DayFrom     day.Day             `query:"day_from"`
		DayTo       day.Day             `query:"day_to"`
		Search      string              `query:"search" maxLength:"100" doc:"Code, the bank's reference, payer or words of the line"`
		After       string              `query:"after" maxLength:"200"`
		Limit       int                 `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	lineInput struct {
		Code string `path:"line_code" maxLength:"40"`
	}
	proposeLineInput struct {
		ID   uuid.UUID `path:"line_id" format:"uuid"`
		Body struct {
			Act         paymentsvc.Act `json:"act" enum:"allocate,dismiss,undo"`
			OrderNumber string         `json:"order_number,omitempty" maxLength:"40" doc:"Of the order that the money pays"`
			Reason      string         `json:"reason" maxLength:"2000" doc:"Why; kept with who and when"`
			EvidenceID  *uuid.UUID     `json:"evidence_id,omitempty" format:"uuid"`
		}
	}
	decideLineInput struct {
		ID   uuid.UUID `path:"line_id" format:"uuid"`
		Body struct {
			Approve bool `json:"approve" doc:"False: what was proposed is refused, and something else may be proposed"`
		}
	}
	evidenceInput struct {
		FileName string `query:"file_name" maxLength:"400"`
		RawBody  []byte `contentType:"application/octet-stream"`
	}
	evidencePath struct {
		ID uuid.UUID `path:"resolution_id" format:"uuid"`
	}
)

// Shapes of transfers and statements.
type (
	// BankAccount is one of the platform's.
	BankAccount struct {
		Key      string         `json:"account_key"`
		Currency money.Currency `json:"currency"`
		Holder   string         `json:"holder"`
		Bank     string         `json:"bank"`
		Branch   string         `json:"branch,omitempty"`
		Number   string         `json:"account_number"`
		Swift    string         `json:"swift,omitempty"`
	}
	// BankAccounts are all of them.
	BankAccounts struct {
		Items []BankAccount `json:"items"`
	}
	// Transfer is what a payer tells the bank.
	Transfer struct {
		Account BankAccount `json:"account"`
		Until   time.Time   `json:"until" doc:"The order is held for it until then; money that comes later is found all the same"`
		Slips   []Slip      `json:"slips"`
	}
	// Slip is what a payer shows of a transfer: a help, and never a proof.
	Slip struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Name    string    `json:"name"`
		Size    int64     `json:"size"`
		AddedAt time.Time `json:"added_at"`
	}
	// Columns says which column of a table is which, from 1; 0 is none.
	Columns struct {
		Head      int                `json:"head" minimum:"0" maximum:"200" doc:"Row of the names; lines begin below it"`
		Day       int                `json:"day" minimum:"0" maximum:"40"`
		Amount    int                `json:"amount" minimum:"0" maximum:"40" doc:"With its sign; else the two below"`
		In        int                `json:"in" minimum:"0" maximum:"40"`
		Out       int                `json:"out" minimum:"0" maximum:"40"`
		Reference int                `json:"reference" minimum:"0" maximum:"40"`
		Narration int                `json:"narration" minimum:"0" maximum:"40"`
		More      int                `json:"more" minimum:"0" maximum:"40"`
		Payer     int                `json:"payer" minimum:"0" maximum:"40"`
		Balance   int                `json:"balance" minimum:"0" maximum:"40"`
		Days      statement.DayOrder `json:"days,omitempty" doc:"Absent in a guess: 01/02 could be either"`
		Comma     bool               `json:"comma" doc:"Amounts are written 1.250,50"`
	}
	// CheckedLine is a line of a file with what an import would do with it.
	CheckedLine struct {
		Row       int             `json:"row"`
		Day       day.Day         `json:"day,omitempty"`
		Amount    *money.Amount   `json:"amount,omitempty"`
		Reference string          `json:"reference,omitempty"`
		Payer     string          `json:"payer,omitempty"`
		Narration string          `json:"narration,omitempty"`
		Verdict   payment.Verdict `json:"verdict"`
		Number    string          `json:"number,omitempty" doc:"Of the order that it names"`
		Code      string          `json:"code,omitempty" doc:"Why it cannot be read"`
	}
	// StatementCheck is what importing a file would do; nothing is done before it is confirmed.
	StatementCheck struct {
		UploadID uuid.UUID        `json:"upload_id" format:"uuid"`
		Name     string           `json:"name"`
		Format   statement.Format `json:"format"`
		Rows     [][]string       `json:"rows,omitempty" doc:"The first rows of a table whose columns are not known yet: say which is which"`
		Layout   *Columns         `json:"layout,omitempty" doc:"Of a table: as it is read, or a guess"`
		Counts   map[string]int64 `json:"counts" doc:"Lines by verdict"`
		Lines    []CheckedLine    `json:"lines" doc:"The first 200, those to look at before the others"`
		First    day.Day          `json:"first,omitempty"`
		Last     day.Day          `json:"last,omitempty"`
		Opening  *money.Amount    `json:"opening,omitempty"`
		Closing  *money.Amount    `json:"closing,omitempty"`
		Gap      bool             `json:"gap" doc:"It does not begin where the statement before it ended"`
	}
	// Statement is one that was imported.
	Statement struct {
		ID         uuid.UUID        `json:"id" format:"uuid"`
		Account    string           `json:"account"`
		File       string           `json:"file_name"`
		Number     string           `json:"statement_number,omitempty"`
		Format     statement.Format `json:"format"`
		First      day.Day          `json:"first"`
		Last       day.Day          `json:"last"`
		Opening    *money.Amount    `json:"opening,omitempty"`
		Closing    *money.Amount    `json:"closing,omitempty"`
		Gap        bool             `json:"gap"`
		Lines      int32            `json:"lines" doc:"That were new"`
		Known      int32            `json:"known"`
		Refused    int32            `json:"refused"`
		Matched    int64            `json:"matched" doc:"By now"`
		Waiting    int64            `json:"waiting" doc:"For a person, by now"`
		Importer   string           `json:"importer"`
		ImportedAt time.Time        `json:"imported_at"`
	}
	// Statements is one page of them.
	Statements struct {
		Items []Statement `json:"items"`
		Next  string      `json:"next,omitempty"`
	}
	// StatementLine is one movement that a bank told.
	StatementLine struct {
		ID           uuid.UUID         `json:"id" format:"uuid"`
		Code         string            `json:"code"`
		Account      string            `json:"account"`
		Day          day.Day           `json:"day"`
		Amount       money.Amount      `json:"amount"`
		Reference    string            `json:"reference,omitempty"`
		Payer        string            `json:"payer,omitempty"`
		Narration    string            `json:"narration"`
		Reversal     bool              `json:"reversal"`
		Status       payment.LineState `json:"status"`
		Number       string            `json:"number,omitempty" doc:"Of the order that it is of"`
		Hint         string            `json:"hint,omitempty" doc:"Of the order that it may be of"`
		SupplierName string            `json:"supplier_name,omitempty"`
		CreatedAt    time.Time         `json:"created_at"`
	}
	// StatementLines is one page of them.
	StatementLines struct {
		Items []StatementLine `json:"items"`
		Next  string          `json:"next,omitempty"`
	}
	// Candidate is an order that a line may be of.
	Candidate struct {
		Number       string        `json:"number"`
		SupplierName string        `json:"supplier_name"`
		Amount       money.Amount  `json:"amount"`
		Status       payment.State `json:"status" enum:"created,pending,processing,completed,failed,expired,cancelled"`
		Named        bool          `json:"named" doc:"The line names it; else amount, day and name are alike"`
	}
	// LineStory is all that is known of a line.
	LineStory struct {
		StatementLine
		File        string       `json:"file_name"`
		Held        money.Amount `json:"held" doc:"That is nobody's yet"`
		Alone       bool         `json:"alone" doc:"One person is enough to decide about it"`
		SettledAt   *time.Time   `json:"settled_at,omitempty"`
		Candidates  []Candidate  `json:"candidates"`
		Resolutions []Resolution `json:"resolutions"`
	}
	// Evidence is a document that was kept for a decision.
	Evidence struct {
		ID uuid.UUID `json:"evidence_id" format:"uuid"`
	}
)

const room = 1 << 20 // around a file

// mountTransfers registers how a supplier pays by a bank.
func mountTransfers(b *httpkit.BFF, s *paymentsvc.Service) {
	payer := access.Only(access.Supplier, access.MakePayments)
	httpkit.Route(b, payer, httpkit.Operation{ID: "payByBank", Method: http.MethodPost, Path: "/supplier/payment/bank/", Tag: "payment", Summary: "Hold an order for a bank transfer, and say what to tell the bank"},
		func(ctx context.Context, in *bankInput) (*httpkit.Body[Order], error) {
			o, err := s.PayByBank(ctx, httpkit.Actor(ctx), paymentsvc.Pay{Order: in.Body.OrderID, Key: in.Key})
			return httpkit.JSON(orderOf(o), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "addSlip", Method: http.MethodPost, Path: "/supplier/payment/orders/{order_id}/slips/", Tag: "payment", MaxBody: paymentsvc.MaxSlip + room,
		Summary: "Show what the bank gave for a transfer", Status: http.StatusOK},
		func(ctx context.Context, in *slipInput) (*httpkit.Body[Order], error) {
			o, err := s.AddSlip(ctx, httpkit.Actor(ctx), in.ID, paymentsvc.File{Name: in.FileName, Bytes: in.RawBody})
			return httpkit.JSON(orderOf(o), err)
		})
}

// mountStatements registers what the operator's desk does with statements of banks.
func mountStatements(b *httpkit.BFF, s *paymentsvc.Service) {
	movers := access.Only(access.Operator, access.ManagePayments)
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "bankAccounts", Method: http.MethodGet, Path: "/payments/accounts/", Tag: "payment", Summary: "The platform's accounts at banks"},
		func(ctx context.Context, _ *nothing) (*httpkit.Body[BankAccounts], error) {
			got, err := s.Accounts(httpkit.Actor(ctx))
			return httpkit.JSON(BankAccounts{Items: httpkit.Each(got, accountOf)}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "bankStatements", Method: http.MethodGet, Path: "/payments/statements/", Tag: "payment", Summary: "Statements that were imported"},
		func(ctx context.Context, in *statementsInput) (*httpkit.Body[Statements], error) {
			got, err := s.Statements(ctx, httpkit.Actor(ctx), paymentsvc.StatementFilter{Accounts: in.Accounts, At: httpkit.Days(ctx, in.ImportedFrom, in.ImportedTo)}, in.After, in.Limit)
			return httpkit.JSON(Statements{Items: httpkit.Each(got.Items, statementOf), Next: got.Next}, err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "checkStatement", Method: http.MethodPost, Path: "/payments/statements/{account}/check/", Tag: "payment", MaxBody: statement.MaxBytes + room,
		Summary: "Upload a statement and see what importing it would do"},
		func(ctx context.Context, in *checkInput) (*httpkit.Body[StatementCheck], error) {
			got, err := s.CheckStatement(ctx, httpkit.Actor(ctx), in.Account, paymentsvc.File{Name: in.FileName, Bytes: in.RawBody})
			return httpkit.JSON(checkOf(got), err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "layOutStatement", Method: http.MethodPut, Path: "/payments/statements/{account}/uploads/{upload_id}/layout/", Tag: "payment",
		Summary: "Say which column of an uploaded table is which; kept for the account"},
		func(ctx context.Context, in *layoutInput) (*httpkit.Body[StatementCheck], error) {
			got, err := s.LayOut(ctx, httpkit.Actor(ctx), in.Account, in.UploadID, statement.Layout(in.Body.Layout))
			return httpkit.JSON(checkOf(got), err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "statementLines", Method: http.MethodGet, Path: "/payments/lines/", Tag: "payment", Summary: "Lines of statements"},
		func(ctx context.Context, in *linesInput) (*httpkit.Body[StatementLines], error) {
			got, err := s.Lines(ctx, httpkit.Actor(ctx), paymentsvc.LineFilter{Statuses: in.Statuses, Providers: in.Providers, Statement: in.StatementID, Days: day.Between(in.DayFrom, in.DayTo, ""), Search: in.Search}, in.After, in.Limit)
			return httpkit.JSON(StatementLines{Items: httpkit.Each(got.Items, func(l paymentsvc.StatementLine) StatementLine { return StatementLine(l) }), Next: got.Next}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "statementLine", Method: http.MethodGet, Path: "/payments/lines/{line_code}/", Tag: "payment", Summary: "One line of a statement, and the orders that it may be of"},
		func(ctx context.Context, in *lineInput) (*httpkit.Body[LineStory], error) {
			got, err := s.Line(ctx, httpkit.Actor(ctx), in.Code)
			return httpkit.JSON(LineStory{
				StatementLine: StatementLine(got.StatementLine),
				File:          got.File,
				Held:          got.Held,
				Alone:         got.Alone,
				SettledAt:     got.SettledAt,
				Candidates:    httpkit.Each(got.Candidates, func(c paymentsvc.Candidate) Candidate { return Candidate(c) }),
				Resolutions:   httpkit.Each(got.Resolutions, resolutionOf),
			}, err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "proposeLine", Method: http.MethodPost, Path: "/payments/lines/{line_id}/proposal/", Tag: "payment",
		Summary: "Propose what becomes of a line; below the limit it is done", Status: http.StatusNoContent},
		func(ctx context.Context, in *proposeLineInput) (*nothing, error) {
			p := paymentsvc.Proposal{Line: in.ID, Act: in.Body.Act, Target: in.Body.OrderNumber, Reason: in.Body.Reason}
			if in.Body.EvidenceID != nil {
				p.Evidence = *in.Body.EvidenceID
			}
			return &nothing{}, s.Propose(ctx, httpkit.Actor(ctx), p)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "decideLine", Method: http.MethodPost, Path: "/payments/lines/{line_id}/decision/", Tag: "payment",
		Summary: "Approve or refuse what another person proposed about a line", Status: http.StatusNoContent},
		func(ctx context.Context, in *decideLineInput) (*nothing, error) {
			return &nothing{}, s.DecideLine(ctx, httpkit.Actor(ctx), in.ID, in.Body.Approve)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "slip", Method: http.MethodGet, Path: "/payments/slips/{slip_id}/", Tag: "payment", Summary: "What a payer showed of a transfer"},
		func(ctx context.Context, in *slipPath) (*httpkit.Download, error) {
			d, err := s.Slip(ctx, httpkit.Actor(ctx), in.ID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "addEvidence", Method: http.MethodPost, Path: "/payments/evidence/", Tag: "payment", MaxBody: paymentsvc.MaxSlip + room,
		Summary: "Keep a document for what is about to be proposed"},
		func(ctx context.Context, in *evidenceInput) (*httpkit.Body[Evidence], error) {
			id, err := s.AddEvidence(ctx, httpkit.Actor(ctx), paymentsvc.File{Name: in.FileName, Bytes: in.RawBody})
			return httpkit.JSON(Evidence{ID: id}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "evidence", Method: http.MethodGet, Path: "/payments/resolutions/{resolution_id}/evidence/", Tag: "payment", Summary: "The document of a decision"},
		func(ctx context.Context, in *evidencePath) (*httpkit.Download, error) {
			d, err := s.Evidence(ctx, httpkit.Actor(ctx), in.ID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
		})
}

func accountOf(a payment.Account) BankAccount {
	return BankAccount{
		Key:      a.Key(),
		Currency: a.Currency,
		Holder:   a.Holder,
		Bank:     a.Bank,
		Branch:   a.Branch,
		Number:   a.Number,
		Swift:    a.Swift,
	}
}

func transferOf(t *paymentsvc.Transfer) *Transfer {
	if t == nil {
		return nil
	}
	return &Transfer{Account: accountOf(t.Account), Until: t.Until, Slips: httpkit.Each(t.Slips, slipOf)}
}

func slipOf(s paymentsvc.Slip) Slip { return Slip(s) }

func balance(v *money.Decimal, c money.Currency) *money.Amount {
	if v == nil {
		return nil
	}
	return &money.Amount{Value: *v, Currency: c}
}

func statementOf(s paymentsvc.Statement) Statement {
	return Statement{
		ID:         s.ID,
		Account:    s.Account,
		File:       s.File,
		Number:     s.Number,
		Format:     s.Format,
		First:      s.First,
		Last:       s.Last,
		Opening:    balance(s.Opening, s.Currency),
		Closing:    balance(s.Closing, s.Currency),
		Gap:        s.Gap,
		Lines:      s.Lines,
		Known:      s.Known,
		Refused:    s.Refused,
		Matched:    s.Matched,
		Waiting:    s.Waiting,
		Importer:   s.Importer,
		ImportedAt: s.ImportedAt,
	}
}

// shown is how many lines of a check people read; the workbook with what to correct has all that were refused.
const shown = 200

// first are the verdicts that a person wants to see before the others.
var first = []payment.Verdict{payment.ToRefuse, payment.ToReview, payment.ToSuggest, payment.ToOpen, payment.ToMatch, payment.ToExplain, payment.ToOut, payment.Known}

func checkOf(p paymentsvc.Plan) StatementCheck {
	c := p.Account.Currency
	out := StatementCheck{
		UploadID: p.Upload,
		Name:     p.Name,
		Format:   p.Format,
		Rows:     p.Head,
		Counts:   p.Counts(),
		Lines:    []CheckedLine{},
		First:    p.First,
		Last:     p.Last,
		Opening:  balance(p.Opening, c),
		Closing:  balance(p.Closing, c),
		Gap:      p.Gap,
	}
	switch {
	case p.Layout != nil:
		l := Columns(*p.Layout)
		out.Layout = &l
	case p.Head != nil:
		l := Columns(p.Guess)
		out.Layout = &l
	}
	for _, verdict := range first {
		for _, l := range p.Lines {
			if l.Verdict != verdict || len(out.Lines) >= shown {
				continue
			}
			line := CheckedLine{Row: l.Row, Verdict: verdict, Number: l.Number, Code: l.Code, Narration: l.Text}
			if verdict != payment.ToRefuse {
				line.Day, line.Amount, line.Reference, line.Payer, line.Narration = l.Day, &money.Amount{Value: l.Amount, Currency: c}, l.Reference, l.Payer, l.Narration
			}
			out.Lines = append(out.Lines, line)
		}
	}
	return out
}
