package assurancehttp

import (
	"encoding/hex"
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
		Help         string                `json:"help,omitempty"`
		ResponseType sourcing.ResponseType `json:"response_type"`
	}
	// CheckFailure is a check by which a bid fails.
	CheckFailure struct {
		QuestionID uuid.UUID         `json:"question_id" format:"uuid"`
		Verdict    assurance.Verdict `json:"verdict" enum:"expired,not_issued,altered,unreadable,missing"`
	}
	// CheckPart is one of the two checks of a bid.
	CheckPart struct {
		CheckerID  *uuid.UUID `json:"checker_id,omitempty" format:"uuid" doc:"Whom it was given to; absent: whoever comes first"`
		Done       int        `json:"done" doc:"Answers checked, of as many as there are questions"`
		FinishedBy *uuid.UUID `json:"finished_by,omitempty" format:"uuid"`
		FinishedAt *time.Time `json:"finished_at,omitempty"`
		Mine       bool       `json:"mine" doc:"I may check: neither the other check is mine nor this one somebody else's"`
		Version    int32      `json:"version"`
	}
	// CheckedBid is an opened bid with what was checked of it.
	CheckedBid struct {
		SubmissionID uuid.UUID       `json:"submission_id" format:"uuid"`
		SupplierID   uuid.UUID       `json:"supplier_id" format:"uuid"`
		SupplierName string          `json:"supplier_name"`
		Position     int32           `json:"position"`
		Lot          string          `json:"lot" doc:"Its number in the draw: SHA-256 of the closing root and the submission's identifier"`
		Drawn        bool            `json:"drawn" doc:"It is checked a second time"`
		State        assurance.State `json:"state"`
		First        CheckPart       `json:"first"`
		Second       CheckPart       `json:"second"`
		Hidden       bool            `json:"hidden" doc:"What was found is, until the second check is finished"`
		Failures     []CheckFailure  `json:"failures"`
	}
	// CheckSample is how many of a category's bids are checked a second time.
	CheckSample struct {
		Percent int   `json:"percent"`
		Version int32 `json:"version"`
	}
	// CheckTally is how far the checks are, and how often two people found the same.
	CheckTally struct {
		Bids       int `json:"bids"`
		Checked    int `json:"checked" doc:"First check finished"`
		Drawn      int `json:"drawn"`
		Controlled int `json:"controlled" doc:"Second check finished"`
		Compared   int `json:"compared" doc:"Answers that two people have checked"`
		Agreed     int `json:"agreed" doc:"Of these, with the same verdict"`
	}
	// AssuranceDesk is where the checks of a category stand.
	AssuranceDesk struct {
		CategoryID   uuid.UUID                   `json:"category_id" format:"uuid"`
		JobID        uuid.UUID                   `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity           `json:"activity"`
		Name         string                      `json:"name"`
		Reference    string                      `json:"reference"`
		Instructions string                      `json:"instructions"`
		Timezone     string                      `json:"timezone" doc:"IANA, of every moment of record"`
		Status       sourcing.Status             `json:"status"`
		Policy       sourcinghttp.ActivityPolicy `json:"policy" doc:"What the category has: envelopes, steps, what decides"`
		Open         bool                        `json:"open" doc:"Checks can be made now"`
		MyInterest   opening.Interest            `json:"my_interest,omitempty" doc:"Absent before I have declared"`
		Sample       CheckSample                 `json:"sample"`
		Draws        bool                        `json:"draws" doc:"The sample can be set now"`
		Least        int                         `json:"least" doc:"Per cent below which it cannot be set"`
		ClosingRoot  string                      `json:"closing_root,omitempty" doc:"That was signed at closing, in hexadecimal digits"`
		Tally        CheckTally                  `json:"tally"`
		Checkers     []Checker                   `json:"checkers"`
		Questions    []CheckedQuestion           `json:"questions"`
		Bids         []CheckedBid                `json:"bids"`
	}
	// ControlledCategory is how far the second checks of a category are.
	ControlledCategory struct {
		CategoryID uuid.UUID       `json:"category_id" format:"uuid"`
		Name       string          `json:"name"`
		Reference  string          `json:"reference"`
		Status     sourcing.Status `json:"status"`
		Open       bool            `json:"open" doc:"Checks can be made now"`
		Sample     CheckSample     `json:"sample"`
		Tally      CheckTally      `json:"tally"`
	}
	// AssuranceControls is how far the second checks of a job's categories are.
	AssuranceControls struct {
		JobID      uuid.UUID            `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity    `json:"activity"`
		Title      string               `json:"title"`
		Reference  string               `json:"reference"`
		Categories []ControlledCategory `json:"categories"`
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
		Answer  string      `json:"answer" doc:"Options are resolved to their labels"`
		Files   []CheckFile `json:"files"`
		Version int32       `json:"version" doc:"Of the check of this turn; 0: nobody has checked"`
		Check   *Check      `json:"check,omitempty" doc:"Of this turn; absent as well while it is hidden"`
		Other   *Check      `json:"other,omitempty" doc:"Of the other turn, once the second check is finished"`
	}
	// AssuranceSheet is one opened bid as it is checked in a turn.
	AssuranceSheet struct {
		CategoryID   uuid.UUID         `json:"category_id" format:"uuid"`
		JobID        uuid.UUID         `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity `json:"activity"`
		Name         string            `json:"name"`
		Timezone     string            `json:"timezone" doc:"IANA, of every moment of record"`
		SubmissionID uuid.UUID         `json:"submission_id" format:"uuid"`
		Turn         assurance.Turn    `json:"turn"`
		SupplierID   uuid.UUID         `json:"supplier_id" format:"uuid"`
		SupplierName string            `json:"supplier_name"`
		Open         bool              `json:"open" doc:"Checks can be made now"`
		Mine         bool              `json:"mine" doc:"I may check"`
		Finished     bool              `json:"finished"`
		Hidden       bool              `json:"hidden" doc:"What others found is, until the second check is finished"`
		Settled      bool              `json:"settled" doc:"Both checks stand beside each other; the second one counts"`
		Cells        []CheckCell       `json:"cells"`
	}
	// CheckStored is the version that a check has now.
	CheckStored struct {
		Version int32 `json:"version"`
	}
)

func questionOf(q assurancesvc.Question) CheckedQuestion {
	return CheckedQuestion{
		ID:           q.ID,
		SectionName:  q.SectionName,
		Prompt:       q.Prompt,
		Help:         q.Help,
		ResponseType: sourcing.ResponseType(q.ResponseType),
	}
}

func sampleOf(s assurance.Sample) CheckSample {
	return CheckSample{Percent: s.Percent, Version: s.Version}
}

func tallyOf(t assurance.Tally) CheckTally {
	return CheckTally{
		Bids:       t.Bids,
		Checked:    t.Checked,
		Drawn:      t.Drawn,
		Controlled: t.Controlled,
		Compared:   t.Compared,
		Agreed:     t.Agreed,
	}
}

func deskOf(d assurancesvc.Desk) AssuranceDesk {
	out := AssuranceDesk{
		CategoryID:   d.ID,
		JobID:        d.Job.ID,
		Activity:     sourcing.Activity(d.Activity),
		Name:         d.Name,
		Reference:    d.Reference,
		Instructions: d.Instructions,
		Timezone:     d.Job.Timezone,
		Status:       sourcing.Status(d.Status),
		Policy:       sourcinghttp.ToPolicy(d.Policy()),
		Open:         d.Open,
		MyInterest:   opening.Interest(d.Mine),
		Sample:       sampleOf(d.Sample),
		Draws:        d.Draws,
		Least:        d.Least,
		ClosingRoot:  hex.EncodeToString(d.ClosingRoot),
		Tally:        tallyOf(d.Tally),
		Checkers:     make([]Checker, len(d.People)),
		Questions:    make([]CheckedQuestion, len(d.Questions)),
		Bids:         make([]CheckedBid, len(d.Bids)),
	}
	for i, p := range d.People {
		out.Checkers[i] = Checker{ID: p.AccountID, Name: p.Name, Interest: opening.Interest(p.Interest), DeclaredAt: p.DeclaredAt.UTC()}
	}
	for i, q := range d.Questions {
		out.Questions[i] = questionOf(q)
	}
	for i, b := range d.Bids {
		out.Bids[i] = bidOf(b)
	}
	return out
}

func bidOf(b assurancesvc.Bid) CheckedBid {
	out := CheckedBid{
		SubmissionID: b.Submission,
		SupplierID:   b.Supplier,
		SupplierName: b.SupplierName,
		Position:     b.Position,
		Lot:          hex.EncodeToString(b.Lot[:]),
		Drawn:        b.Drawn,
		State:        b.State,
		First:        partOf(b.Parts[assurance.First]),
		Second:       partOf(b.Parts[assurance.Second]),
		Hidden:       b.Hidden,
		Failures:     make([]CheckFailure, len(b.Failures)),
	}
	for i, f := range b.Failures {
		out.Failures[i] = CheckFailure{QuestionID: f.Question, Verdict: f.Verdict}
	}
	return out
}

func partOf(p assurancesvc.Part) CheckPart {
	out := CheckPart{Done: p.Done, Mine: p.Mine == nil, Version: p.Version}
	if p.Checker != uuid.Nil {
		out.CheckerID = &p.Checker
	}
	if p.FinishedAt != nil {
		at := p.FinishedAt.UTC()
		out.FinishedBy, out.FinishedAt = &p.FinishedBy, &at
	}
	return out
}

func controlsOf(j sourcing.Job, all []assurancesvc.Control) AssuranceControls {
	out := AssuranceControls{
		JobID:      j.ID,
		Activity:   j.Activity,
		Title:      j.Title,
		Reference:  j.Reference,
		Categories: make([]ControlledCategory, len(all)),
	}
	for i, c := range all {
		out.Categories[i] = ControlledCategory{
			CategoryID: c.ID,
			Name:       c.Name,
			Reference:  c.Reference,
			Status:     c.Status,
			Open:       c.Open,
			Sample:     sampleOf(c.Sample),
			Tally:      tallyOf(c.Tally),
		}
	}
	return out
}

func checkOf(k *assurance.Check) *Check {
	if k == nil {
		return nil
	}
	return &Check{
		Verdict: k.Verdict,
		Note:    k.Note,
		By:      k.ByName,
		At:      k.At.UTC(),
		Version: k.Version,
	}
}

func sheetOf(s assurancesvc.Sheet) AssuranceSheet {
	out := AssuranceSheet{
		CategoryID:   s.ID,
		JobID:        s.Job.ID,
		Activity:     s.Activity,
		Name:         s.Name,
		Timezone:     s.Job.Timezone,
		SubmissionID: s.Submission,
		Turn:         s.Turn,
		SupplierID:   s.Supplier,
		SupplierName: s.SupplierName,
		Open:         s.Open,
		Mine:         s.Barred == nil,
		Finished:     s.Finished,
		Hidden:       s.Hidden,
		Settled:      s.Settled,
		Cells:        make([]CheckCell, len(s.Cells)),
	}
	for i, c := range s.Cells {
		cell := CheckCell{
			CheckedQuestion: questionOf(c.Question),
			Answer:          c.Answer,
			Files:           make([]CheckFile, len(c.Files)),
			Version:         c.Version,
			Check:           checkOf(c.Check),
			Other:           checkOf(c.Other),
		}
		for j, f := range c.Files {
			cell.Files[j] = CheckFile{ID: f.BidFileID, Name: f.Name, Type: f.MediaType, Size: f.Size}
		}
		out.Cells[i] = cell
	}
	return out
}
