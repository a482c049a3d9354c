package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/procurement"
	"zabuni.org/core/reference"
	"zabuni.org/core/reference/referencesvc"
	"zabuni.org/core/sourcing"
)

// takes lets a file take the place of a part of a list, as its keeper does: seen first, then taken.
func (w *world) takes(list reference.List, file string) referencesvc.Outcome {
	w.Helper()
	out, err := w.Reference.Check(w.Context(), w.keeper(), list, []byte(file))
	w.Must(err)
	w.Must(w.Reference.Take(w.Context(), w.keeper(), list, "list.csv", []byte(file), out.Stamp))
	return out
}

func (w *world) keeper() access.Actor {
	w.Helper()
	a := w.staff()
	a.Privileges = []access.Privilege{access.ManageCategory}
	return a
}

// A file takes the place of what was said of the same divisions, or years of countries, and of nothing else; what it would do is told
// before, and no longer done once something else was done.
func TestAFileTakesThePlaceOfAPart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	ctx, a := w.Context(), w.keeper()
	counts := func(o referencesvc.Outcome) string {
		return fmt.Sprint(o.New, " new ", o.Changed, " changed ", o.Same, " same ", o.Gone, " gone of ", strings.Join(o.Parts, ","))
	}
	tells := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	tells(counts(w.takes(reference.Codes, "code,en,fr\n30213100-6,Portable computers,Ordinateurs portables\n30213000-5,Personal computers,\n39110000-6,Seats,\n")), "3 new 0 changed 0 same 0 gone of 30,39")
	tells(counts(w.takes(reference.Codes, "code,en\n30213100-6,Laptops\n30213300-8,Desktops\n")), "1 new 1 changed 0 same 1 gone of 30")
	codes, more, err := w.Reference.Codes(ctx, w.Officer, "")
	w.Must(err)
	var all []string
	for _, c := range codes {
		all = append(all, c.Code+"-"+c.Digit+" "+c.Name("fr"))
	}
	tells(strings.Join(all, "; "), "30213100-6 Laptops; 30213300-8 Desktops; 39110000-6 Seats")
	for search, want := range map[string]int{"3021": 2, "30213100-6": 1, "cpv:39": 1, "LAP": 1, "top": 2, "seats desk": 0, "%": 0, "_": 0, "9_": 0, "3021 3": 2, "30213100 – 6": 1, "0 seats": 0} {
		if found, _, err := w.Reference.Codes(ctx, w.Officer, search); err != nil || len(found) != want || more {
			t.Errorf("%q finds %d, %v; want %d", search, len(found), err, want)
		}
	}
	tells(counts(w.takes(reference.Holidays, "country,day,name\nKE,2026-03-20,Idd\nKE,2026-12-12,Jamhuri\nKE,2027-03-10,Idd\nUG,2026-03-20,Eid\n")), "4 new 0 changed 0 same 0 gone of KE 2026,KE 2027,UG 2026")
	// Another digit is a change, and what is seen of it is of that moment.
	digit := []byte("code,en\n39110000-5,Seats\n")
	seen, err := w.Reference.Check(ctx, a, reference.Codes, digit)
	w.Must(err)
	tells(counts(seen), "0 new 1 changed 0 same 0 gone of 39")
	w.takes(reference.Codes, "code,en\n39110000-4,Seats\n")
	w.Is(w.Reference.Take(ctx, a, reference.Codes, "x.csv", digit, seen.Stamp), reference.Changed)
	w.takes(reference.Codes, "code,en\n39110000-6,Seats\n")
	tells(counts(w.takes(reference.Holidays, "country,day,name\nKE,2026-03-21,Idd\nKE,2026-12-12,Jamhuri Day\n")), "1 new 1 changed 0 same 1 gone of KE 2026")
	days, _, err := w.Reference.Holidays(ctx, a, "", 0)
	w.Must(err)
	all = nil
	for _, d := range days {
		all = append(all, fmt.Sprint(d.Country, d.Day.Format(" 2006-01-02")))
	}
	tells(strings.Join(all, "; "), "KE 2026-03-21; KE 2026-12-12; KE 2027-03-10; UG 2026-03-20")
	for _, c := range []struct {
		country string
		year    int
		want    int
	}{{"KE", 2026, 2}, {"KE", 0, 3}, {"", 2026, 3}, {"TZ", 0, 0}} {
		if found, _, err := w.Reference.Holidays(ctx, a, c.country, c.year); err != nil || len(found) != c.want {
			t.Errorf("%+v: %d, %v", c, len(found), err)
		}
	}
	// A year of a country is not that year of another, nor another of the same.
	w.takes(reference.Holidays, "country,day,name\nUG,2027-03-10,Eid\n")
	tells(counts(w.takes(reference.Holidays, "country,day,name\nKE,2026-03-21,Idd\nKE,2026-12-12,Jamhuri Day\nUG,2027-03-11,Eid\n")), "1 new 0 changed 2 same 1 gone of KE 2026,UG 2027")
	for _, c := range []struct {
		country    string
		year, want int
	}{{"KE", 2026, 2}, {"KE", 2027, 1}, {"UG", 2026, 1}, {"UG", 2027, 1}} {
		if found, _, err := w.Reference.Holidays(ctx, a, c.country, c.year); err != nil || len(found) != c.want {
			t.Errorf("%+v: %d, %v", c, len(found), err)
		}
	}
	w.takes(reference.Holidays, "country,day,name\nUG,2027,\n")
	// A year is taken off, and so is a division; nothing else goes.
	tells(counts(w.takes(reference.Holidays, "country,day,name\nUG,2026,\nRW,2026,\n")), "0 new 0 changed 0 same 1 gone of RW 2026,UG 2026")
	w.takes(reference.Codes, "code,en\n09000000-3,Fuel\n09100000-0,Fuels\n")
	tells(counts(w.takes(reference.Codes, "code,en\n09,\n")), "0 new 0 changed 0 same 2 gone of 09")
	w.takes(reference.Holidays, "country,day,name\nUG,2026-03-20,Eid\nUG,2026-03-21,Eid\n")
	// What is there, written down and brought again, changes nothing.
	for _, list := range []reference.List{reference.Codes, reference.Holidays} {
		book, err := w.Reference.Workbook(ctx, a, list)
		w.Must(err)
		out, err := w.Reference.Check(ctx, a, list, book)
		w.Must(err)
		if out.New+out.Changed+out.Gone > 0 || out.Same == 0 {
			t.Errorf("%s: %s", list, counts(out))
		}
	}
	// Two who look at the same, and both bring something else.
	first, second := []byte("country,day,name\nKE,2026-03-22,Idd\n"), []byte("country,day,name\nKE,2026-03-23,Idd\n")
	one, err := w.Reference.Check(ctx, a, reference.Holidays, first)
	w.Must(err)
	two, err := w.Reference.Check(ctx, a, reference.Holidays, second)
	w.Must(err)
	w.Is(w.Reference.Take(ctx, a, reference.Holidays, "x.csv", first, two.Stamp), reference.Changed) // of another file
	w.Must(w.Reference.Take(ctx, a, reference.Holidays, "x.csv", first, one.Stamp))
	w.Is(w.Reference.Take(ctx, a, reference.Holidays, "x.csv", second, two.Stamp), reference.Changed)
	bad := []byte("country,day,name\nKE,2026-03-22,Idd\nXX,2026-03-22,Idd\n")
	out, err := w.Reference.Check(ctx, a, reference.Holidays, bad)
	w.Must(err)
	if len(out.Faulty) != 1 {
		t.Errorf("%+v", out)
	}
	w.Is(w.Reference.Take(ctx, a, reference.Holidays, "x.csv", bad, out.Stamp), reference.Faulty)

	// Who did it stands in the log, with the file; who may not is refused.
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = 'reference.taken' AND actor_id IS NOT NULL AND length(detail ->> 'sha256') = 64"); n != 14 {
		t.Errorf("%d entries", n)
	}
	lists, err := w.Reference.Lists(ctx, a)
	w.Must(err)
	if len(lists) != 2 || lists[0].Name != "cpv" || lists[0].Entries != 3 || lists[0].File != "list.csv" || lists[1].Entries != 4 || lists[1].File != "x.csv" || lists[1].TakenAt == nil {
		t.Errorf("%+v", lists)
	}
	clerk := a
	clerk.Privileges = nil
	if _, err := w.Reference.Lists(ctx, clerk); err != nil {
		t.Error(err)
	}
	for _, who := range []access.Actor{clerk, w.Officer} {
		_, err := w.Reference.Check(ctx, who, reference.Holidays, first)
		w.Is(err, fault.Forbidden)
		w.Is(w.Reference.Take(ctx, who, reference.Holidays, "x.csv", first, one.Stamp), fault.Forbidden)
		_, err = w.Reference.Workbook(ctx, who, reference.Codes)
		w.Is(err, fault.Forbidden)
	}
	_, err = w.Reference.Lists(ctx, w.Officer)
	w.Is(err, fault.Forbidden)
	_, _, err = w.Reference.Holidays(ctx, w.Officer, "", 0)
	w.Is(err, fault.Forbidden)
	_, _, err = w.Reference.Codes(ctx, w.Person("supplier", access.Supplier, w.Officer.Org), "")
	w.Is(err, fault.Forbidden)
}

