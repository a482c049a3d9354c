package evaluationhttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/bidding"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// Person is somebody who gave a word in an opening.
	Person struct {
		ID       uuid.UUID  `json:"id" format:"uuid"`
		Name     string     `json:"name"`
		At       time.Time  `json:"at"`
		SignedAt *time.Time `json:"signed_at,omitempty"`
	}
	// Opening is one opening session.
	Opening struct {
		ID          uuid.UUID             `json:"id" format:"uuid"`
		Envelope    sourcing.EnvelopeName `json:"envelope"`
		Status      string                `json:"status" enum:"quorum_waiting,opened,locked"`
		RequestedAt time.Time             `json:"requested_at"`
		OpenedAt    *time.Time            `json:"opened_at,omitempty"`
		People      []Person              `json:"people"`
	}
	// Evaluator is somebody who declared interests.
	Evaluator struct {
		ID         uuid.UUID        `json:"id" format:"uuid"`
		Name       string           `json:"name"`
		Interest   opening.Interest `json:"interest,omitempty" doc:"Absent before it was declared"`
		DeclaredAt *time.Time       `json:"declared_at,omitempty"`
		FinalAt    *time.Time       `json:"final_at,omitempty"`
		Scored     int              `json:"scored" doc:"Answers that this person has scored, of all bids"`
	}
	// OpenedBid is a bid with its results so far.
	OpenedBid struct {
		SubmissionID   uuid.UUID     `json:"submission_id" format:"uuid"`
		SupplierID     uuid.UUID     `json:"supplier_id" format:"uuid"`
		SupplierName   string        `json:"supplier_name"`
		Position       int32         `json:"position"`
		Version        int32         `json:"version"`
		ReceivedAt     time.Time     `json:"received_at"`
		Technical      *string       `json:"technical,omitempty" doc:"Of 100"`
		TechnicalPass  *bool         `json:"technical_pass,omitempty"`
		PricedAt       *time.Time    `json:"priced_at,omitempty" doc:"When its prices were opened"`
		ReadOut        *string       `json:"read_out,omitempty" doc:"Its price as it was opened"`
		Price          *string       `json:"price,omitempty" doc:"The one that stands: that of the last round"`
		Currency       *string       `json:"currency,omitempty"`
		FinancialScore *string       `json:"financial_score,omitempty"`
		Combined       *string       `json:"combined,omitempty"`
		Rank           *int32        `json:"rank,omitempty"`
		Outcome        *string       `json:"outcome,omitempty" enum:"pass,fail"`
		DecidedBy      string        `json:"decided_by,omitempty" doc:"What put it behind the bid before it"`
		Left           string        `json:"left,omitempty" doc:"Why it is not ranked"`
		Failed         []FailedCheck `json:"failed" doc:"Checks by which it does not pass"`
		Before         *Stood        `json:"before,omitempty" doc:"Its place before another bid dropped out"`
		Recomputed     *Stood        `json:"recomputed,omitempty" doc:"Its place by the best price of those who remain; it does not count"`
		Explanation    []Step        `json:"explanation" doc:"Where every figure comes from, in order"`
		Scored         int           `json:"scored" doc:"Answers that I have scored"`
		Low            []LowSign     `json:"low" doc:"What makes its price look abnormally low"`
		PriceQuery     *PriceQuery   `json:"price_query,omitempty" doc:"What was asked about it"`
	}
	// Stood is a place in a ranking that does not count and is printed all the same.
	Stood struct {
		Rank  int32  `json:"rank"`
		Score string `json:"score"`
	}
	// FailedCheck is a check of an answer that found it other than valid.
	FailedCheck struct {
		QuestionID uuid.UUID         `json:"question_id" format:"uuid"`
		Verdict    assurance.Verdict `json:"verdict" enum:"expired,not_issued,altered,unreadable,missing"`
	}
	// Step is one line of an explanation.
	Step struct {
		Depth   int      `json:"depth"`
		Code    string   `json:"code"`
		Of      string   `json:"of,omitempty"`
		Shown   string   `json:"shown"`
		Formula string   `json:"formula,omitempty"`
		Source  string   `json:"source,omitempty"`
		Steps   []string `json:"steps,omitempty"`
	}
	// LineResult is the place of one bid for one item.
	LineResult struct {
		ItemID       uuid.UUID `json:"item_id" format:"uuid"`
		Number       string    `json:"number"`
		Description  string    `json:"description"`
		SubmissionID uuid.UUID `json:"submission_id" format:"uuid"`
		SupplierName string    `json:"supplier_name"`
		Rank         int32     `json:"rank"`
		Amount       string    `json:"amount"`
		BelowReserve bool      `json:"below_reserve,omitempty" doc:"Its price is less than the item is sold for"`
	}
	// WithdrawnBid was taken back before closing and returned unopened.
	WithdrawnBid struct {
		SupplierName string    `json:"supplier_name"`
		At           time.Time `json:"at"`
	}
	// Desk is where a category stands between closing and ranking.
	Desk struct {
		CategoryID      uuid.UUID                   `json:"category_id" format:"uuid"`
		JobID           uuid.UUID                   `json:"job_id" format:"uuid"`
		Activity        sourcing.Activity           `json:"activity"`
		Name            string                      `json:"name"`
		Reference       string                      `json:"reference"`
		Timezone        string                      `json:"timezone" doc:"IANA, of every moment of record"`
		Currency        string                      `json:"currency"`
		Status          sourcing.Status             `json:"status"`
		Policy          sourcinghttp.ActivityPolicy `json:"policy" doc:"What the category has: envelopes, steps, what decides"`
		NextEnvelope    sourcing.EnvelopeName       `json:"next_envelope,omitempty" doc:"The one that is opened next"`
		ClosesAt        time.Time                   `json:"closes_at"`
		ClosedAt        *time.Time                  `json:"closed_at,omitempty"`
		ClosingCount    *int32                      `json:"closing_count,omitempty"`
		ClosingNote     *string                     `json:"closing_note,omitempty" doc:"Signed root over all submissions at closing"`
		Openers         int                         `json:"openers" doc:"People who open together"`
		PassMark        string                      `json:"pass_mark"`
		TechnicalWeight string                      `json:"technical_weight"`
		FinancialWeight string                      `json:"financial_weight"`
		PriceFormula    sourcing.FormulaName        `json:"price_formula"`
		Openings        []Opening                   `json:"openings"`
		Evaluators      []Evaluator                 `json:"evaluators"`
		Bids            []OpenedBid                 `json:"bids"`
		Lines           []LineResult                `json:"lines" doc:"Where a decision chooses item by item: the places of bids for each"`
		Withdrawn       []WithdrawnBid              `json:"withdrawn"`
		Settled         bool                        `json:"settled" doc:"Each opened bid has its technical result"`
		MyInterest      opening.Interest            `json:"my_interest,omitempty"`
		MyFinal         bool                        `json:"my_final"`
		Apart           bool                        `json:"apart" doc:"I have an interest or stepped back: others decide"`
		Asks            bool                        `json:"asks" doc:"I am to declare my interests now"`
		Withheld        evaluationsvc.Withheld      `json:"withheld,omitempty" doc:"Why I am not shown what there is of prices or results"`
		ToScore         int                         `json:"to_score" doc:"Answers of each bid that people score"`
		Live            evaluationsvc.Live          `json:"live,omitempty" doc:"Where prices are live: whether their room is ahead, running or over"`
	}
	// SheetQuestion is a question of the evaluation sheet.
	SheetQuestion struct {
		ID           uuid.UUID             `json:"id" format:"uuid"`
		SectionID    uuid.UUID             `json:"section_id" format:"uuid"`
		SectionName  string                `json:"section_name"`
		Prompt       string                `json:"prompt"`
		ResponseType sourcing.ResponseType `json:"response_type"`
		MaxScore     *string               `json:"max_score,omitempty"`
		MinScore     *string               `json:"min_score,omitempty"`
		Manual       bool                  `json:"manual" doc:"Scored by people"`
	}
	// SheetCell is one answer of one bid.
	SheetCell struct {
		SubmissionID uuid.UUID   `json:"submission_id" format:"uuid"`
		QuestionID   uuid.UUID   `json:"question_id" format:"uuid"`
		Value        string      `json:"value" doc:"Options are resolved to their labels"`
		Files        []SheetFile `json:"files"`
		Auto         *string     `json:"auto,omitempty"`
		Mine         *string     `json:"mine,omitempty"`
		Comment      string      `json:"comment,omitempty"`
	}
	// SheetFile is a document of an opened bid.
	SheetFile struct {
		ID    uuid.UUID        `json:"id" format:"uuid"`
		Name  string           `json:"name"`
		Type  string           `json:"type"`
		Size  int64            `json:"size"`
		Paper *partyhttp.Paper `json:"paper,omitempty" doc:"Of the bidder's profile, as it stood when the bidder took it from there"`
	}
	// Sheet is what an evaluator works on.
	Sheet struct {
		Desk      Desk            `json:"desk"`
		Questions []SheetQuestion `json:"questions"`
		Cells     []SheetCell     `json:"cells"`
	}
	// PriceRow is one opened price.
	PriceRow struct {
		SubmissionID uuid.UUID `json:"submission_id" format:"uuid"`
		ItemID       uuid.UUID `json:"item_id" format:"uuid"`
		Number       string    `json:"number"`
		Description  string    `json:"description"`
		Unit         string    `json:"unit"`
		Quantity     string    `json:"quantity"`
		UnitPrice    string    `json:"unit_price"`
		Remarks      string    `json:"remarks"`
	}
	// Prices is the read-out of a financial opening.
	Prices struct {
		Items []PriceRow `json:"items"`
	}
)

