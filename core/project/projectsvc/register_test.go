package projectsvc_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// A register is a story's buyer with nothing but the use cases of risks.
type register struct {
	*story.World
	svc *projectsvc.Service
	now time.Time
}

func open(t *testing.T) *register {
	t.Helper()
	w := story.New(t, 1)
	now, err := pg.ClockOf(t.Context(), w.DB)
	w.Must(err)
	return &register{w, w.App.Project, now}
}

func (r *register) form() project.Form {
	return project.Form{
		Title:      "The pump house is flooded",
		Likelihood: 4,
		Impact:     5,
		Response:   project.Reduce,
		Owner:      r.Officer.User,
		Due:        party.Day(r.now.AddDate(0, 0, 7)),
	}
}

func (r *register) add(f project.Form) uuid.UUID {
	r.Helper()
	id, err := r.svc.Add(r.Context(), r.Officer, f)
	r.Must(err)
	return id
}

func (r *register) field(err error, pointer, code string) {
	r.Helper()
	if err == nil || !slices.ContainsFunc(fault.As(err).Fields, func(f fault.Field) bool { return f.Pointer == pointer && f.Code == code }) {
		r.Errorf("%v, want %s at %s", err, code, pointer)
	}
}

func (r *register) is(err error, want *fault.Def) {
	r.Helper()
	if !errors.Is(err, want) {
		r.Errorf("%v, want %s", err, want.Code)
	}
}

func TestARegisterThatIsEmpty(t *testing.T) {
	t.Parallel()
	r := open(t)
	b, err := r.svc.Board(t.Context(), r.Officer)
	r.Must(err)
	if b.Counts.Open+b.Counts.Closed != 0 || len(b.Cells)+len(b.Next)+len(b.Worst) != 0 {
		t.Errorf("%+v", b)
	}
	_, err = r.svc.Risk(t.Context(), r.Officer, uuid.New())
	r.is(err, project.NotFound)
}

// A risk is entered, changed and closed: each leaves its line in the history, and only
// who has seen the latest may say anything of it.
func TestTheLifeOfARisk(t *testing.T) {
	t.Parallel()
	r := open(t)
	id := r.add(r.form())
	f := r.form()
	f.Likelihood, f.Note = 2, "The dam was raised"
	r.Must(r.svc.Change(t.Context(), r.Officer, id, f, 1))
	r.is(r.svc.Change(t.Context(), r.Officer, id, f, 1), project.Changed)
	r.is(r.svc.Move(t.Context(), r.Officer, id, project.Move{To: project.Shut, Note: "Gone"}, 1), project.Changed)
	r.field(r.svc.Move(t.Context(), r.Officer, id, project.Move{To: project.Shut}, 2), "/note", project.NoteNeeded)
	r.Must(r.svc.Move(t.Context(), r.Officer, id, project.Move{To: project.Shut, Note: "It was torn down"}, 2))
	r.is(r.svc.Change(t.Context(), r.Officer, id, f, 3), project.Closed)
	d, err := r.svc.Risk(t.Context(), r.Officer, id)
	r.Must(err)
	var told []string
	for _, c := range d.Changes {
		told = append(told, c.Status+" "+c.Note)
	}
	if want := []string{"closed It was torn down", "open The dam was raised", "open "}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
	if d.Score != 10 || d.Number != 1 {
		t.Errorf("number %d has a score of %d", d.Number, d.Score)
	}
}

