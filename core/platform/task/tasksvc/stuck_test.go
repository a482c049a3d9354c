package tasksvc

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/task"
)

// The operator sees the work of every company that does not come to its end, not
// what is well, and runs again what failed; nobody else does.
func TestStuckTasksAreDrivenOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "good", "", func(_ context.Context, r *Run, _ in) (Outcome, error) { return Outcome{Effect: effect(r.Actor)}, nil })
	broken := true
	Register(w.s, "bad", "", func(_ context.Context, r *Run, _ in) (Outcome, error) {
		if broken {
			return Outcome{}, fault.Invalid.New("")
		}
		return Outcome{Effect: effect(r.Actor)}, nil
	})
	bad := w.start("bad", 1)
	for w.once() {
	}
	done := w.start("good", 1)
	for w.once() {
	}
	cancelled := w.start("good", 2)
	w.must(w.s.Cancel(w.ctx, w.me, cancelled))
	waits, retried, silent, runs := w.start("good", 3), w.start("good", 4), w.start("good", 5), w.start("good", 6)
	for id, set := range map[uuid.UUID]string{
		retried: `attempt = 1, error_code = 'unavailable'`,
		silent:  `status = 'processing', lease_id = gen_random_uuid(), lease_until = zabuni.clock() - interval '1 second'`,
		runs:    `status = 'processing', lease_id = gen_random_uuid(), lease_until = zabuni.clock() + interval '1 minute'`,
	} {
		if _, err := w.db.Exec(w.ctx, `UPDATE task SET `+set+` WHERE id = $1`, id); err != nil {
			t.Fatal(err)
		}
	}
	qed := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Name: "Qed", Privileges: []access.Privilege{access.ManageDocuments}}
	var got []string
	for after := ""; ; {
		p, err := w.s.Stuck(w.ctx, qed, after, 1)
		w.must(err)
		for _, r := range p.Items {
			code := "-"
			if r.ErrorCode != nil {
				code = *r.ErrorCode
			}
			got = append(got, fmt.Sprintf("%s %s %s of %s", r.ID, r.Status, code, r.Company))
		}
		if after = p.Next; after == "" {
			break
		}
	}
	want := []string{
		fmt.Sprintf("%s processing - of me", silent),
		fmt.Sprintf("%s pending unavailable of me", retried),
		fmt.Sprintf("%s failed invalid of me", bad),
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("stuck are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	for id, want := range map[uuid.UUID]*fault.Def{done: task.NotFailed, waits: task.NotFailed, retried: task.NotFailed, silent: task.NotFailed, uuid.New(): task.NotFound} {
		w.is(w.s.DriveOn(w.ctx, qed, id), want)
	}
	without, buyer := qed, w.me
	without.Privileges = []access.Privilege{access.ManageUser}
	buyer.Privileges = []access.Privilege{access.ManageDocuments}
	for _, a := range []access.Actor{without, buyer} {
		w.is(w.s.DriveOn(w.ctx, a, bad), fault.Forbidden)
		_, err := w.s.Stuck(w.ctx, a, "", 10)
		w.is(err, fault.Forbidden)
	}
	broken = false
	w.must(w.s.DriveOn(w.ctx, qed, bad))
	w.state(bad, task.Pending)
	var entries int
	if err := w.db.QueryRow(w.ctx, `SELECT count(*) FROM audit_entry WHERE action = 'task.task.restarted' AND object_id = $1 AND actor_id = $2 AND company_id = $3`,
		bad, qed.User, w.me.Org).Scan(&entries); err != nil || entries != 1 {
		t.Errorf("%d entries say who drove it on for whom: %v", entries, err)
	}
	for w.once() {
	}
	w.state(bad, task.Completed)
}