func deskOf(d evaluationsvc.Desk) Desk {
	policy := d.Policy()
	out := Desk{
		CategoryID:      d.ID,
		JobID:           d.Job.ID,
		Activity:        sourcing.Activity(d.Activity),
		Name:            d.Name,
		Reference:       d.Reference,
		Timezone:        d.Job.Timezone,
		Currency:        string(d.Currency),
		Status:          sourcing.Status(d.Status),
		Policy:          sourcinghttp.ToPolicy(policy),
		ClosesAt:        d.ClosesAt,
		ClosedAt:        d.ClosedAt,
		ClosingCount:    d.ClosingCount,
		ClosingNote:     d.ClosingNote,
		Openers:         opening.RuleOf(d.Category).People,
		PassMark:        d.PassMark.Short(),
		TechnicalWeight: d.TechnicalWeight.Short(),
		FinancialWeight: d.FinancialWeight.Short(),
		PriceFormula:    sourcing.FormulaName(d.PriceFormula),
		Openings:        make([]Opening, len(d.Sessions)),
		Evaluators:      make([]Evaluator, len(d.Evaluators)),
		Bids:            make([]OpenedBid, len(d.Bids)),
		Lines:           make([]LineResult, len(d.Lines)),
		Withdrawn:       make([]WithdrawnBid, len(d.Withdrawn)),
		Settled:         d.Settled,
		MyInterest:      opening.Interest(d.Mine),
		MyFinal:         d.MyFinal,
		Apart:           d.Apart,
		Asks:            d.Asks,
		Withheld:        d.Withheld,
		ToScore:         d.ToScore,
		Live:            d.Live,
	}
	if next, ok := policy.Next(d.Status); ok {
		out.NextEnvelope = sourcing.EnvelopeName(next.Name)
	}
	for i, s := range d.Sessions {
		o := Opening{ID: s.ID, Envelope: sourcing.EnvelopeName(s.Envelope), Status: s.Status, RequestedAt: s.RequestedAt.UTC(), OpenedAt: s.OpenedAt, People: make([]Person, len(s.People))}
		for j, p := range s.People {
			o.People[j] = Person{ID: p.AccountID, Name: p.Name, At: p.At.UTC(), SignedAt: p.SignedAt}
		}
		out.Openings[i] = o
	}
	for i, e := range d.Evaluators {
		out.Evaluators[i] = Evaluator(e)
	}
	for i, b := range d.Bids {
		out.Bids[i] = bidOf(b)
	}
	for i, l := range d.Lines {
		out.Lines[i] = LineResult{
			ItemID:       l.ItemID,
			Number:       l.Number,
			Description:  l.Description,
			SubmissionID: l.SubmissionID,
			SupplierName: l.SupplierName,
			Rank:         l.Rank,
			Amount:       l.Amount.String(),
			BelowReserve: l.BelowReserve,
		}
	}
	for i, w := range d.Withdrawn {
		out.Withdrawn[i] = WithdrawnBid{SupplierName: w.SupplierName, At: w.At.UTC()}
	}
	return out
}

