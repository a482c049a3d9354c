package diligencehttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// VisitQuestion is asked on visits; no bidder reads it.
	VisitQuestion struct {
		ID           uuid.UUID      `json:"id" format:"uuid"`
		Prompt       string         `json:"prompt"`
		Help         string         `json:"help"`
		Kind         diligence.Kind `json:"kind"`
		Published    bool           `json:"published" doc:"One of the criteria: it is found whether what the bid says holds"`
		SupplierID   *uuid.UUID     `json:"supplier_id,omitempty" format:"uuid" doc:"Of the bidder that alone is asked"`
		SupplierName string         `json:"supplier_name,omitempty"`
	}
	// VisitedBid is an opened bid with its visit.
	VisitedBid struct {
		SubmissionID uuid.UUID        `json:"submission_id" format:"uuid"`
		SupplierID   uuid.UUID        `json:"supplier_id" format:"uuid"`
		SupplierName string           `json:"supplier_name"`
		Position     int32            `json:"position"`
		Passed       *bool            `json:"passed,omitempty" doc:"Absent before it was judged"`
		Status       diligence.Status `json:"status,omitempty" doc:"Absent before a visit was planned"`
		DueAt        *time.Time       `json:"due_at,omitempty"`
		Place        string           `json:"place,omitempty"`
		People       string           `json:"people,omitempty"`
		Reason       string           `json:"reason,omitempty"`
		ExpiresOn    string           `json:"expires_on,omitempty" doc:"The last day on which what was decided counts"`
		Version      int32            `json:"version"`
	}
	// DiligenceDesk is where the visits of a category stand.
	DiligenceDesk struct {
		CategoryID uuid.UUID                   `json:"category_id" format:"uuid"`
		JobID      uuid.UUID                   `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity           `json:"activity"`
		Name       string                      `json:"name"`
		Reference  string                      `json:"reference"`
		Timezone   string                      `json:"timezone" doc:"IANA, of every moment of record"`
		Status     sourcing.Status             `json:"status"`
		Policy     sourcinghttp.ActivityPolicy `json:"policy" doc:"What the category has: envelopes, steps, what decides"`
		MyInterest opening.Interest            `json:"my_interest,omitempty" doc:"Absent before I have declared"`
		MayAsk     bool                        `json:"may_ask" doc:"Questions can be added and taken back now"`
		Open       bool                        `json:"open" doc:"Visits can be worked on now"`
		Questions  []VisitQuestion             `json:"questions"`
		Bids       []VisitedBid                `json:"bids"`
	}
	// Arrival is that somebody has come to the bidder's place.
	Arrival struct {
		At       time.Time `json:"at" doc:"By the clock of the device"`
		Consent  bool      `json:"consent" doc:"To keep where the device was"`
		Position *Position `json:"position,omitempty"`
	}
	// Position is where a device was.
	Position struct {
		Latitude  float64 `json:"latitude"`
		Longitude float64 `json:"longitude"`
	}
	// VisitChange is what was found of one question.
	VisitChange struct {
		QuestionID uuid.UUID `json:"question_id" format:"uuid"`
		Value      string    `json:"value" maxLength:"4000"`
		Note       string    `json:"note,omitempty" maxLength:"4000"`
		At         time.Time `json:"at" doc:"By the clock of the device"`
		Version    int32     `json:"version" minimum:"0" doc:"The one that was seen; 0 where nobody had answered"`
	}
	// VisitConflict is an answer that somebody else gave meanwhile.
	VisitConflict struct {
		QuestionID uuid.UUID `json:"question_id" format:"uuid"`
		Value      string    `json:"value"`
		Note       string    `json:"note"`
		Version    int32     `json:"version"`
	}
	// VisitVersion is the version that an answer has now.
	VisitVersion struct {
		QuestionID uuid.UUID `json:"question_id" format:"uuid"`
		Version    int32     `json:"version"`
	}
	// VisitAnswersStored is what became of what a device sent.
	VisitAnswersStored struct {
		Versions  []VisitVersion  `json:"versions"`
		Conflicts []VisitConflict `json:"conflicts"`
	}
	// VisitStored is the version that a visit has now.
	VisitStored struct {
		Version int32 `json:"version"`
	}
	// VisitAnswer is what was found of a question, and by whom.
	VisitAnswer struct {
		Value   string    `json:"value"`
		Note    string    `json:"note"`
		By      string    `json:"by"`
		At      time.Time `json:"at"`
		Version int32     `json:"version"`
	}
	// VisitPhoto is a photograph of a visit.
	VisitPhoto struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
		Size int64     `json:"size"`
		By   string    `json:"by"`
		At   time.Time `json:"at"`
	}
	// VisitCell is one question of a visit.
	VisitCell struct {
		ID        uuid.UUID      `json:"id" format:"uuid"`
		Prompt    string         `json:"prompt"`
		Help      string         `json:"help"`
		Kind      diligence.Kind `json:"kind"`
		Published bool           `json:"published" doc:"One of the criteria: it is found whether what the bid says holds"`
		Claim     string         `json:"claim,omitempty" doc:"What the bid says; options are resolved to their labels"`
		Own       bool           `json:"own" doc:"Asked of this bidder alone"`
		Answer    *VisitAnswer   `json:"answer,omitempty"`
		Photos    []VisitPhoto   `json:"photos"`
	}
	// VisitSheet is one bidder's visit.
	VisitSheet struct {
		CategoryID   uuid.UUID         `json:"category_id" format:"uuid"`
		JobID        uuid.UUID         `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity `json:"activity"`
		Name         string            `json:"name" doc:"Of the category"`
		Reference    string            `json:"reference"`
		Timezone     string            `json:"timezone" doc:"IANA, of every moment of record"`
		SubmissionID uuid.UUID         `json:"submission_id" format:"uuid"`
		SupplierID   uuid.UUID         `json:"supplier_id" format:"uuid"`
		SupplierName string            `json:"supplier_name"`
		Status       diligence.Status  `json:"status,omitempty" doc:"Absent before a visit was planned"`
		May          bool              `json:"may" doc:"The visit can be worked on now"`
		MayDecide    bool              `json:"may_decide" doc:"And I may decide on it"`
		Open         bool              `json:"open" doc:"Answers are taken now"`
		Counts       bool              `json:"counts" doc:"What was decided counts today"`
		DueAt        *time.Time        `json:"due_at,omitempty"`
		Place        string            `json:"place,omitempty"`
		People       string            `json:"people,omitempty"`
		ArrivedAt    *time.Time        `json:"arrived_at,omitempty"`
		ArrivedBy    string            `json:"arrived_by,omitempty"`
		Position     *Position         `json:"position,omitempty" doc:"Kept with consent only"`
		Findings     string            `json:"findings,omitempty"`
		FoundAt      *time.Time        `json:"found_at,omitempty"`
		FoundBy      string            `json:"found_by,omitempty"`
		Reason       string            `json:"reason,omitempty"`
		DecidedAt    *time.Time        `json:"decided_at,omitempty"`
		DecidedBy    string            `json:"decided_by,omitempty"`
		ExpiresOn    string            `json:"expires_on,omitempty" doc:"The last day on which what was decided counts"`
		Version      int32             `json:"version"`
		Cells        []VisitCell       `json:"cells"`
	}
)

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}

