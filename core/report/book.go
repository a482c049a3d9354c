package report

import (
	"slices"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// Faults of reports.
var (
	Unknown     = fault.Declare(fault.KindNotFound, "report.unknown", "There is no such report")
	NotYet      = fault.Declare(fault.KindPrecondition, "report.not_yet", "No category of the job has come so far that there is such a report")
	NoBids      = fault.Declare(fault.KindNotFound, "report.no_bids", "There is no supplier report for this job.")
	NoQuestions = fault.Declare(fault.KindInvalid, "report.no_questions", "Choose at least one question")
	Apart       = fault.Declare(fault.KindForbidden, "report.apart", "You have declared an interest in this category")
	Unsettled   = fault.Declare(fault.KindForbidden, "report.closed_to_you", "What this report tells is for those who judge the bids until the award")
	TooLong     = fault.Declare(fault.KindTooLarge, "report.too_long", "The report is too long for a PDF: take the workbook")
)

// A Name is a report of a job.
type Name string

// Reports.
const (
	Invitations    Name = "invitations"
	Payments       Name = "payments"
	Participants   Name = "participants"
	Opening        Name = "opening"
	Responses      Name = "responses"
	Supplier       Name = "supplier"
	QA             Name = "qa"
	Technical      Name = "technical"
	Prices         Name = "prices"
	Ranking        Name = "ranking"
	Negotiation    Name = "negotiation"
	Evaluation     Name = "evaluation"
	List           Name = "list"
	RoomRules      Name = "rules"
	Room           Name = "room"
	SupplierGroups Name = "suppliers" // those of a category, as participants are told at its close
)

// Values lists them in the order in which screens offer them.
func (Name) Values() []string {
	out := make([]string, len(Reports))
	for i, r := range Reports {
		out[i] = string(r.Name)
	}
	return out
}

// A Format is a kind of file.
type Format string

// Formats.
const (
	Workbook Format = "xlsx"
	PDF      Format = "pdf"
)

// Values lists them.
func (Format) Values() []string { return closed.Values(Workbook, PDF) }

// A Report is one row: what it is, when there is one, and for whom.
type Report struct {
	Name      Name
	Act       sourcing.Act  // by whose right it is taken
	Needs     sourcing.Step // of a category
	From      opening.Phase // the first in which it exists
	Sees      opening.Field // what it tells of bids; empty: nothing
	Ranked    bool          // only once a result was made
	Closed    bool          // only once the room is closed in which prices were live
	Checks    bool          // checkers see it as judges do
	Questions bool          // of which one chooses some
	Supplier  bool          // of which one chooses one
	Formats   []Format
}

var anyFormat = []Format{Workbook, PDF}

// Reports has one row per report.
var Reports = []Report{
	{Name: Invitations, Act: sourcing.ToReport, From: opening.Submitted, Formats: anyFormat},
	{Name: Payments, Act: sourcing.ToReport, Needs: sourcing.BidFee, From: opening.Submitted, Formats: anyFormat},
	{Name: Participants, Act: sourcing.ToReport, From: opening.Submitted, Formats: anyFormat},
	{Name: Opening, Act: sourcing.ToReport, From: opening.TechnicalOpened, Sees: opening.FieldIdentity, Formats: anyFormat},
	{
		Name:      Responses,
		Act:       sourcing.ToReport,
		Needs:     sourcing.Criteria,
		From:      opening.TechnicalOpened,
		Sees:      opening.FieldTechnical,
		Questions: true,
		Formats:   []Format{Workbook},
	},
	{
		Name:     Supplier,
		Act:      sourcing.ToReport,
		Needs:    sourcing.Criteria,
		From:     opening.TechnicalOpened,
		Sees:     opening.FieldTechnical,
		Supplier: true,
		Formats:  []Format{PDF},
	},
	{
		Name:    QA,
		Act:     sourcing.ToReport,
		Needs:   sourcing.QA,
		From:    opening.TechnicalOpened,
		Sees:    opening.FieldTechnical,
		Ranked:  true, // until then a second check is made by somebody who does not know the first
		Checks:  true,
		Formats: anyFormat,
	},
	{
		Name:    Technical,
		Act:     sourcing.ToReport,
		Needs:   sourcing.Criteria | sourcing.Evaluation,
		From:    opening.TechnicalOpened,
		Sees:    opening.FieldScores,
		Formats: anyFormat,
	},
	{
		Name:    Prices,
		Act:     sourcing.ToReport,
		Needs:   sourcing.Items,
		From:    opening.FinancialOpened,
		Sees:    opening.FieldPrice,
		Formats: anyFormat,
	},
	{
		Name:    Ranking,
		Act:     sourcing.ToReport,
		From:    opening.FinancialOpened,
		Sees:    opening.FieldScores,
		Ranked:  true,
		Formats: anyFormat,
	},
	{
		Name:    Negotiation,
		Act:     sourcing.ToReport,
		Needs:   sourcing.Negotiation,
		From:    opening.FinancialOpened,
		Sees:    opening.FieldPrice,
		Ranked:  true,
		Formats: anyFormat,
	},
	{
		Name:    Evaluation,
		Act:     sourcing.ToReport,
		From:    opening.Awarded,
		Sees:    opening.FieldScores,
		Formats: anyFormat,
	},
	{Name: List, Act: sourcing.ToReport, Needs: sourcing.List, From: opening.Awarded, Sees: opening.FieldIdentity, Formats: anyFormat},
	{Name: RoomRules, Act: sourcing.ToReport, Needs: sourcing.Live, From: opening.Submitted, Formats: anyFormat},
	// Who bids in a room was judged before it began, so that its prices sway nobody any more.
	{Name: Room, Act: sourcing.ToReport, Needs: sourcing.Live, From: opening.Submitted, Closed: true, Formats: anyFormat},
	{Name: SupplierGroups, Act: sourcing.ToTell, From: opening.TechnicalOpened, Sees: opening.FieldIdentity, Formats: []Format{Workbook}},
}

// Find returns a report by its name, or Unknown.
func Find(name Name) (Report, error) {
	i := slices.IndexFunc(Reports, func(r Report) bool { return r.Name == name })
	if i < 0 {
		return Report{}, Unknown.New("%s", name)
	}
	return Reports[i], nil
}

// Admits returns nil where the person may have the report of a category now, whose room,
// where it has one, is over or not. It raises NoSuchStep, NotYet, Apart and Unsettled.
func (r Report) Admits(c sourcing.Category, by opening.Standing, over bool) error {
	if err := c.Policy().Need(r.Needs); err != nil {
		return err
	}
	phase := opening.PhaseOf(c.Status)
	if slices.Index(opening.Phases, phase) < slices.Index(opening.Phases, r.From) || (r.Ranked && !opening.HasResult(c.Status)) {
		return NotYet.New("category is %s", c.Status)
	}
	if r.Closed && !over {
		return NotYet.New("the room is not closed")
	}
	if r.Sees == "" && !r.Closed {
		return nil
	}
	if by.Apart {
		return Apart.New("")
	}
	if r.Sees != "" && !r.Shows(by, r.Sees) {
		return Unsettled.New("category is %s", c.Status)
	}
	return nil
}

// Shows reports whether a field of the bids of a category may be told to the person.
func (r Report) Shows(by opening.Standing, f opening.Field) bool {
	if r.Checks {
		by = by.AsChecker()
	}
	return !by.Apart && by.Sees(f) == opening.Value
}

// Priced are the states of a category in which its prices are open.
func Priced() []string {
	out := []string{}
	for _, s := range sourcing.Statuses {
		if slices.Index(opening.Phases, opening.PhaseOf(s)) >= slices.Index(opening.Phases, opening.FinancialOpened) {
			out = append(out, string(s))
		}
	}
	return out
}
