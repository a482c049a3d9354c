package app

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

var fileTypes = map[report.Format]string{report.Workbook: xlsx, report.PDF: "application/pdf"}

// StartReport queues a report of a job; that it was asked for is written down with it.
func (a *App) StartReport(ctx context.Context, who access.Actor, in reportsvc.Asked) (id uuid.UUID, err error) {
	err = pg.InTx(ctx, a.DB, func(tx pg.Tx) error {
		asked, job, err := a.Reports.Ask(ctx, tx, who, in)
		if err != nil {
			return err
		}
		kind := JobReport
		if asked.Name == report.SupplierGroups {
			kind = SupplierList
		}
		at := task.Place{Of: string(job.Activity), Slot: "reports", Job: job.ID}
		if job.Policy().Has(sourcing.Live) { // its one category stands for it
			at.Category = asked.Categories[0]
		}
		id, err = a.Tasks.Start(ctx, tx, who, tasksvc.Start{
			Kind:  kind,
			Title: job.Reference + " · " + job.Title,
			Input: asked,
			At:    at,
		})
		return err
	})
	return id, err
}

func (a *App) jobReport(ctx context.Context, r *tasksvc.Run, in reportsvc.Asked) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.WritingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	data, err := a.Reports.Report(ctx, r.Actor, in)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{File: &tasksvc.File{
		Name:  string(in.Name) + "." + string(in.Format),
		Type:  fileTypes[in.Format],
		Bytes: data,
	}}, nil
}

// StartContractReport queues a report of contracts; that it was asked for is written down with it.
func (a *App) StartContractReport(ctx context.Context, who access.Actor, in reportsvc.AskedContracts) (id uuid.UUID, err error) {
	err = pg.InTx(ctx, a.DB, func(tx pg.Tx) error {
		if err := a.Reports.AskContracts(ctx, tx, who, in); err != nil {
			return err
		}
		id, err = a.Tasks.Start(ctx, tx, who, tasksvc.Start{
			Kind:  ContractReport,
			Title: report.WordsOf(string(in.Language)).Reports[string(in.Name)],
			Input: in,
			Path:  "/contract-management/report/progress/{task_id}",
			Back:  "/contract-management/reports",
		})
		return err
	})
	return id, err
}

func (a *App) contractReport(ctx context.Context, r *tasksvc.Run, in reportsvc.AskedContracts) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.WritingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	data, err := a.Reports.ContractsReport(ctx, r.Actor, in)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{File: &tasksvc.File{
		Name:  string(in.Name) + "." + string(in.Format),
		Type:  fileTypes[in.Format],
		Bytes: data,
	}}, nil
}
