package projecthttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

type (
	// RiskForm is what somebody says of a risk.
	RiskForm struct {
		Title       string           `json:"title" maxLength:"400"`
		Description string           `json:"description,omitempty" maxLength:"8000"`
		Likelihood  int              `json:"likelihood" doc:"1, rare, to 5, almost certain"`
		Impact      int              `json:"impact" doc:"1, negligible, to 5, severe"`
		Response    project.Response `json:"response"`
		Treatment   string           `json:"treatment,omitempty" maxLength:"8000" doc:"What is done about it"`
		OwnerID     uuid.UUID        `json:"owner_id" format:"uuid"`
		DueOn       day.Day          `json:"due_on" doc:"Of the next review"`
		JobID       *uuid.UUID       `json:"job_id,omitempty" format:"uuid"`
		SupplierID  *uuid.UUID       `json:"supplier_id,omitempty" format:"uuid"`
		Note        string           `json:"note,omitempty" maxLength:"4000" doc:"Why it is said now"`
	}
	// RiskRow is a row of the register.
	RiskRow struct {
		ID         uuid.UUID          `json:"id" format:"uuid"`
		Number     int32              `json:"number"`
		Title      string             `json:"title"`
		Likelihood int32              `json:"likelihood"`
		Impact     int32              `json:"impact"`
		Score      int32              `json:"score"`
		Level      project.Level      `json:"level"`
		Response   project.Response   `json:"response"`
		Status     project.Status     `json:"status"`
		DueOn      day.Day            `json:"due_on"`
		OwnerID    uuid.UUID          `json:"owner_id" format:"uuid"`
		Owner      string             `json:"owner"`
		JobID      *uuid.UUID         `json:"job_id,omitempty" format:"uuid"`
		Job        string             `json:"job"`
		Activity   *sourcing.Activity `json:"activity,omitempty" doc:"Of the job"`
		SupplierID *uuid.UUID         `json:"supplier_id,omitempty" format:"uuid"`
		Supplier   string             `json:"supplier"`
	}
	// Risks is one page of the register.
	Risks struct {
		Items []RiskRow `json:"items"`
		Next  string    `json:"next,omitempty"`
	}
	// RiskChange is what a risk was after somebody said something of it.
	RiskChange struct {
		Version    int32            `json:"version"`
		Likelihood int32            `json:"likelihood"`
		Impact     int32            `json:"impact"`
		Level      project.Level    `json:"level"`
		Response   project.Response `json:"response"`
		Status     project.Status   `json:"status"`
		Owner      string           `json:"owner"`
		DueOn      day.Day          `json:"due_on"`
		Note       string           `json:"note"`
		By         string           `json:"by"`
		At         time.Time        `json:"at"`
	}
	// Risk is a risk with its history.
	Risk struct {
		RiskRow
		Description string           `json:"description"`
		Treatment   string           `json:"treatment"`
		CreatedAt   time.Time        `json:"created_at"`
		Version     int32            `json:"version"`
		Overdue     bool             `json:"overdue"`
		MayKeep     bool             `json:"may_keep" doc:"Whether the asking person may change it"`
		Moves       []project.Status `json:"moves" doc:"To which it can be brought"`
		Changes     []RiskChange     `json:"changes" doc:"The last first"`
	}
	// RiskCell counts the risks of a cell of the matrix.
	RiskCell struct {
		Likelihood int32         `json:"likelihood"`
		Impact     int32         `json:"impact"`
		Level      project.Level `json:"level"`
		Risks      int64         `json:"risks"`
	}
	// RiskReview is a risk that is looked at again.
	RiskReview struct {
		ID      uuid.UUID     `json:"id" format:"uuid"`
		Number  int32         `json:"number"`
		Title   string        `json:"title"`
		Level   project.Level `json:"level"`
		Score   int32         `json:"score"`
		Owner   string        `json:"owner"`
		DueOn   day.Day       `json:"due_on"`
		Overdue bool          `json:"overdue"`
	}
	// RiskBoard is a register in figures.
	RiskBoard struct {
		Open     int64        `json:"open" doc:"All that are not closed"`
		Critical int64        `json:"critical"`
		Overdue  int64        `json:"overdue"`
		Mine     int64        `json:"mine"`
		Closed   int64        `json:"closed"`
		Cells    []RiskCell   `json:"cells" doc:"All of the matrix, the least likely and least severe first"`
		Reviews  []RiskReview `json:"reviews" doc:"Due next"`
		Worst    []RiskRow    `json:"worst"`
	}
	// RiskSupplier is a supplier of whom the register speaks.
	RiskSupplier struct {
		ID      uuid.UUID      `json:"id" format:"uuid"`
		Name    string         `json:"name"`
		Country string         `json:"country"`
		Open    int64          `json:"open"`
		Overdue int64          `json:"overdue"`
		Worst   int32          `json:"worst" doc:"Score of the worst that is not closed; 0 where all are"`
		Level   *project.Level `json:"level,omitempty" doc:"Of the worst"`
		NextDue *day.Day       `json:"next_due,omitempty"`
	}
	// RiskSuppliers is one page of them.
	RiskSuppliers struct {
		Items []RiskSupplier `json:"items"`
		Next  string         `json:"next,omitempty"`
	}
	// RiskChoice is somebody who can be named.
	RiskChoice struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// RiskChoices are those who can be named.
	RiskChoices struct {
		Items []RiskChoice `json:"items"`
	}
	// RiskBuyer is a company with its register in figures.
	RiskBuyer struct {
		ID       uuid.UUID `json:"id" format:"uuid"`
		Name     string    `json:"name"`
		Open     int64     `json:"open"`
		Critical int64     `json:"critical"`
		Overdue  int64     `json:"overdue"`
		Jobs     int64     `json:"jobs" doc:"Published jobs of risk management"`
	}
	// RiskOverview is the registers of all buyers in figures.
	RiskOverview struct {
		Cells []RiskCell  `json:"cells" doc:"All of the matrix, over all buyers"`
		Items []RiskBuyer `json:"items"`
		Next  string      `json:"next,omitempty"`
	}
)