func dayOf(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func deskOf(d diligencesvc.Desk) DiligenceDesk {
	out := DiligenceDesk{
		CategoryID: d.ID,
		JobID:      d.Job.ID,
		Activity:   sourcing.Activity(d.Activity),
		Name:       d.Name,
		Reference:  d.Reference,
		Timezone:   d.Job.Timezone,
		Status:     sourcing.Status(d.Status),
		Policy:     sourcinghttp.ToPolicy(d.Policy()),
		MyInterest: opening.Interest(d.Mine),
		MayAsk:     d.MayAsk,
		Open:       d.Open,
		Questions:  make([]VisitQuestion, 0, len(d.Claims)+len(d.Questions)),
		Bids:       make([]VisitedBid, len(d.Bids)),
	}
	for _, q := range d.Claims {
		out.Questions = append(out.Questions, VisitQuestion{ID: q.ID, Prompt: q.Prompt, Kind: diligence.YesNo, Published: true})
	}
	for _, q := range d.Questions {
		out.Questions = append(out.Questions, VisitQuestion{
			ID:           q.ID,
			Prompt:       q.Prompt,
			Help:         q.Help,
			Kind:         diligence.Kind(q.Kind),
			SupplierID:   q.SupplierID,
			SupplierName: text(q.SupplierName),
		})
	}
	for i, b := range d.Bids {
		out.Bids[i] = VisitedBid{
			SubmissionID: b.SubmissionID,
			SupplierID:   b.SupplierID,
			SupplierName: b.SupplierName,
			Position:     b.Position,
			Passed:       b.TechnicalPass,
			Status:       diligence.Status(text(b.Status)),
			DueAt:        utc(b.DueAt),
			Place:        text(b.Place),
			People:       text(b.People),
			Reason:       text(b.Reason),
			ExpiresOn:    dayOf(b.ExpiresOn),
		}
		if b.Version != nil {
			out.Bids[i].Version = *b.Version
		}
	}
	return out
}

func conducted(arrival *Arrival, changes []VisitChange) diligencesvc.Conducted {
	var out diligencesvc.Conducted
	if arrival != nil {
		out.Arrival = &diligence.Arrival{At: arrival.At.UTC(), Consent: arrival.Consent}
		if p := arrival.Position; p != nil {
			out.Arrival.Position = &diligence.Position{Latitude: p.Latitude, Longitude: p.Longitude}
		}
	}
	for _, c := range changes {
		out.Changes = append(out.Changes, diligencesvc.Change{
			Question: c.QuestionID,
			Answer:   diligence.Answer{Value: c.Value, Note: c.Note, At: c.At.UTC()},
			Seen:     c.Version,
		})
	}
	return out
}

func storedOf(s diligencesvc.Stored) VisitAnswersStored {
	out := VisitAnswersStored{Versions: []VisitVersion{}, Conflicts: make([]VisitConflict, len(s.Conflicts))}
	for _, v := range s.Versions {
		out.Versions = append(out.Versions, VisitVersion{QuestionID: v.Question, Version: v.Version})
	}
	for i, c := range s.Conflicts {
		out.Conflicts[i] = VisitConflict{QuestionID: c.Question, Value: c.Value, Note: c.Note, Version: c.Version}
	}
	return out
}

func sheetOf(s diligencesvc.Sheet) VisitSheet {
	v := s.Visit
	out := VisitSheet{
		CategoryID:   s.ID,
		JobID:        s.Job.ID,
		Activity:     sourcing.Activity(s.Activity),
		Name:         s.Name,
		Reference:    s.Reference,
		Timezone:     s.Job.Timezone,
		SubmissionID: s.Submission,
		SupplierID:   v.SupplierID,
		SupplierName: s.SupplierName,
		Status:       diligence.Status(v.Status),
		May:          s.May,
		MayDecide:    s.MayDecide,
		Open:         s.Open,
		Counts:       s.Counts,
		DueAt:        utc(v.DueAt),
		Place:        v.Place,
		People:       v.People,
		ArrivedAt:    utc(v.ArrivedAt),
		ArrivedBy:    v.Arriver,
		Findings:     v.Findings,
		FoundAt:      utc(v.FoundAt),
		FoundBy:      v.Finder,
		Reason:       v.Reason,
		DecidedAt:    utc(v.DecidedAt),
		DecidedBy:    v.Decider,
		ExpiresOn:    dayOf(v.ExpiresOn),
		Version:      v.Version,
		Cells:        make([]VisitCell, len(s.Cells)),
	}
	if v.Latitude != nil {
		out.Position = &Position{Latitude: float64(*v.Latitude) / 1e6, Longitude: float64(*v.Longitude) / 1e6}
	}
	for i, c := range s.Cells {
		cell := VisitCell{
			ID:        c.ID,
			Prompt:    c.Prompt,
			Help:      c.Help,
			Kind:      c.Kind,
			Published: c.Published,
			Claim:     c.Claim,
			Own:       c.Own,
			Photos:    make([]VisitPhoto, len(c.Photos)),
		}
		if r := c.Answer; r != nil {
			cell.Answer = &VisitAnswer{Value: r.Value, Note: r.Note, By: r.Name, At: r.AnsweredAt.UTC(), Version: r.Version}
		}
		for j, p := range c.Photos {
			cell.Photos[j] = VisitPhoto{ID: p.ID, Name: p.Name, Size: p.Size, By: p.TakenBy, At: p.StoredAt.UTC()}
		}
		out.Cells[i] = cell
	}
	return out
}