func bidOf(b evaluationsvc.Bid) OpenedBid {
	out := OpenedBid{
		SubmissionID:   b.SubmissionID,
		SupplierID:     b.SupplierID,
		SupplierName:   b.SupplierName,
		Position:       b.Position,
		Version:        b.Version,
		ReceivedAt:     b.ReceivedAt.UTC(),
		TechnicalPass:  b.TechnicalPass,
		PricedAt:       b.PricedAt,
		ReadOut:        amount(b.ReadOut),
		Price:          amount(b.Price),
		Currency:       b.Currency,
		FinancialScore: shown(b.FinancialScore),
		Combined:       shown(b.Combined),
		Rank:           b.Rank,
		Outcome:        b.Outcome,
		Failed:         []FailedCheck{},
		Explanation:    []Step{},
		Scored:         b.Scored,
		Low:            httpkit.Each(b.Low, toSign),
		PriceQuery:     queryOf(b.Query),
	}
	if b.TechnicalPass != nil {
		out.Technical = shown(b.Technical)
	}
	if b.Why != nil {
		out.DecidedBy, out.Left = b.Why.DecidedBy, b.Why.Left
		out.Before, out.Recomputed = stoodOf(b.Why.Before), stoodOf(b.Why.Recomputed)
		for _, f := range b.Why.Failed {
			out.Failed = append(out.Failed, FailedCheck{QuestionID: f.Question, Verdict: assurance.Verdict(f.Verdict)})
		}
		figure := b.Why.Technical
		if b.Why.Score != nil {
			figure = *b.Why.Score
		}
		for _, l := range figure.Lines() {
			out.Explanation = append(out.Explanation, Step{
				Depth:   l.Depth,
				Code:    l.Figure.Code,
				Of:      l.Figure.Of,
				Shown:   l.Figure.Shown,
				Formula: l.Figure.Formula,
				Source:  l.Figure.Source,
				Steps:   l.Figure.Steps,
			})
		}
	}
	return out
}