func (f RiskForm) domain() (project.Form, error) {
	due, err := time.Parse(time.DateOnly, string(f.DueOn))
	if err != nil {
		return project.Form{}, fault.Invalid.New("").At("/due_on", fault.Required)
	}
	return project.Form{
		Title:       f.Title,
		Description: f.Description,
		Likelihood:  f.Likelihood,
		Impact:      f.Impact,
		Response:    f.Response,
		Treatment:   f.Treatment,
		Owner:       f.OwnerID,
		Due:         due,
		Job:         f.JobID,
		Supplier:    f.SupplierID,
		Note:        f.Note,
	}, nil
}

func dayOf(t time.Time) day.Day { return day.Day(t.Format(time.DateOnly)) }

func activityOf(name string) *sourcing.Activity {
	if name == "" {
		return nil
	}
	a := sourcing.Activity(name)
	return &a
}

func rowOf(r projectsvc.Risk) RiskRow {
	return RiskRow{
		ID:         r.ID,
		Number:     r.Number,
		Title:      r.Title,
		Likelihood: r.Likelihood,
		Impact:     r.Impact,
		Score:      r.Score,
		Level:      project.LevelOf(int(r.Score)),
		Response:   project.Response(r.Response),
		Status:     project.Status(r.Status),
		DueOn:      dayOf(r.DueOn),
		OwnerID:    r.OwnerID,
		Owner:      r.OwnerName,
		JobID:      r.JobID,
		Job:        r.JobTitle,
		Activity:   activityOf(r.Activity),
		SupplierID: r.SupplierID,
		Supplier:   r.SupplierName,
	}
}

