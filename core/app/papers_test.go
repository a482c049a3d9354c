package app_test

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// A taking is what somebody does who takes files of tasks in a browser.
type taking struct {
	*story.Category
	a    access.Actor
	half string // of the session that script cannot read
}

// signedIn is a person with a session in a browser.
func signedIn(c *story.Category, a access.Actor) *taking {
	c.Helper()
	_, err := pgtest.Do(c.Context(), c.DB, "UPDATE account SET status = 'active' WHERE id = $1", a.User)
	c.Must(err)
	in, err := c.Identity.Login(c.Context(), identitysvc.Credentials{Username: a.Email, Password: "simba42"}, identitysvc.Client{Network: "127.0.0.1", Browser: true})
	c.Must(err)
	c.Must(c.DB.QueryRow(c.Context(), "SELECT id FROM session WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1", a.User).Scan(&a.Session))
	return &taking{c, a, in.Secret}
}

// done is a task that has ended well.
func (x *taking) done(id uuid.UUID, err error) uuid.UUID {
	x.Helper()
	x.Must(err)
	x.Must(x.Tasks.Drain(x.Context()))
	got, err := x.Tasks.Get(x.Context(), x.a, id)
	if x.Must(err); got.State != task.Completed || !got.HasFile {
		x.Fatalf("%+v", got)
	}
	return id
}

func (x *taking) ticket(id uuid.UUID) (string, error) { return x.Tasks.Ticket(x.Context(), x.a, id) }

// take is the file of a ticket.
func (x *taking) take(ticket string) ([]byte, error) {
	d, err := x.Tasks.Download(x.Context(), ticket, x.half)
	if err != nil || d.Pour == nil {
		return d.Bytes, err
	}
	var to bytes.Buffer
	err = d.Pour(x.Context(), &to)
	return to.Bytes(), err
}

// opened is a tender whose papers are open, and what is asked for of those of a section.
func opened(t *testing.T) (*story.Category, evaluationsvc.Papers) {
	t.Helper()
	w := story.New(t, 1)
	c := w.Publish(policyOf(sourcing.Tender), deep())
	a := w.Bidders[0]
	c.Pay(a)
	c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "1200", "2": "3"})
	c.Submit(a)
	c.Close()
	c.Open()
	return c, evaluationsvc.Papers{Owner: w.Officer.Org, Category: c.ID, Section: c.Questions["Licence"].Section}
}

// Who declares an interest after an archive or a report was made for them gets neither, be it
// that they ask for a ticket or that they have drawn one: both are forbidden at once.
func TestNoFileAfterARecusal(t *testing.T) {
	t.Parallel()
	c, of := opened(t)
	c.Second.Privileges = append(slices.Clone(c.Second.Privileges), access.ViewReport)
	_, err := pgtest.Do(t.Context(), c.DB, `INSERT INTO role_privilege (role_id, title) SELECT role_id, 'VIEW_REPORT' FROM account_role WHERE account_id = $1
		ON CONFLICT DO NOTHING`, c.Second.User)
	c.Must(err)
	x := signedIn(c, c.Second)
	c.Must(c.TryDeclare(x.a, evaluationsvc.InterestNone))
	files := map[string]uuid.UUID{
		"an archive": x.done(c.StartPapers(t.Context(), x.a, of)),
		"a report":   x.done(c.StartReport(t.Context(), x.a, reportsvc.Asked{Owner: of.Owner, Job: c.Job, Name: report.Opening, Format: report.Workbook, Language: "en"})),
	}
	drawn := map[string]string{}
	for what, id := range files {
		ticket, err := x.ticket(id)
		c.Must(err)
		if data, err := x.take(ticket); err != nil || len(data) == 0 {
			t.Fatalf("%s: %d bytes, %v", what, len(data), err)
		}
		drawn[what], err = x.ticket(id)
		c.Must(err)
	}
	c.Must(c.TryDeclare(x.a, evaluationsvc.InterestRecused))
	for what, id := range files {
		_, err := x.ticket(id)
		if fault.As(err).Kind != fault.KindForbidden {
			t.Errorf("a ticket for %s: %v", what, err)
		}
		data, err := x.take(drawn[what])
		if fault.As(err).Kind != fault.KindForbidden || len(data) > 0 {
			t.Errorf("%s for a ticket of before: %d bytes, %v", what, len(data), err)
		}
	}
}

// An archive can be had for a day, and lies nowhere in clear meanwhile.
func TestAnArchiveIsGoneAfterADay(t *testing.T) {
	t.Parallel()
	c, of := opened(t)
	x := signedIn(c, c.Officer)
	c.Must(c.TryDeclare(x.a, evaluationsvc.InterestNone))
	id := x.done(c.StartPapers(t.Context(), x.a, of))
	made, err := c.Tasks.Get(t.Context(), x.a, id)
	c.Must(err)
	there := func(want bool) {
		t.Helper()
		got, err := c.Tasks.Get(t.Context(), x.a, id)
		c.Must(err)
		mine, err := c.Tasks.Mine(t.Context(), x.a, "", 10)
		if c.Must(err); got.FileUntil == nil || !got.FileUntil.Equal(got.FinishedAt.Add(24*time.Hour)) || got.HasFile != want || len(mine.Items) != 1 || mine.Items[0].HasFile != want {
			t.Errorf("there: %v, in the list %+v, want %v", got.HasFile, mine.Items, want)
		}
	}
	c.SetClock(made.FinishedAt.Add(24*time.Hour - time.Microsecond))
	there(true)
	x = signedIn(c, c.Officer) // sessions end as well
	ticket, err := x.ticket(id)
	c.Must(err)
	data, err := x.take(ticket)
	c.Must(err)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	c.Must(err)
	papers := 0
	for _, f := range z.File {
		r, err := f.Open()
		c.Must(err)
		body, err := io.ReadAll(r)
		if c.Must(err); bytes.Equal(body, story.PDF) {
			papers++
		}
	}
	if papers != 1 {
		t.Errorf("%d papers", papers)
	}
	if n := c.Count("SELECT count(*) FROM document WHERE kind = 'task' AND size > 0"); n != 0 {
		t.Errorf("%d archives lie in the store", n)
	}
	c.SetClock(made.FinishedAt.Add(24 * time.Hour))
	there(false)
	_, err = x.ticket(id)
	c.Is(err, task.NoResult)
	again, err := c.StartPapers(t.Context(), x.a, of)
	if c.Must(err); again == id {
		t.Error("it cannot be asked for anew")
	}
}
