package app

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/procurement"
)

// ProcurementUpload is the kind of task by which a plan takes items over from a workbook.
var ProcurementUpload = task.Declare("procurement_upload")

// A PlanWork is the input of such a task.
type PlanWork struct {
	Plan     uuid.UUID `json:"plan_id"`
	Upload   uuid.UUID `json:"upload_id"`
	Stamp    string    `json:"stamp"` // of what was shown before it was confirmed
	Language string    `json:"language"`
}

func (a *App) workOnProcurement() {
	tasksvc.RegisterGuarded(a.Tasks, ProcurementUpload, access.ManageJob, a.mayPlan, a.takePlan)
}

// TakePlan begins to carry an uploaded workbook of a plan out.
func (a *App) TakePlan(ctx context.Context, who access.Actor, owner, plan, upload uuid.UUID, stamp, language string) (uuid.UUID, error) {
	read, err := a.Procurement.ReadWorkbook(ctx, who, owner, plan, upload, stamp)
	if err != nil {
		return uuid.Nil, err
	}
	back := "/company/procurement-plans/" + plan.String()
	if who.Type == access.Operator {
		back = "/zabuni/procurement-plans/" + plan.String()
	}
	work := PlanWork{Plan: plan, Upload: upload, Stamp: stamp, Language: language}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{Kind: ProcurementUpload, Title: read.Name, Input: work, Path: back + "/upload", Back: back})
}

// mayPlan asks again, when a file is fetched, what was asked when its task began.
func (a *App) mayPlan(ctx context.Context, who access.Actor, in PlanWork) error {
	owner, err := a.Procurement.OwnerOf(ctx, who, in.Plan)
	if err != nil {
		return err
	}
	return a.Procurement.MayWorkbook(ctx, who, owner, in.Plan)
}

func (a *App) takePlan(ctx context.Context, r *tasksvc.Run, in PlanWork) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.ReadingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	owner, err := a.Procurement.OwnerOf(ctx, r.Actor, in.Plan)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	read, err := a.Procurement.ReadWorkbook(ctx, r.Actor, owner, in.Plan, in.Upload, in.Stamp)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return carryOut(ctx, r, SheetUpload{Upload: in.Upload, Language: in.Language}, procurement.ItemSheet, "procurement-plan-to-correct.xlsx", read.Lines,
		func(ctx context.Context, tx pg.Tx, done sheet.Progress) error {
			return a.Procurement.TakeWorkbook(ctx, tx, r.Actor, owner, in.Plan, in.Upload, in.Stamp, done)
		})
}
