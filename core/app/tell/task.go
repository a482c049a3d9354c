package tell

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
func (t *Teller) taskTold() []telling {
	return []telling{
		{tasksvc.TaskCompleted, t.tellEnded},
		{tasksvc.TaskFailed, t.tellEnded},
	}
}

// whoWaits is how long a person looks at a progress bar before they go away.
const whoWaits = 10

// tellEnded tells whoever started a long task how it ended: they have left its screen by then.
func (t *Teller) tellEnded(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d tasksvc.Ended
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	if d.Seconds < whoWaits {
		return nil
	}
	title, path, err := t.Tasks.About(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	return t.Notify.Tell(ctx, tx, d.Account, notifysvc.News{
		Kind:   strings.TrimPrefix(e.Action, "task."),
		Params: map[string]string{"title": title, "kind": d.Kind},
		Path:   path,
	})
}