// The worst stands first, what is closed last, over the ends of pages; each filter leaves
// what it names.
func TestTheRegisterIsReadFromTheWorst(t *testing.T) {
	t.Parallel()
	r := open(t)
	scores := [][2]int{{1, 1}, {5, 5}, {3, 3}, {5, 5}, {2, 5}}
	var ids []uuid.UUID
	for _, s := range scores {
		f := r.form()
		f.Likelihood, f.Impact = s[0], s[1]
		ids = append(ids, r.add(f))
	}
	r.Must(r.svc.Move(t.Context(), r.Officer, ids[1], project.Move{To: project.Shut, Note: "Over"}, 1))
	var got []int32
	for after := ""; ; {
		p, err := r.svc.Risks(t.Context(), r.Officer, projectsvc.Filter{}, after, 2)
		r.Must(err)
		for _, x := range p.Items {
			got = append(got, x.Score)
		}
		if after = p.Next; after == "" {
			break
		}
	}
	if want := []int32{25, 10, 9, 1, 25}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for name, x := range map[string]struct {
		f    projectsvc.Filter
		want int
	}{
		"critical":         {projectsvc.Filter{Levels: []project.Level{project.Critical}}, 2},
		"a cell":           {projectsvc.Filter{Likelihood: 2, Impact: 5}, 1},
		"closed":           {projectsvc.Filter{Statuses: []project.Status{project.Shut}}, 1},
		"nobody's":         {projectsvc.Filter{Owner: &r.Bidders[0].User}, 0},
		"overdue":          {projectsvc.Filter{Overdue: true}, 0},
		"another response": {projectsvc.Filter{Responses: []project.Response{project.Avoid}}, 0},
	} {
		p, err := r.svc.Risks(t.Context(), r.Officer, x.f, "", 20)
		r.Must(err)
		if len(p.Items) != x.want {
			t.Errorf("%s: %d risks, want %d", name, len(p.Items), x.want)
		}
	}
	b, err := r.svc.Board(t.Context(), r.Officer)
	r.Must(err)
	if b.Counts.Open != 4 || b.Counts.Critical != 1 || b.Counts.Closed != 1 || b.Counts.Mine != 4 || len(b.Cells) != 4 {
		t.Errorf("%+v, %d cells", b.Counts, len(b.Cells))
	}
}

// What a risk names is the company's own, and nobody reads or writes another's register.
func TestWhoseARegisterIs(t *testing.T) {
	t.Parallel()
	r := open(t)
	id := r.add(r.form())
	for name, x := range map[string]struct {
		change        func(*project.Form)
		pointer, code string
	}{
		"a supplier's person": {func(f *project.Form) { f.Owner = r.Bidders[0].User }, "/owner_id", project.NotOwner},
		"nobody's job":        {func(f *project.Form) { x := uuid.New(); f.Job = &x }, "/job_id", project.NoSuchJob},
		"a buyer":             {func(f *project.Form) { f.Supplier = &r.Officer.Org }, "/supplier_id", project.NoSupplier},
		"yesterday":           {func(f *project.Form) { f.Due = party.Day(r.now.AddDate(0, 0, -2)) }, "/due_on", project.Past},
	} {
		f := r.form()
		x.change(&f)
		_, err := r.svc.Add(t.Context(), r.Officer, f)
		t.Log(name)
		r.field(err, x.pointer, x.code)
	}
	stranger := r.Officer
	stranger.Org = r.Bidders[0].Org
	_, err := r.svc.Risk(t.Context(), stranger, id)
	r.is(err, project.NotFound)
	r.is(r.svc.Move(t.Context(), stranger, id, project.Move{To: project.Treated}, 1), project.NotFound)
	_, err = r.svc.Risks(t.Context(), r.Bidders[0], projectsvc.Filter{}, "", 20)
	r.is(err, fault.Forbidden)
	looker := r.Officer
	looker.Privileges = []access.Privilege{access.ViewReport}
	_, err = r.svc.Risk(t.Context(), looker, id)
	r.Must(err)
	_, err = r.svc.Add(t.Context(), looker, r.form())
	r.is(err, fault.Forbidden)
}

