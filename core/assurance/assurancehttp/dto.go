package assurancehttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// Checker is somebody who declared interests.
	Checker struct {
		ID         uuid.UUID        `json:"id" format:"uuid"`
		Name       string           `json:"name"`
		Interest   opening.Interest `json:"interest"`
		DeclaredAt time.Time        `json:"declared_at"`
	}
	// CheckedQuestion is a question that goes through quality assurance.
	CheckedQuestion struct {
		ID           uuid.UUID             `json:"id" format:"uuid"`
		SectionName  string                `json:"section_name"`
		Prompt       string                `json:"prompt"`
		ResponseType sourcing.ResponseType `json:"response_type"`
	}
	// CheckFailure is a check by which a bid fails.
	CheckFailure struct {
		QuestionID uuid.UUID         `json:"question_id" format:"uuid"`
		Verdict    assurance.Verdict `json:"verdict" enum:"expired,not_issued,altered,unreadable,missing"`
	}
	// CheckedBid is an opened bid with what was checked of it.
	CheckedBid struct {
		SubmissionID uuid.UUID      `json:"submission_id" format:"uuid"`
		SupplierID   uuid.UUID      `json:"supplier_id" format:"uuid"`
		SupplierName string         `json:"supplier_name"`
		Position     int32          `json:"position"`
		Done         int            `json:"done" doc:"Checks made, of as many as there are questions"`
		Failures     []CheckFailure `json:"failures"`
	}
	// AssuranceDesk is where the checks of a category stand.
	AssuranceDesk struct {
		CategoryID uuid.UUID                   `json:"category_id" format:"uuid"`
		JobID      uuid.UUID                   `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity           `json:"activity"`
		Name       string                      `json:"name"`
		Reference  string                      `json:"reference"`
		Timezone   string                      `json:"timezone" doc:"IANA, of every moment of record"`
		Status     sourcing.Status             `json:"status"`
		Policy     sourcinghttp.ActivityPolicy `json:"policy" doc:"What the category has: envelopes, steps, what decides"`
		Open       bool                        `json:"open" doc:"Checks can be made now"`
		MyInterest opening.Interest            `json:"my_interest,omitempty" doc:"Absent before I have declared"`
		Checkers   []Checker                   `json:"checkers"`
		Questions  []CheckedQuestion           `json:"questions"`
		Bids       []CheckedBid                `json:"bids"`
	}
	// CheckFile is a document that answers a question.
	CheckFile struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
		Type string    `json:"type"`
		Size int64     `json:"size"`
	}
	// Check is what somebody found of an answer.
	Check struct {
		Verdict assurance.Verdict `json:"verdict"`
		Note    string            `json:"note"`
		By      string            `json:"by"`
		At      time.Time         `json:"at"`
		Version int32             `json:"version"`
	}
	// CheckCell is one answer that is checked.
	CheckCell struct {
		CheckedQuestion
		Answer string      `json:"answer" doc:"Options are resolved to their labels"`
		Files  []CheckFile `json:"files"`
		Check  *Check      `json:"check,omitempty"`
	}
	// AssuranceSheet is one opened bid as it is checked.
	AssuranceSheet struct {
		CategoryID   uuid.UUID   `json:"category_id" format:"uuid"`
		SubmissionID uuid.UUID   `json:"submission_id" format:"uuid"`
		SupplierName string      `json:"supplier_name"`
		Open         bool        `json:"open" doc:"Checks can be made now"`
		Cells        []CheckCell `json:"cells"`
	}
	// CheckStored is the version that a check has now.
	CheckStored struct {
		Version int32 `json:"version"`
	}
)

func questionOf(q assurancesvc.Question) CheckedQuestion {
	return CheckedQuestion{ID: q.ID, SectionName: q.SectionName, Prompt: q.Prompt, ResponseType: sourcing.ResponseType(q.ResponseType)}
}

func deskOf(d assurancesvc.Desk) AssuranceDesk {
	out := AssuranceDesk{
		CategoryID: d.ID,
		JobID:      d.Job.ID,
		Activity:   sourcing.Activity(d.Activity),
		Name:       d.Name,
		Reference:  d.Reference,
		Timezone:   d.Job.Timezone,
		Status:     sourcing.Status(d.Status),
		Policy:     sourcinghttp.ToPolicy(d.Policy()),
		Open:       d.Open,
		MyInterest: opening.Interest(d.Mine),
		Checkers:   make([]Checker, len(d.People)),
		Questions:  make([]CheckedQuestion, len(d.Questions)),
		Bids:       make([]CheckedBid, len(d.Bids)),
	}
	for i, p := range d.People {
		out.Checkers[i] = Checker{ID: p.AccountID, Name: p.Name, Interest: opening.Interest(p.Interest), DeclaredAt: p.DeclaredAt.UTC()}
	}
	for i, q := range d.Questions {
		out.Questions[i] = questionOf(q)
	}
	for i, b := range d.Bids {
		out.Bids[i] = CheckedBid{
			SubmissionID: b.Submission,
			SupplierID:   b.Supplier,
			SupplierName: b.SupplierName,
			Position:     b.Position,
			Done:         b.Done,
			Failures:     make([]CheckFailure, len(b.Failures)),
		}
		for j, f := range b.Failures {
			out.Bids[i].Failures[j] = CheckFailure{QuestionID: f.Question, Verdict: assurance.Verdict(f.Verdict)}
		}
	}
	return out
}

func sheetOf(s assurancesvc.Sheet) AssuranceSheet {
	out := AssuranceSheet{
		CategoryID:   s.Category,
		SubmissionID: s.Submission,
		SupplierName: s.SupplierName,
		Open:         s.Open,
		Cells:        make([]CheckCell, len(s.Cells)),
	}
	for i, c := range s.Cells {
		cell := CheckCell{CheckedQuestion: questionOf(c.Question), Answer: c.Answer, Files: make([]CheckFile, len(c.Files))}
		for j, f := range c.Files {
			cell.Files[j] = CheckFile{ID: f.BidFileID, Name: f.Name, Type: f.MediaType, Size: f.Size}
		}
		if k := c.Check; k != nil {
			cell.Check = &Check{
				Verdict: assurance.Verdict(k.Verdict),
				Note:    k.Note,
				By:      k.ByName,
				At:      k.At.UTC(),
				Version: k.Version,
			}
		}
		out.Cells[i] = cell
	}
	return out
}
