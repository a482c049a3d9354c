package app

import (
	"context"
	"encoding/json"
	"strings"

	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task/tasksvc"
)

// taskTold is what is told of background tasks.
func (a *App) taskTold() []telling {
	return []telling{
		{tasksvc.TaskCompleted, a.tellEnded},
		{tasksvc.TaskFailed, a.tellEnded},
	}
}

// whoWaits is how long a person looks at a progress bar before they go away.
const whoWaits = 10

// tellEnded tells whoever started a long task how it ended: they have left its screen by then.
func (a *App) tellEnded(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d tasksvc.Ended
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	if d.Seconds < whoWaits {
		return nil
	}
	title, path, err := a.Tasks.About(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	return a.Notify.Tell(ctx, tx, d.Account, notifysvc.News{
		Kind:   strings.TrimPrefix(e.Action, "task."),
		Params: map[string]string{"title": title, "kind": d.Kind},
		Path:   path,
	})
}