// The owner of a risk is told once of each review, and of none that is closed.
func TestReviewsComeDue(t *testing.T) {
	t.Parallel()
	r := open(t)
	due, shut := r.add(r.form()), r.add(r.form())
	r.Must(r.svc.Move(t.Context(), r.Officer, shut, project.Move{To: project.Shut, Note: "Over"}, 1))
	remind := func(want int) {
		t.Helper()
		n, err := r.svc.RemindDue(t.Context())
		r.Must(err)
		if n != want {
			t.Errorf("told of %d reviews, want %d", n, want)
		}
	}
	remind(0)
	r.now = r.now.AddDate(0, 0, 7)
	pgtest.SetClock(t, r.DB, r.now)
	remind(1)
	remind(0)
	one, err := r.svc.Announcement(t.Context(), r.DB, r.Officer.Org, due, projectsvc.Due{DueOn: r.now.Format(time.DateOnly)})
	r.Must(err)
	if one == nil || one.Owner != r.Officer.User {
		t.Errorf("%+v", one)
	}
	f := r.form()
	r.Must(r.svc.Change(t.Context(), r.Officer, due, f, 1))
	remind(0)
	r.now = r.now.AddDate(0, 0, 7)
	pgtest.SetClock(t, r.DB, r.now)
	remind(1)
}

// Whose day has not come keeps nobody waiting: fifty reviews of a western buyer do not
// stand before the one of an eastern buyer whose day has begun.
func TestAReviewWaitsForItsOwnCountryAlone(t *testing.T) {
	t.Parallel()
	r := open(t)
	_, err := pgtest.Do(t.Context(), r.DB, "UPDATE company SET country = 'GH' WHERE id = $1", r.Officer.Org)
	r.Must(err)
	for range 50 {
		r.add(r.form())
	}
	east := r.Person("buyer", access.Buyer, uuid.Nil)
	f := r.form()
	f.Owner = east.User
	_, err = r.svc.Add(t.Context(), east, f)
	r.Must(err)
	for _, x := range []struct{ hour, told int }{{-4, 0}, {-2, 1}, {0, 50}} {
		pgtest.SetClock(t, r.DB, f.Due.Add(time.Duration(x.hour)*time.Hour))
		told, err := r.svc.RemindDue(t.Context())
		r.Must(err)
		if told != x.told {
			t.Errorf("%d hours from midnight: told of %d reviews, want %d", x.hour, told, x.told)
		}
	}
}

// What is typed is looked for as it stands: no sign of it is a wildcard.
func TestASearchTakesEverySignAsALetter(t *testing.T) {
	t.Parallel()
	r := open(t)
	supplier := r.Bidders[0].Org
	for _, title := range []string{"A loss of 5% a year", "A loss of 50 a year"} {
		f := r.form()
		f.Title, f.Supplier = title, &supplier
		r.add(f)
	}
	staff := r.Person("operator", access.Operator, uuid.Nil)
	for search, want := range map[string]struct{ risks, named, found, buyers int }{
		"":        {2, 1, 1, 1},
		"5% a":    {1, 0, 0, 0},
		"5_":      {0, 0, 0, 0},
		"%":       {1, 0, 0, 0},
		"_":       {0, 0, 0, 0},
		"OMPANY ": {2, 1, 1, 1},
	} {
		risks, err := r.svc.Risks(t.Context(), r.Officer, projectsvc.Filter{Search: search}, "", 20)
		r.Must(err)
		named, err := r.svc.Suppliers(t.Context(), r.Officer, search, nil, "", 20)
		r.Must(err)
		found, err := r.svc.Directory(t.Context(), r.Officer, search, nil)
		r.Must(err)
		all, err := r.svc.Overview(t.Context(), staff, search, "", 20)
		r.Must(err)
		got := [4]int{len(risks.Items), len(named.Items), len(found), len(all.Buyers.Items)}
		if got != [4]int{want.risks, want.named, want.found, want.buyers} {
			t.Errorf("%q finds %v, want %v", search, got, want)
		}
	}
}

// The directory names one supplier where one is asked for, and nobody else.
func TestTheDirectoryNamesOne(t *testing.T) {
	t.Parallel()
	r := open(t)
	for one, want := range map[uuid.UUID]int{r.Bidders[0].Org: 1, r.Officer.Org: 0, uuid.New(): 0} {
		found, err := r.svc.Directory(t.Context(), r.Officer, "", &one)
		r.Must(err)
		if len(found) != want || want == 1 && found[0].ID != one {
			t.Errorf("%v, want %d", found, want)
		}
	}
}
