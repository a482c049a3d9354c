package procurementhttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/sourcing"
)

type (
	// ProcurementPlanForm is what somebody says of a plan.
	ProcurementPlanForm struct {
		Year         int                 `json:"year"`
		Title        string              `json:"title" maxLength:"400"`
		DepartmentID *uuid.UUID          `json:"department_id,omitempty" format:"uuid" doc:"Absent: of the whole company"`
		Regime       sourcing.RegimeCode `json:"regime" doc:"Whose ceilings it is held against"`
		Private      *bool               `json:"private,omitempty" doc:"Kept out of what everybody reads; absent: as it is. What is public already stays so"`
	}
	// ProcurementItemForm is what somebody says of an item.
	ProcurementItemForm struct {
		Number         string            `json:"number" maxLength:"200"`
		Title          string            `json:"title" maxLength:"400"`
		DepartmentID   *uuid.UUID        `json:"department_id,omitempty" format:"uuid"`
		Classification string            `json:"classification" maxLength:"200" doc:"CPV, eight digits"`
		Activity       sourcing.Activity `json:"activity" doc:"By which method"`
		Currency       money.Currency    `json:"currency"`
		Estimate       money.Decimal     `json:"estimate"`
		PublishOn      day.Day           `json:"publish_on"`
		AwardOn        day.Day           `json:"award_on"`
		BudgetLine     string            `json:"budget_line,omitempty" maxLength:"200"`
	}
	// ProcurementPlanRow is a plan as lists have it.
	ProcurementPlanRow struct {
		ID         uuid.UUID          `json:"id" format:"uuid"`
		BuyerID    uuid.UUID          `json:"buyer_id" format:"uuid"`
		BuyerName  string             `json:"buyer_name"`
		Year       int32              `json:"year"`
		Title      string             `json:"title"`
		Department string             `json:"department" doc:"Empty: of the whole company"`
		Status     procurement.Status `json:"status"`
		Items      int64              `json:"items"`
		CreatedAt  time.Time          `json:"created_at"`
		ChangedAt  time.Time          `json:"changed_at"`
	}
	// ProcurementPlans is one page of plans.
	ProcurementPlans struct {
		Items []ProcurementPlanRow `json:"items"`
		Next  string               `json:"next,omitempty"`
	}
	// ProcurementSum is what a plan will cost in a currency, and what jobs take of it.
	ProcurementSum struct {
		Currency  money.Currency `json:"currency"`
		Items     int64          `json:"items"`
		Planned   money.Decimal  `json:"planned"`
		Committed money.Decimal  `json:"committed" doc:"Estimates of the categories of its jobs"`
	}
	// SplitPart is one of the purchases of a split.
	SplitPart struct {
		ID        uuid.UUID     `json:"id" format:"uuid"`
		Reference string        `json:"reference"`
		Value     money.Decimal `json:"value"`
		On        time.Time     `json:"on"`
	}
	// SplitPurchase is several purchases within a ceiling that are above it together.
	SplitPurchase struct {
		Activity sourcing.Activity `json:"activity"`
		Class    string            `json:"class" doc:"Four digits of CPV"`
		Currency money.Currency    `json:"currency"`
		Ceiling  money.Decimal     `json:"ceiling"`
		Sum      money.Decimal     `json:"sum"`
		Parts    []SplitPart       `json:"parts"`
	}
	// SplitPurchases are those that were found.
	SplitPurchases struct {
		Items []SplitPurchase `json:"items"`
	}
	// ProcurementChange is what was done with a plan.
	ProcurementChange struct {
		Version   int32           `json:"version"`
		Act       procurement.Act `json:"act"`
		Note      string          `json:"note"`
		ByName    string          `json:"by_name"`
		ChangedAt time.Time       `json:"changed_at"`
	}
	// ProcurementPlan is a plan with its sums, its history and what may be done with it.
	ProcurementPlan struct {
		ID           uuid.UUID            `json:"id" format:"uuid"`
		BuyerID      uuid.UUID            `json:"buyer_id" format:"uuid"`
		BuyerName    string               `json:"buyer_name"`
		Year         int32                `json:"year"`
		Title        string               `json:"title"`
		DepartmentID *uuid.UUID           `json:"department_id,omitempty" format:"uuid"`
		Department   string               `json:"department"`
		Regime       sourcing.RegimeCode  `json:"regime"`
		Private      bool                 `json:"private" doc:"Kept out of what everybody reads"`
		Public       bool                 `json:"public" doc:"Everybody reads something of it: it cannot be kept out any more"`
		Status       procurement.Status   `json:"status"`
		Revision     int32                `json:"revision" doc:"How often it was approved"`
		Reason       string               `json:"reason" doc:"Of its last return or revision"`
		DrawnName    string               `json:"drawn_name"`
		ApprovedName string               `json:"approved_name"`
		ApprovedAt   *time.Time           `json:"approved_at,omitempty"`
		Version      int32                `json:"version"`
		Sums         []ProcurementSum     `json:"sums"`
		Splits       []SplitPurchase      `json:"splits"`
		Changes      []ProcurementChange  `json:"changes"`
		MayWrite     bool                 `json:"may_write"`
		MayDo        []procurement.Status `json:"may_do" doc:"To which the actor may bring it"`
	}
	// ProcurementItem is an item of a plan, with what jobs took of it.
	ProcurementItem struct {
		ID             uuid.UUID         `json:"id" format:"uuid"`
		Number         string            `json:"number"`
		Title          string            `json:"title"`
		DepartmentID   *uuid.UUID        `json:"department_id,omitempty" format:"uuid"`
		Department     string            `json:"department"`
		Classification string            `json:"classification"`
		Activity       sourcing.Activity `json:"activity"`
		Currency       money.Currency    `json:"currency"`
		Estimate       money.Decimal     `json:"estimate"`
		PublishOn      day.Day           `json:"publish_on"`
		AwardOn        day.Day           `json:"award_on"`
		BudgetLine     string            `json:"budget_line"`
		Version        int32             `json:"version"`
		Jobs           int64             `json:"jobs"`
		Committed      money.Decimal     `json:"committed"`
		Stage          procurement.Stage `json:"stage"`
	}
	// ProcurementItems is one page of items.
	ProcurementItems struct {
		Items []ProcurementItem `json:"items"`
		Next  string            `json:"next,omitempty"`
	}
	// PlannedItem is an item of which a job may be, and what it has left.
	PlannedItem struct {
		ID             uuid.UUID         `json:"id" format:"uuid"`
		Number         string            `json:"number"`
		Title          string            `json:"title"`
		Year           int32             `json:"year"`
		PlanTitle      string            `json:"plan_title"`
		Activity       sourcing.Activity `json:"activity"`
		Classification string            `json:"classification"`
		DepartmentID   *uuid.UUID        `json:"department_id,omitempty" format:"uuid"`
		Department     string            `json:"department"`
		Currency       money.Currency    `json:"currency"`
		Remaining      money.Decimal     `json:"remaining"`
	}
	// PlannedItems are those that a search offers.
	PlannedItems struct {
		Items []PlannedItem `json:"items"`
	}
)

