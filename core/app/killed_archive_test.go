package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	kept "zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
)

// Whatever statement the archive dies at, a job is archived or it is not, its bundle is whole or
// it is none, and it is destroyed with its certificate or goes on to be.
func TestAnArchiveThatIsKilledIsInOneOfTwoStates(t *testing.T) {
	t.Parallel()
	f := begins(t, 2)
	ctx := t.Context()
	one, two := keepers(f.World)
	c := failed(f.World)
	f.React()
	pgtest.Advance(t, f.DB, kept.Quiet+24*time.Hour)

	owner := pgtest.As(t, f.DB, "") // whose statements do not fail
	count := func(sql string, args ...any) (n int) {
		f.Must(owner.QueryRow(ctx, sql, args...).Scan(&n))
		return n
	}
	entries := func(action string) int {
		return count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", action, c.Job)
	}
	archived := func() int {
		return count("SELECT count(*) FROM job WHERE id = $1 AND status = 'archived'", c.Job)
	}
	f.goesOn("enter", func() error {
		n, err := f.Archive.EnterDue(ctx)
		stands, told := archived(), entries(archivesvc.Entered)
		until := count("SELECT count(*) FROM archived_job WHERE job_id = $1 AND keep_until > zabuni.clock()::date", c.Job)
		if stands != told || stands != n || stands != until {
			t.Errorf("archived: %d said, %d in its row, %d in the log, %d with an end: %v", n, stands, told, until, err)
		}
		return err
	})
	if archived() != 1 {
		t.Fatal("it is not archived")
	}

	asked := archivesvc.AskedBundle{Owner: f.Officer.Org, Job: c.Job}
	w := &killed{fragile: f, tale: tale{c, nil}}
	f.Must(f.DB.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&w.at))
	whole := archivesvc.Bundled{}
	w.through("bundle", func(int) (uuid.UUID, error) { return f.StartBundle(ctx, f.Officer, asked) }, func(n int, id uuid.UUID) bool {
		done, err := f.Tasks.Get(ctx, f.Officer, id)
		f.Must(err)
		var got archivesvc.Bundled
		f.Must(json.Unmarshal(done.Result, &got))
		if n == 1 {
			whole = got
		}
		return done.HasFile && got.Files == whole.Files && got.Files > 10 && got.Missing == 0
	})

	var taken bytes.Buffer
	f.goesOn("take the bundle", func() error {
		taken.Reset()
		before := entries(archivesvc.BundleTaken)
		_, err := f.Archive.Bundle(ctx, f.Officer, asked, true, &taken, func(int64, int64) error { return nil })
		told := entries(archivesvc.BundleTaken) - before
		_, broken := zip.NewReader(bytes.NewReader(taken.Bytes()), int64(taken.Len()))
		if taken.Len() > 0 && told != 1 || (err == nil) != (broken == nil) {
			t.Errorf("%d bytes, %d entries, %v; as a ZIP %v", taken.Len(), told, err, broken)
		}
		return err
	})

	pgtest.Advance(t, f.DB, (kept.Years*366+60)*24*time.Hour)
	for _, a := range []*access.Actor{&one, &two} {
		f.Must(f.DB.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&a.Confirmed))
	}
	fate, err := f.Archive.Fate(ctx, one, c.Job)
	f.Must(err)
	f.Must(f.Archive.ProposeDisposal(ctx, one, c.Job, "Seven years are over", fate.Going.Sum[:]))
	f.Must(f.Archive.DecideDisposal(ctx, two, c.Job, archivesvc.Verdict{Destroy: true, Seen: fate.Going.Sum[:]}))
	here := func() (n int) {
		for _, o := range fate.Going.List {
			if _, err := f.Files.Stat(ctx, o.StoreKey); err == nil {
				n++
			}
		}
		return n
	}
	f.goesOn("dispose", func() error {
		n, err := f.Archive.DisposeDue(ctx)
		certified := count("SELECT count(*) FROM disposal WHERE job_id = $1 AND status = $2", c.Job, kept.DisposalDone)
		if n > certified || certified > 0 && here() > 0 {
			t.Errorf("%d certificates and %d of %d files: %v", certified, here(), len(fate.Going.List), err)
		}
		return err
	})
	if here() > 0 || len(fate.Going.List) == 0 {
		t.Errorf("%d of %d files are left", here(), len(fate.Going.List))
	}
	t.Logf("killed at %d statements and %d of workers", f.failed, w.kills)
	if f.failed < 30 || w.kills < 10 {
		t.Errorf("only %d statements and %d of workers were cut", f.failed, w.kills)
	}
}
