package app

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

// Tasks that compute results again.
var (
	ScoreRefresh    = task.Declare("score_refresh")
	JobScoreRefresh = task.Declare("job_score_refresh")
)

// A scoreRefresh names what is computed again: one category, or all of a job.
type scoreRefresh struct {
	Owner    uuid.UUID `json:"owner_id"`
	Job      uuid.UUID `json:"job_id"`
	Category uuid.UUID `json:"category_id,omitzero"`
}

func (a *App) workOnResults() {
	tasksvc.Register(a.Tasks, ScoreRefresh, access.EvaluateBids, a.scoreRefresh)
	tasksvc.Register(a.Tasks, JobScoreRefresh, access.EvaluateBids, a.scoreRefresh)
}

// StartScoreRefresh queues that the results of a category are computed again.
func (a *App) StartScoreRefresh(ctx context.Context, who access.Actor, category uuid.UUID) (uuid.UUID, error) {
	owner, err := a.Sourcing.OwnerOfCategory(ctx, who, category)
	if err != nil {
		return uuid.Nil, err
	}
	c, err := a.Sourcing.Category(ctx, who, owner, category)
	if err != nil {
		return uuid.Nil, err
	}
	if err := a.Evaluation.MayRefresh(ctx, who, owner, category); err != nil {
		return uuid.Nil, err
	}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{
		Kind:  ScoreRefresh,
		Title: c.Category.Name,
		Input: scoreRefresh{Owner: owner, Job: c.Job.ID, Category: category},
		At:    task.Place{Of: string(c.Category.Activity), Slot: "ranking", Category: category},
	})
}

// StartJobScoreRefresh queues the same for every category of a job that has results.
func (a *App) StartJobScoreRefresh(ctx context.Context, who access.Actor, job uuid.UUID) (uuid.UUID, error) {
	owner, err := a.Sourcing.OwnerOfJob(ctx, who, job)
	if err != nil {
		return uuid.Nil, err
	}
	j, err := a.Sourcing.Job(ctx, who, owner, job)
	if err != nil {
		return uuid.Nil, err
	}
	err = evaluationsvc.NoResults.New("no categories")
	for _, c := range j.Categories {
		if err = a.Evaluation.MayRefresh(ctx, who, owner, c.ID); err == nil {
			break
		}
	}
	if err != nil {
		return uuid.Nil, err
	}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{
		Kind:  JobScoreRefresh,
		Title: j.Job.Title,
		Input: scoreRefresh{Owner: owner, Job: job},
		At:    task.Place{Of: string(j.Job.Activity), Slot: "details", Job: job},
	})
}

// scoreRefresh tries each category, and keeps what is different in one act. Of a job
// it passes over what has no results and what is decided; of one category it says so.
func (a *App) scoreRefresh(ctx context.Context, r *tasksvc.Run, in scoreRefresh) (tasksvc.Outcome, error) {
	categories := []uuid.UUID{in.Category}
	if in.Category == uuid.Nil {
		j, err := a.Sourcing.Job(ctx, r.Actor, in.Owner, in.Job)
		if err != nil {
			return tasksvc.Outcome{}, err
		}
		categories = nil
		for _, c := range j.Categories {
			categories = append(categories, c.ID)
		}
	}
	var sum evaluationsvc.Refreshed
	var changed []uuid.UUID
	var passed *fault.Error
	for i, category := range categories {
		if err := r.Progress(ctx, int64(i), int64(len(categories)), task.Computing); err != nil {
			return tasksvc.Outcome{}, err
		}
		done, err := a.Evaluation.TryRefresh(ctx, r.Actor, in.Owner, category)
		if errors.Is(err, evaluationsvc.NoResults) || errors.Is(err, evaluationsvc.Settled) {
			passed = fault.As(err)
			continue
		}
		if err != nil {
			return tasksvc.Outcome{}, err
		}
		sum.Changed, sum.Same = sum.Changed+done.Changed, sum.Same+done.Same
		if done.Changed > 0 {
			changed = append(changed, category)
		}
	}
	if passed != nil && sum == (evaluationsvc.Refreshed{}) {
		return tasksvc.Outcome{}, passed
	}
	return tasksvc.Outcome{Result: sum, Effect: func(ctx context.Context, tx pg.Tx) error {
		for _, category := range changed {
			if err := a.Evaluation.Refresh(ctx, tx, r.Actor, in.Owner, category); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}