// Where there is a list of a division, a code that is not on it or whose ninth digit is another is refused where it is said, for an item
// of a plan and for a job; what stood there before stays.
func TestACodeIsHeldAgainstTheList(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	old := w.thing("1", sourcing.Tender, "30199999", "1000")
	old.ID = w.adds(old)
	w.adds(w.thing("2", sourcing.Tender, "30199998", "1000"))
	job, err := w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "J1", Title: "Old", Classification: "30199999"})
	w.Must(err)
	w.takes(reference.Codes, "code,en\n30213100-6,Portable computers\n30213000-5,Personal computers\n")

	for code, want := range map[string]string{"30213100-5": reference.OtherDigit, "30299999": reference.UnknownCode, "CPV:30213101-4": reference.UnknownCode, "3021": sourcing.BadCPV, "99000000-1": sourcing.BadCPV,
		"30213100-6": "", "30213100": "", "39110000-1": ""} {
		_, err := w.Procurement.AddItem(ctx, a, owner, w.plan, w.thing(code, sourcing.Tender, code, "1000"))
		form := sourcing.JobForm{Activity: sourcing.Tender, Code: code, Title: "New", Classification: code}
		_, made := w.Sourcing.CreateJob(ctx, a, owner, form)
		form.Code = "again"
		j, read := w.Sourcing.Job(ctx, a, owner, job)
		w.Must(read)
		changed := w.Sourcing.UpdateJob(ctx, a, owner, job, j.Version, form)
		for what, err := range map[string]error{"an item": err, "a job": made, "a job changed": changed} {
			if want != "" {
				w.field(err, "/classification", want)
			} else if err != nil {
				t.Errorf("%s of %s: %v", what, code, err)
			}
		}
		if want == "" { // back to what it was
			j, read = w.Sourcing.Job(ctx, a, owner, job)
			w.Must(read)
			_, err := pgtest.Do(ctx, w.DB, "UPDATE job SET classification = '30199999' WHERE id = $1", job)
			w.Must(err)
		}
	}
	old.Title, old.Version = "Said anew", 1
	w.Must(w.Procurement.ChangeItem(ctx, a, owner, w.plan, old))
	j, err := w.Sourcing.Job(ctx, a, owner, job)
	w.Must(err)
	w.Must(w.Sourcing.UpdateJob(ctx, a, owner, job, j.Version, sourcing.JobForm{Code: "J1", Title: "Old still", Classification: "30199999"}))
	_, err = w.Sourcing.CopyJob(ctx, a, owner, job, sourcing.CopyForm{Code: "J2", Title: "As it was", OpensAt: story.Noon})
	w.Must(err)

	// The code of an item that is no longer listed may be said of its job.
	w.approved()
	_, err = w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "J3", Title: "Of the plan", PlanItem: &old.ID, Classification: "30199999"})
	w.Must(err)
	w.Must(w.step(a, procurement.Revised, "A new budget"))

	// In a workbook each cell says it; a code that stood there stays.
	data := w.workbook(procurement.ItemSheet, map[string]string{"number": "W1", "title": "One", "classification": "30213100-5", "activity": "tender", "currency": "KES", "estimate": "1", "publish_on": "2026-12-01", "award_on": "2027-02-01"},
		map[string]string{"number": "2", "title": "Changed", "classification": "30199998", "activity": "tender", "currency": "KES", "estimate": "1", "publish_on": "2026-12-01", "award_on": "2027-02-01"})
	_, book, err := w.Procurement.CheckWorkbook(ctx, a, owner, w.plan, "plan.xlsx", data)
	w.Must(err)
	if f := book.Lines[0].Faults; len(f) != 1 || f[0].Column != "classification" || f[0].Code != reference.OtherDigit || f[0].Params["expected"] != "6" {
		t.Errorf("%+v", f)
	}
	if f := book.Lines[1].Faults; len(f) != 0 {
		t.Errorf("%+v", f)
	}
}