func stoodOf(s *evaluationsvc.Stood) *Stood {
	if s == nil {
		return nil
	}
	return &Stood{Rank: s.Rank, Score: s.Score}
}

func amount(price *money.Decimal) *string {
	if price == nil {
		return nil
	}
	s := price.String()
	return &s
}

// shown prints a score as people read it; the exact value is in the explanation.
func shown(v *money.Quantity) *string {
	if v == nil {
		return nil
	}
	s := money.RoundRat(v.Rat(), 2)
	return &s
}

func sheetOf(s evaluationsvc.Sheet) Sheet {
	out := Sheet{Desk: deskOf(s.Desk), Questions: make([]SheetQuestion, len(s.Questions)), Cells: []SheetCell{}}
	labels := map[string]string{}
	for _, o := range s.Options {
		labels[o.ID.String()] = o.Label
	}
	for i, q := range s.Questions {
		out.Questions[i] = SheetQuestion{
			ID:           q.ID,
			SectionID:    q.SectionID,
			SectionName:  q.SectionName,
			Prompt:       q.Prompt,
			ResponseType: sourcing.ResponseType(q.ResponseType),
			MaxScore:     shown(q.MaxScore),
			MinScore:     shown(q.MinScore),
			Manual:       s.Manual[q.ID],
		}
	}
	for _, b := range s.Bids {
		for _, q := range s.Questions {
			c := s.Cells[b.SubmissionID][q.ID]
			cell := SheetCell{SubmissionID: b.SubmissionID, QuestionID: q.ID, Value: bidding.Resolve(c.Value, labels), Files: []SheetFile{}, Mine: shown(c.Mine), Comment: c.Comment}
			if c.Auto != nil {
				cell.Auto = figure(c.Auto)
			}
			for _, f := range c.Files {
				cell.Files = append(cell.Files, SheetFile{
					ID:    f.BidFileID,
					Name:  f.Name,
					Type:  f.MediaType,
					Size:  f.Size,
					Paper: paperOf(f.Paper, f.ExpiresOn),
				})
			}
			out.Cells = append(out.Cells, cell)
		}
	}
	return out
}

func figure(f *evaluation.Figure) *string { return &f.Shown }

func paperOf(kind *string, expires *time.Time) *partyhttp.Paper {
	if kind == nil {
		return nil
	}
	return partyhttp.PaperOf(party.DocumentKind(*kind), expires)
}