func riskOf(r projectsvc.Details) Risk {
	status := project.Status(r.Status)
	return Risk{
		RiskRow: RiskRow{
			ID:         r.ID,
			Number:     r.Number,
			Title:      r.Title,
			Likelihood: r.Likelihood,
			Impact:     r.Impact,
			Score:      r.Score,
			Level:      project.LevelOf(int(r.Score)),
			Response:   project.Response(r.Response),
			Status:     status,
			DueOn:      dayOf(r.DueOn),
			OwnerID:    r.OwnerID,
			Owner:      r.OwnerName,
			JobID:      r.JobID,
			Job:        r.JobTitle,
			Activity:   activityOf(r.Activity),
			SupplierID: r.SupplierID,
			Supplier:   r.SupplierName,
		},
		Description: r.Description,
		Treatment:   r.Treatment,
		CreatedAt:   r.CreatedAt.UTC(),
		Version:     r.Version,
		Overdue:     status != project.Shut && r.DueOn.Before(r.Today),
		MayKeep:     r.MayKeep,
		Moves:       status.Next(),
		Changes:     httpkit.Each(r.Changes, changeOf),
	}
}

func changeOf(c projectsvc.Change) RiskChange {
	return RiskChange{
		Version:    c.Version,
		Likelihood: c.Likelihood,
		Impact:     c.Impact,
		Level:      project.LevelOf(int(c.Likelihood * c.Impact)),
		Response:   project.Response(c.Response),
		Status:     project.Status(c.Status),
		Owner:      c.OwnerName,
		DueOn:      dayOf(c.DueOn),
		Note:       c.Note,
		By:         c.ByName,
		At:         c.ChangedAt.UTC(),
	}
}

// cellsOf is the whole matrix: a cell without a risk has its level too.
func cellsOf(counted []projectsvc.Cell) []RiskCell {
	var out []RiskCell
	for likelihood := range int32(project.Most) {
		for impact := range int32(project.Most) {
			cell := RiskCell{Likelihood: likelihood + 1, Impact: impact + 1}
			cell.Level = project.LevelOf(int(cell.Likelihood * cell.Impact))
			for _, c := range counted {
				if c.Likelihood == cell.Likelihood && c.Impact == cell.Impact {
					cell.Risks = c.Risks
				}
			}
			out = append(out, cell)
		}
	}
	return out
}

func boardOf(b projectsvc.Board) RiskBoard {
	return RiskBoard{
		Open:     b.Counts.Open,
		Critical: b.Counts.Critical,
		Overdue:  b.Counts.Overdue,
		Mine:     b.Counts.Mine,
		Closed:   b.Counts.Closed,
		Cells:    cellsOf(b.Cells),
		Worst:    httpkit.Each(b.Worst, rowOf),
		Reviews: httpkit.Each(b.Next, func(r projectsvc.Review) RiskReview {
			return RiskReview{
				ID:      r.ID,
				Number:  r.Number,
				Title:   r.Title,
				Level:   project.LevelOf(int(r.Score)),
				Score:   r.Score,
				Owner:   r.OwnerName,
				DueOn:   dayOf(r.DueOn),
				Overdue: r.DueOn.Before(b.Today),
			}
		}),
	}
}

func namedOf(r projectsvc.Named) RiskSupplier {
	out := RiskSupplier{
		ID:      r.ID,
		Name:    r.Name,
		Country: r.Country,
		Open:    r.Open,
		Overdue: r.Overdue,
		Worst:   r.Worst,
	}
	if r.Open > 0 {
		level, due := project.LevelOf(int(r.Worst)), dayOf(r.NextDue)
		out.Level, out.NextDue = &level, &due
	}
	return out
}

func overviewOf(o projectsvc.Overview) RiskOverview {
	return RiskOverview{
		Cells: cellsOf(o.Cells),
		Next:  o.Buyers.Next,
		Items: httpkit.Each(o.Buyers.Items, func(r projectsvc.Buyer) RiskBuyer {
			return RiskBuyer{
				ID:       r.ID,
				Name:     r.Name,
				Open:     r.Open,
				Critical: r.Critical,
				Overdue:  r.Overdue,
				Jobs:     r.Jobs,
			}
		}),
	}
}
