package app

import (
	"context"
	"io"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

func (a *App) workOnBundles() {
	admit := func(ctx context.Context, who access.Actor, in archivesvc.AskedBundle) error {
		_, err := a.Archive.AdmitBundle(ctx, who, in)
		return err
	}
	tasksvc.RegisterGuarded(a.Tasks, archive.BundleTask, "", admit, a.readBundle)
	tasksvc.Pours(a.Tasks, archive.BundleTask, func(ctx context.Context, who access.Actor, in archivesvc.AskedBundle, to io.Writer) error {
		_, err := a.Archive.Bundle(ctx, who, in, true, to, func(int64, int64) error { return ctx.Err() })
		return err
	})
}

// StartBundle queues all that the archive keeps of a job.
func (a *App) StartBundle(ctx context.Context, who access.Actor, in archivesvc.AskedBundle) (uuid.UUID, error) {
	head, err := a.Archive.AdmitBundle(ctx, who, in)
	if err != nil {
		return uuid.Nil, err
	}
	desk := "/company"
	if who.Type == access.Operator {
		desk = "/zabuni"
	}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{
		Kind:  archive.BundleTask,
		Title: head.Reference + " · " + head.Title,
		Input: in,
		Path:  tasksvc.Followed,
		Back:  desk + "/archive/jobs/" + in.Job.String() + "/" + head.Activity + "/categories",
	})
}

// readBundle reads everything once, so that what is broken or lost is known before
// anybody waits for it. The bundle itself is written while it is taken.
func (a *App) readBundle(ctx context.Context, r *tasksvc.Run, in archivesvc.AskedBundle) (tasksvc.Outcome, error) {
	head, err := a.Archive.AdmitBundle(ctx, r.Actor, in)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	got, err := a.Archive.Bundle(ctx, r.Actor, in, false, io.Discard, func(done, total int64) error {
		return r.Progress(ctx, done, total, task.ReadingFiles)
	})
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{Result: got, File: &tasksvc.File{Name: archivesvc.BundleName(head), Type: "application/zip"}}, nil
}