// Every list has a shelf, and who searches is told that there are more than are shown.
func TestMoreThanAreShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	var codes, days strings.Builder
	for i := range referencesvc.Most {
		fmt.Fprintf(&codes, "30%06d-0,Thing\n", i)
		fmt.Fprintf(&days, "KE,%d-01-%02d,Day\n", 2030+i/28, i%28+1)
	}
	for _, list := range reference.Lists {
		if _, err := w.Reference.Workbook(w.Context(), w.keeper(), reference.List(list)); err != nil {
			t.Error(list, err)
		}
	}
	for i, want := range []bool{false, true} {
		w.takes(reference.Codes, "code,en\n"+codes.String())
		w.takes(reference.Holidays, "country,day,name\n"+days.String())
		found, more, err := w.Reference.Codes(w.Context(), w.Officer, "")
		w.Must(err)
		rest, others, err := w.Reference.Holidays(w.Context(), w.keeper(), "KE", 0)
		w.Must(err)
		if more != want || others != want || len(found) != referencesvc.Most || len(rest) != referencesvc.Most {
			t.Errorf("%d: %d, %v and %d, %v", i, len(found), more, len(rest), others)
		}
		for _, sign := range []string{"%", "_", "\\", "…"} {
			if found, more, err := w.Reference.Codes(w.Context(), w.Officer, sign); err != nil || more || len(found) > 0 {
				t.Errorf("%q has no word: %d, %v, %v", sign, len(found), more, err)
			}
		}
		codes.WriteString("30999999-0,Thing\n")
		days.WriteString("KE,2040-01-01,Day\n")
	}
}