func (p ProcurementPlanForm) domain() procurement.Form {
	return procurement.Form{Year: p.Year, Title: p.Title, Department: p.DepartmentID, Regime: string(p.Regime), Private: p.Private}
}

func (i ProcurementItemForm) domain() procurement.Item {
	return procurement.Item{Number: i.Number, Title: i.Title, DepartmentID: i.DepartmentID, Classification: i.Classification, Activity: i.Activity,
		Currency: i.Currency, Estimate: i.Estimate, PublishOn: dateOf(i.PublishOn), AwardOn: dateOf(i.AwardOn), BudgetLine: i.BudgetLine}
}

// dateOf is a day as the rules know it; what is none is told by them at its field.
func dateOf(d day.Day) time.Time {
	at, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return at
}

func planRowOf(r procurementsvc.PlanRow) ProcurementPlanRow {
	return ProcurementPlanRow{ID: r.ID, BuyerID: r.BuyerID, BuyerName: r.BuyerName, Year: r.Year, Title: r.Title, Department: r.Department,
		Status: procurement.Status(r.Status), Items: r.Items, CreatedAt: r.CreatedAt, ChangedAt: r.ChangedAt}
}

func planOf(p procurementsvc.Plan) ProcurementPlan {
	return ProcurementPlan{
		ID:           p.ID,
		BuyerID:      p.BuyerID,
		BuyerName:    p.BuyerName,
		Year:         p.Year,
		Title:        p.Title,
		DepartmentID: p.DepartmentID,
		Department:   p.Department,
		Regime:       sourcing.RegimeCode(p.Regime),
		Private:      p.Private,
		Public:       p.Public,
		Status:       procurement.Status(p.Status),
		Revision:     p.Revision,
		Reason:       p.Reason,
		DrawnName:    p.DrawnName,
		ApprovedName: p.ApprovedName,
		ApprovedAt:   p.ApprovedAt,
		Version:      p.Version,
		Sums: httpkit.Each(p.Sums, func(s procurementsvc.Sum) ProcurementSum {
			return ProcurementSum{Currency: money.Currency(s.Currency), Items: s.Items, Planned: s.Planned, Committed: s.Committed}
		}),
		Splits: httpkit.Each(p.Splits, splitOf),
		Changes: httpkit.Each(p.Changes, func(c procurementsvc.Change) ProcurementChange {
			return ProcurementChange{Version: c.Version, Act: procurement.Act(c.Act), Note: c.Note, ByName: c.ByName, ChangedAt: c.ChangedAt}
		}),
		MayWrite: p.MayWrite,
		MayDo:    append([]procurement.Status{}, p.MayDo...),
	}
}

func splitOf(s sourcing.Split) SplitPurchase {
	return SplitPurchase{Activity: s.Activity, Class: s.Class, Currency: s.Ceiling.Currency, Ceiling: s.Ceiling.Value, Sum: s.Sum,
		Parts: httpkit.Each(s.Parts, func(p sourcing.Purchase) SplitPart {
			return SplitPart{ID: p.ID, Reference: p.Reference, Value: p.Value.Value, On: p.On}
		})}
}

func itemOf(r procurementsvc.ItemRow) ProcurementItem {
	return ProcurementItem{ID: r.ID, Number: r.Number, Title: r.Title, DepartmentID: r.DepartmentID, Department: r.Department, Classification: r.Classification,
		Activity: sourcing.Activity(r.Activity), Currency: money.Currency(r.Currency), Estimate: r.Estimate,
		PublishOn: day.Day(r.PublishOn.Format(time.DateOnly)), AwardOn: day.Day(r.AwardOn.Format(time.DateOnly)), BudgetLine: r.BudgetLine,
		Version: r.Version, Jobs: r.Jobs, Committed: r.Committed, Stage: procurementsvc.StageOf(r)}
}

func choiceOf(r procurementsvc.Choice) PlannedItem {
	return PlannedItem{ID: r.ID, Number: r.Number, Title: r.Title, Year: r.Year, PlanTitle: r.PlanTitle, Activity: sourcing.Activity(r.Activity),
		Classification: r.Classification, DepartmentID: r.DepartmentID, Department: r.Department, Currency: money.Currency(r.Currency), Remaining: r.Remaining}
}
