package trial_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/platform/verify"
)

// A keeping is what a crashling that keeps the archive is told: its work, of which job, and at which statement it dies.
type keeping struct {
	death
	Work string // enter, check, take, destroy
	As   access.Actor
	archivesvc.AskedBundle
	To string // the file that is taken
}

// keep does one work of the archive's over a pool that dies.
func (c *crew) keep(ctx context.Context) error {
	mortal, err := c.mortal(ctx, c.Keep.death)
	if err != nil {
		return err
	}
	switch c.Keep.Work {
	case "enter":
		_, err = mortal.Archive.EnterDue(ctx)
	case "check":
		err = mortal.Tasks.Drain(ctx)
	case "take":
		var f *os.File
		if f, err = os.Create(c.Keep.To); err != nil {
			return err
		}
		_, err = mortal.Archive.Bundle(ctx, c.Keep.As, c.Keep.AskedBundle, true, f, func(int64, int64) error { return nil })
	case "destroy":
		_, err = mortal.Archive.DisposeDue(ctx)
	}
	if err != nil {
		return err
	}
	c.say(line{Kind: "kept", Key: c.Keep.Work})
	return nil
}

// movedClock can be moved on, by years.
const movedClock = `
CREATE TABLE zabuni.moved AS SELECT interval '0' AS by;
GRANT SELECT ON zabuni.moved TO PUBLIC;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT clock_timestamp() + by FROM zabuni.moved $$;`

// archives is a house with an archive.
type archives struct {
	*house
	site     *site
	owner    *pgxpool.Pool
	one, two access.Actor
	buyer    access.Actor // of the latest job
	bidders  []access.Actor
	made     int
	kills    map[string]int
}

func (h *archives) count(sql string, args ...any) (n int) {
	h.t.Helper()
	h.must(h.owner.QueryRow(h.ctx, sql, args...).Scan(&n))
	return n
}

// later moves the clock on; who keeps the archive has proved who they are since.
func (h *archives) later(by string) {
	h.t.Helper()
	_, err := h.owner.Exec(h.ctx, "UPDATE zabuni.moved SET by = by + $1::interval", by)
	h.must(err)
	for _, a := range []*access.Actor{&h.one, &h.two} {
		a.Confirmed, err = pg.ClockOf(h.ctx, h.owner)
		h.must(err)
	}
}

// over is a tender that was called off a month ago, with bids that nobody opened.
func (h *archives) over(m *maker) archivesvc.AskedBundle {
	h.t.Helper()
	h.made++
	bids, err := m.bids(h.bidders)
	h.must(err)
	for i, b := range bids {
		_, err := m.Bidding.Submit(h.ctx, b.Actor, b.Bid, fmt.Sprintf("bid-%d-%d", h.made, i))
		h.must(err)
	}
	var of archivesvc.AskedBundle
	who := &h.buyer
	h.must(h.owner.QueryRow(h.ctx, `SELECT j.id, j.buyer_id, j.owner_id FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id WHERE p.id = $1`,
		bids[0].Bid).Scan(&of.Job, &of.Owner, &who.User))
	who.Org, who.Type, who.Privileges = of.Owner, access.Buyer, access.Titles[access.Buyer]
	h.must(h.site.Sourcing.CancelJob(h.ctx, *who, of.Owner, of.Job, "The budget was withdrawn"))
	h.later("40 days")
	return of
}

// dies has a crashling do a work and die on the way; it returns whether it came to its end.
func (h *archives) dies(k keeping) (acknowledged bool) {
	h.t.Helper()
	h.task.Keep = &k
	if acknowledged = h.serves("kept", k.Work); !acknowledged {
		h.kills[k.Work]++
	}
	return acknowledged
}

// lives has one do it whom nobody kills.
func (h *archives) lives(k keeping) {
	h.t.Helper()
	k.death = death{}
	if !h.dies(k) {
		h.t.Errorf("nobody killed who was to %s", k.Work)
	}
}

// each does something for one death after the other, until one came to its end before it died, before and after statements.
func each(step int, do func(d death) (ended bool)) {
	for _, after := range []bool{false, true} {
		for at := 1; !do(death{at, after}); at += step {
		}
	}
}

