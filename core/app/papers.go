package app

import (
	"context"
	"io"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"

	"github.com/google/uuid"
)

// SectionPapers is the documents of a section of opened bids as one archive.
var SectionPapers = task.Declare("section_papers")

func (a *App) workOnPapers() {
	tasksvc.RegisterGuarded(a.Tasks, SectionPapers, "", a.Evaluation.MayTake, a.readPapers)
	tasksvc.Pours(a.Tasks, SectionPapers, func(ctx context.Context, who access.Actor, in evaluationsvc.Papers, to io.Writer) error {
		_, err := a.Evaluation.Archive(ctx, who, in, to, func(int64, int64) error { return ctx.Err() })
		return err
	})
}

// StartPapers queues an archive of documents that the actor may open.
func (a *App) StartPapers(ctx context.Context, who access.Actor, in evaluationsvc.Papers) (uuid.UUID, error) {
	b, err := a.Evaluation.Bundle(ctx, who, in)
	if err != nil {
		return uuid.Nil, err
	}
	slot := "evaluationInstructions"
	if b.Case.Policy().Checked() {
		slot = "qaInstructions"
	}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{
		Kind:  SectionPapers,
		Title: b.Case.Category.Name,
		Input: in,
		At:    task.Place{Of: string(b.Case.Activity), Slot: slot, Category: in.Category},
	})
}

// readPapers reads every document once, so that what is broken or lost is known before
// anybody waits for it. The archive itself is written while it is taken.
func (a *App) readPapers(ctx context.Context, r *tasksvc.Run, in evaluationsvc.Papers) (tasksvc.Outcome, error) {
	got, err := a.Evaluation.Archive(ctx, r.Actor, in, io.Discard, func(done, total int64) error {
		return r.Progress(ctx, done, total, task.ReadingFiles)
	})
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{Result: got, File: &tasksvc.File{Name: "papers.zip", Type: "application/zip"}}, nil
}