// A list holds no more than a file can say again, with what stays; what it has beyond the page that is shown counts as well.
func TestAListHoldsWhatAFileHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	var most strings.Builder
	most.WriteString("code,en\n")
	for i := range reference.MaxLines {
		fmt.Fprintf(&most, "30%06d-0,Thing\n", i)
	}
	w.takes(reference.Codes, most.String())
	_, err := w.Reference.Check(w.Context(), w.keeper(), reference.Codes, []byte("code,en\n39110000-6,Seats\n"))
	w.Is(err, reference.TooMany)
	if e := fault.As(err); e == nil || e.Params["count"] != reference.MaxLines+1 || e.Params["max"] != reference.MaxLines {
		t.Errorf("%+v", e)
	}
	again, err := w.Reference.Check(w.Context(), w.keeper(), reference.Codes, []byte(most.String()))
	w.Must(err)
	if again.Same != reference.MaxLines || again.New+again.Changed+again.Gone > 0 {
		t.Errorf("%+v", again)
	}
	var days strings.Builder
	days.WriteString("country,day,name\n")
	for i := range 2*referencesvc.Most + 1 {
		fmt.Fprintf(&days, "KE,%s,Day\n", time.Date(2030, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
	}
	w.takes(reference.Holidays, days.String())
	book, err := w.Reference.Workbook(w.Context(), w.keeper(), reference.Holidays)
	w.Must(err)
	for _, file := range [][]byte{[]byte(days.String()), book} {
		out, err := w.Reference.Check(w.Context(), w.keeper(), reference.Holidays, file)
		w.Must(err)
		if out.Same != 2*referencesvc.Most+1 || out.New+out.Changed+out.Gone > 0 {
			t.Errorf("%+v", out)
		}
	}
	if rest, err := referencesvc.DaysOf(w.Context(), w.DB, "KE"); err != nil || len(rest) != 2*referencesvc.Most+1 {
		t.Errorf("%d, %v", len(rest), err)
	}
}

// Who takes a list waits for who is taking it, and is told that it has changed.
func TestAListIsTakenOneAtATime(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	w.takes(reference.Codes, "code,en\n39110000-6,Seats\n")
	mine := []byte("code,en\n39110000-6,Chairs\n")
	seen, err := w.Reference.Check(w.Context(), w.keeper(), reference.Codes, mine)
	w.Must(err)
	other, err := w.DB.Begin(w.Context())
	w.Must(err)
	defer func() { _ = other.Rollback(w.Context()) }()
	for _, sql := range []string{"SELECT FROM reference_list WHERE name = 'cpv' FOR UPDATE", `UPDATE classification SET names = '{"en": "Benches"}'`} {
		_, err = other.Exec(w.Context(), sql)
		w.Must(err)
	}
	got := make(chan error, 1)
	go func() { got <- w.Reference.Take(w.Context(), w.keeper(), reference.Codes, "x.csv", mine, seen.Stamp) }()
	for waits := 0; waits == 0 && len(got) == 0; {
		w.Must(w.DB.QueryRow(w.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waits))
	}
	w.Must(other.Commit(w.Context()))
	w.Is(<-got, reference.Changed)
}

// What outsiders read of an item says what its code means.
func TestAPublishedCodeSaysWhatItMeans(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.takes(reference.Codes, "code,fr,en\n30213100-6,Ordinateurs portables,Portable computers\n30213200-7,Tablettes,\n")
	laptops := pumps
	laptops.Job.Code = "CPV"
	c := w.Author(policyOf(sourcing.Tender), laptops)
	for i, class := range []string{"CPV:30213100-6", "CPV:30213200-7", "CPV:39110000", "UNSPSC:43211503", ""} {
		_, err := w.Sourcing.AddItem(w.Context(), w.Officer, w.Officer.Org, c.ID, sourcing.Item{Number: fmt.Sprint("C", i), Description: "Laptops", Unit: "each", Quantity: *story.Points(1), Classification: class})
		w.Must(err)
	}
	w.Must(c.TryPublish(w.Officer))
	follow(w.World, "category", c.ID, w.Officer.Org)
	var body []byte
	w.Must(w.DB.QueryRow(w.Context(), "SELECT body FROM publication_release WHERE job_id = $1 ORDER BY number DESC LIMIT 1", c.Job).Scan(&body))
	var read struct {
		Tender struct {
			Items []struct {
				Classification map[string]string `json:"classification"`
			} `json:"items"`
		} `json:"tender"`
	}
	w.Must(json.Unmarshal(body, &read))
	got := map[string]string{}
	for _, i := range read.Tender.Items {
		if i.Classification != nil {
			text, told := i.Classification["description"]
			got[i.Classification["id"]] = fmt.Sprintf("%v %s", told, text)
		}
	}
	// A name in another language is none in English, and what nobody knows is not told as empty.
	if want := map[string]string{"30213100-6": "true Portable computers", "30213200-7": "false ", "39110000": "false ", "43211503": "false "}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