// Whatever kills a program that archives, bundles or destroys, and at which of its statements: a job is archived with all
// that says so or it is not, a bundle was checked once, what was taken is whole or is no archive, and what is destroyed is
// destroyed, and then certified, once. The next program goes on from there.
func TestAnArchiveWhoseProgramsDieIsInOneOfTwoStates(t *testing.T) {
	h := &archives{house: openHouse(t), kills: map[string]int{}}
	h.owner = h.pool(database, "")
	_, err := h.owner.Exec(h.ctx, movedClock)
	h.must(err)
	db := h.pool(database, "zabuni_app")
	h.site, err = openSite(h.keys(), db, h.pool(database, "zabuni_opener"))
	h.must(err)
	h.task = task{DSN: h.server.Database(database), Dir: h.keys()}
	m := &maker{site: h.site, ctx: h.ctx, db: db}
	for _, a := range []*access.Actor{&h.one, &h.two} {
		*a, err = m.company("operator", access.Operator)
		h.must(err)
	}
	h.bidders, err = m.suppliers(2)
	h.must(err)

	var of archivesvc.AskedBundle
	archived := func() int {
		t.Helper()
		rows := h.count("SELECT count(*) FROM job WHERE id = $1 AND status = 'archived'", of.Job)
		kept := h.count("SELECT count(*) FROM archived_job WHERE job_id = $1", of.Job)
		if told := h.count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", archivesvc.Entered, of.Job); told != rows || kept != rows {
			t.Errorf("archived: %d by its row, %d with an end, %d in the log", rows, kept, told)
		}
		return rows
	}
	each(stride, func(d death) bool {
		if of.Job == uuid.Nil || archived() == 1 {
			of = h.over(m)
		}
		acknowledged := h.dies(keeping{death: d, Work: "enter"})
		if n := archived(); acknowledged && n == 0 {
			t.Error("it was said to be archived")
		}
		return acknowledged
	})
	if archived() == 0 {
		h.lives(keeping{Work: "enter"})
	}
	if archived() != 1 {
		t.Fatal("it is not archived")
	}

	var whole archivesvc.Bundled
	// A bundle reads for a hundred statements and writes with few: it is killed at fewer of them, unless at each.
	reads := 4*stride - 3
	each(reads, func(d death) bool {
		id, err := h.site.StartBundle(h.ctx, h.buyer, of)
		h.must(err)
		acknowledged := h.dies(keeping{death: d, Work: "check"})
		h.later("1 hour") // who died holds the work no longer
		h.lives(keeping{Work: "check"})
		done, err := h.site.Tasks.Get(h.ctx, h.buyer, id)
		h.must(err)
		var got archivesvc.Bundled
		h.must(json.Unmarshal(done.Result, &got))
		if whole.Files == 0 {
			whole = got
		}
		if n := h.count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", tasksvc.TaskCompleted, id); n != 1 || !done.HasFile || got.Files != whole.Files || got.Missing > 0 || got.Files == 0 {
			t.Errorf("it is %s, %d times, with %+v of %+v", done.State, n, got, whole)
		}
		return acknowledged
	})
	to := h.dir + "/taken.zip"
	taken := 0
	each(reads, func(d death) bool {
		_ = os.Remove(to)
		acknowledged := h.dies(keeping{death: d, Work: "take", As: h.buyer, AskedBundle: of, To: to})
		info, err := os.Stat(to)
		told := h.count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", archivesvc.BundleTaken, of.Job) - taken
		taken += told
		if err == nil && info.Size() > 0 && told != 1 || told > 1 {
			t.Errorf("%d bytes were taken, and %d times it is in the log", info.Size(), told)
		}
		z, err := zip.OpenReader(to)
		if err == nil {
			_ = z.Close()
		}
		if (err == nil) != acknowledged {
			t.Errorf("acknowledged %t, and as a ZIP it is %v", acknowledged, err)
		}
		return acknowledged
	})

	destroyed := 0
	each(stride, func(d death) bool {
		job := h.over(m).Job
		h.lives(keeping{Work: "enter"})
		h.later(fmt.Sprintf("%d years", archive.Years+1))
		fate, err := h.site.Archive.Fate(h.ctx, h.one, job)
		h.must(err)
		h.must(h.site.Archive.ProposeDisposal(h.ctx, h.one, job, "Seven years are over", fate.Going.Sum[:]))
		h.must(h.site.Archive.DecideDisposal(h.ctx, h.two, job, archivesvc.Verdict{Destroy: true, Seen: fate.Going.Sum[:]}))
		here := func() (n int) {
			for _, o := range fate.Going.List {
				switch _, err := h.site.Files.Stat(h.ctx, o.StoreKey); {
				case err == nil:
					n++
				case !errors.Is(err, document.Missing):
					h.must(err)
				}
			}
			return n
		}
		certified := func() int {
			t.Helper()
			n := h.count("SELECT count(*) FROM disposal WHERE job_id = $1 AND status = $2 AND certificate IS NOT NULL", job, archive.DisposalDone)
			if told := h.count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", archivesvc.DisposalEnded, job); told != n {
				t.Errorf("%d certificates, %d in the log", n, told)
			}
			if left := here(); n > 0 && left > 0 {
				t.Errorf("it is certified, and %d of %d files are there", left, len(fate.Going.List))
			}
			return n
		}
		if here() == 0 {
			t.Fatal("there is nothing to destroy")
		}
		acknowledged := h.dies(keeping{death: d, Work: "destroy"})
		if n := certified(); acknowledged && n != 1 {
			t.Errorf("said to be destroyed with %d certificates", n)
		}
		h.lives(keeping{Work: "destroy"})
		if n := certified(); n != 1 || here() > 0 {
			t.Errorf("at last %d certificates, and %d files are there", n, here())
		}
		destroyed++
		return acknowledged
	})

	_, err = h.site.Sequencer.Once(h.ctx)
	h.must(err)
	r, err := verify.All(h.ctx, h.owner, h.site.Verifier, h.site.Files)
	h.must(err)
	for _, x := range r.Differences {
		if !strings.HasPrefix(x, "function zabuni.clock()") && !strings.Contains(x, "zabuni.moved") {
			t.Error("differs: ", x)
		}
	}
	if r.Disposals != destroyed {
		t.Errorf("verify counts %d certificates of %d", r.Disposals, destroyed)
	}
	t.Logf("kills: %v; %d jobs destroyed", h.kills, destroyed)
	for _, work := range []string{"enter", "check", "take", "destroy"} {
		if h.kills[work] < 2 {
			t.Errorf("%d who were to %s were killed: the test proves nothing", h.kills[work], work)
		}
	}
}
