package notifysvc

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// at is an hour of a day in Nairobi, where the operator of these tests is.
func at(hour, minute int) time.Time {
	return time.Date(2026, 11, 30, hour, minute, 0, 0, time.FixedZone("EAT", 3*3600))
}

func hours(n ...int) (out [2]*int) {
	for i := range n {
		out[i] = &n[i]
	}
	return out
}

// chosen are choices of the operator: everything as it comes, but for one area.
func (w *world) chosen(area mail.Area, way Way, quiet [2]*int, summaryAt int) Choices {
	c := Choices{QuietFrom: quiet[0], QuietUntil: quiet[1], SummaryAt: summaryAt}
	for _, one := range concerns[w.qed.Type] {
		x := AreaChoice{one, AtOnce}
		if one == area {
			x.Way = way
		}
		c.Areas = append(c.Areas, x)
	}
	return c
}

func (w *world) choose(c Choices) {
	w.Helper()
	w.must(w.s.Choose(w.ctx, w.qed, c))
}

// Every kind that its reader may stop is in one area, and in one only; what nobody may stop is in none.
func TestEveryKindThatCanBeStoppedIsInAnArea(t *testing.T) {
	for _, k := range mail.Kinds() {
		var in []mail.Area
		for _, area := range mail.Areas() {
			if slices.Contains(area.Kinds(), k) {
				in = append(in, area)
			}
		}
		if want := !k.Statutory() && k != mail.Summary; want != (len(in) == 1) || len(in) > 1 || want && k.Area() != in[0] || !want && k.Area() != "" {
			t.Errorf("%s is in %v and says %q", k, in, k.Area())
		}
	}
	told := map[mail.Area]bool{}
	for _, areas := range concerns {
		for _, area := range areas {
			told[area] = true
		}
	}
	if len(told) != len(mail.Areas()) {
		t.Errorf("nobody can choose about some: %v", told)
	}
}

// When a mail goes out that can wait: as its reader's clock stands, with quiet hours within a day and over midnight, at their
// first and their last minute.
func TestQuietHoursHoldWhatCanWait(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tomorrow := func(hour int) time.Time { return at(hour, 0).AddDate(0, 0, 1) }
	for _, x := range []struct {
		quiet     [2]*int
		now, goes time.Time
	}{
		{[2]*int{}, at(3, 0), at(3, 0)},
		{hours(22, 6), at(21, 59), at(21, 59)},
		{hours(22, 6), at(22, 0), tomorrow(6)},
		{hours(22, 6), at(23, 59), tomorrow(6)},
		{hours(22, 6), at(0, 0), at(6, 0)},
		{hours(22, 6), at(5, 59), at(6, 0)},
		{hours(22, 6), at(6, 0), at(6, 0)},
		{hours(12, 14), at(11, 59), at(11, 59)},
		{hours(12, 14), at(12, 0), at(14, 0)},
		{hours(12, 14), at(13, 59), at(14, 0)},
		{hours(12, 14), at(14, 0), at(14, 0)},
		{hours(0, 23), at(22, 59), at(23, 0)},
		{hours(23, 0), at(23, 30), tomorrow(0)},
	} {
		pgtest.SetClock(t, w.db, x.now)
		w.choose(w.chosen(mail.Bids, AtOnce, x.quiet, 7))
		for kind, want := range map[mail.Kind]time.Time{mail.QuestionAsked: x.goes, mail.ClosingSoon: x.now, mail.RegretLetter: x.now, mail.MeetingCalled: x.now, mail.ContractSent: x.goes} {
			var due time.Time
			var status string
			w.must(w.db.QueryRow(w.ctx, "SELECT next_try_at, status FROM mail_delivery WHERE id = $1", w.toMe(kind)).Scan(&due, &status))
			if !due.Equal(want) || status != "queued" {
				t.Errorf("%s at %s with %v: %s at %s, want %s", kind, x.now.Format("15:04"), fmt.Sprint(*orNone(x.quiet[0]), "-", *orNone(x.quiet[1])), status, due.In(x.now.Location()), want)
			}
		}
	}
}

func orNone(h *int) *int {
	if h == nil {
		n := -1
		return &n
	}
	return h
}

// toMe queues a message to the operator at their own address.
func (w *world) toMe(kind mail.Kind) uuid.UUID {
	w.Helper()
	id := w.queue(kind)
	w.do(`UPDATE mail_delivery SET recipient = $2, data = data || '{"Question": "Which bolts?", "Number": "K/1", "Count": "2", "By": "Amina"}' WHERE id = $1`, id, w.qed.Email)
	return id
}

// A summary comes at its reader's hour, once, with what has gathered and nothing else; what cannot wait does not; what its
// reader may not hear of any more is left out; a hundred stand in one, and the next in another.
func TestASummaryComesAtItsHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, at(15, 0))
	w.choose(w.chosen(mail.Bids, InSummary, [2]*int{}, 9))
	first, second, letter, soon, other := w.toMe(mail.QuestionAsked), w.toMe(mail.BidsWithdrawn), w.toMe(mail.RegretLetter), w.toMe(mail.ClosingSoon), w.toMe(mail.ContractSent)
	w.send()
	for id, want := range map[uuid.UUID]string{first: "gathered", second: "gathered", letter: "sent", soon: "sent", other: "sent"} {
		w.status(id, want, map[string]int{"sent": 1}[want])
	}
	summaries := func(now time.Time, want int) {
		t.Helper()
		pgtest.SetClock(t, w.db, now)
		n := 0
		for done := 1; done > 0; n += done {
			var err error
			done, err = w.s.SummariseDue(w.ctx)
			w.must(err)
		}
		if n != want {
			t.Errorf("%d summaries at %s, want %d", n, now, want)
		}
		w.box = nil
		w.send()
	}
	next := at(9, 0).AddDate(0, 0, 1)
	summaries(next.Add(-time.Second), 0)
	summaries(next, 1)
	w.status(first, "summarised", 0)
	w.status(second, "summarised", 0)
	if len(w.box) != 1 {
		t.Fatalf("%d mails", len(w.box))
	}
	m := w.box[0]
	asked, back := strings.Index(m.Text, "- A question about ZB/1"), strings.Index(m.Text, "- Withdrawn bids: ZB/1")
	if !strings.Contains(m.Subject, "2") || asked < 0 || back < asked || strings.Count(m.Text, "\n- ") != 2 || !strings.Contains(m.HTML, `<li style="margin:0 0 8px;"><a href="https://zabuni.example/"`) ||
		m.To.Email != w.qed.Email || m.Unsubscribe == "" {
		t.Errorf("%+v", m)
	}
	summaries(next.Add(25*time.Hour), 0) // nothing has come since

	gone := w.toMe(mail.QuestionAsked)
	w.do("UPDATE mail_delivery SET privilege = 'NO_SUCH' WHERE id = $1", gone)
	summaries(next.Add(50*time.Hour), 1)
	w.status(gone, "suppressed", 1)
	if len(w.box) != 0 {
		t.Error("who may not hear of it was told")
	}

	summaries(next.Add(72*time.Hour), 0)
	last := w.toMe(mail.QuestionAsked) // at the hour itself: with those of the next day
	summaries(next.Add(72*time.Hour), 0)
	summaries(next.Add(96*time.Hour), 1)
	w.status(last, "summarised", 0)

	torn := w.toMe(mail.QuestionAsked) // what cannot be written goes its own way, and holds nothing up
	w.do("UPDATE mail_delivery SET data = '{}' WHERE id = $1", torn)
	whole := w.toMe(mail.QuestionAsked)
	summaries(next.Add(125*time.Hour), 1)
	w.status(whole, "summarised", 0)
	if m := w.status(torn, "queued", 1); m.Error == "" || len(w.box) != 1 {
		t.Errorf("%+v, %d mails", m, len(w.box))
	}
	w.do("UPDATE mail_delivery SET status = 'failed' WHERE id = $1", torn)

	const many = 101 // one more than stand in one
	for range many {
		w.toMe(mail.QuestionAsked)
	}
	summaries(next.Add(150*time.Hour), 2)
	if len(w.box) != 2 || strings.Count(w.box[0].Text, "\n- ")+strings.Count(w.box[1].Text, "\n- ") != many {
		t.Errorf("%d mails", len(w.box))
	}
}

// What waits for a summary that its reader does not want any more goes out, or not at all; what waits of another area waits on.
func TestWhatWaitsGoesWithItsChoice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, at(15, 0))
	both := w.chosen(mail.Bids, InSummary, [2]*int{}, 9)
	both.Areas[1].Way = InSummary // contracts
	for way, want := range map[Way]string{AtOnce: "queued", Never: "suppressed", InSummary: "gathered"} {
		w.choose(both)
		bid, contract := w.toMe(mail.QuestionAsked), w.toMe(mail.ContractSent)
		w.choose(w.chosen(mail.Bids, way, [2]*int{}, 9).with(mail.Agreements, InSummary))
		w.status(bid, want, 0)
		w.status(contract, "gathered", 0)
	}
	w.choose(w.chosen(mail.Bids, Never, [2]*int{}, 9))
	w.status(w.toMe(mail.QuestionAsked), "suppressed", 0)
	w.status(w.toMe(mail.ClosingSoon), "suppressed", 0)
	w.status(w.toMe(mail.RegretLetter), "queued", 0)
	w.status(w.toMe(mail.ContractSent), "queued", 0)
}

// What waits for the end of quiet hours, or for a summary, follows the newest choice and not that of when it was queued: it is
// stopped, gathered, moved to another hour, or held where its reader sleeps by now. What was tried, or is due, goes as it was to.
func TestWhatWaitsFollowsTheNewestChoice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tomorrow := func(hour int) time.Time { return at(hour, 0).AddDate(0, 0, 1) }
	night := hours(22, 6)
	for name, x := range map[string]struct {
		was, now Choices
		then     time.Time // when it is chosen anew
		status   string
		goes     time.Time // where it still waits
	}{
		"none":                     {w.chosen("", "", night, 7), w.chosen(mail.Bids, Never, night, 7), at(23, 30), "suppressed", time.Time{}},
		"all are stopped":          {w.chosen("", "", night, 7), w.chosen("", "", night, 7).stopped(), at(23, 30), "suppressed", time.Time{}},
		"no hour is quiet":         {w.chosen("", "", night, 7), w.chosen("", "", [2]*int{}, 7), at(23, 30), "queued", at(23, 30)},
		"others are quiet":         {w.chosen("", "", night, 7), w.chosen("", "", hours(21, 8), 7), at(23, 30), "queued", tomorrow(8)},
		"quiet as before":          {w.chosen("", "", night, 7), w.chosen("", "", night, 8), at(23, 30), "queued", tomorrow(6)},
		"in a summary from now on": {w.chosen("", "", night, 7), w.chosen(mail.Bids, InSummary, night, 9), at(23, 30), "gathered", tomorrow(9)},
		"the summary is later":     {w.chosen(mail.Bids, InSummary, [2]*int{}, 9), w.chosen(mail.Bids, InSummary, [2]*int{}, 17), at(23, 30), "gathered", tomorrow(17)},
		"the summary is earlier":   {w.chosen(mail.Bids, InSummary, [2]*int{}, 9), w.chosen(mail.Bids, InSummary, [2]*int{}, 5), at(23, 30), "gathered", tomorrow(5)},
		"at once, by night":        {w.chosen(mail.Bids, InSummary, [2]*int{}, 9), w.chosen("", "", night, 9), at(23, 30), "queued", tomorrow(6)},
		"at once, by day":          {w.chosen(mail.Bids, InSummary, [2]*int{}, 9), w.chosen("", "", hours(6, 7), 9), at(23, 30), "queued", at(23, 30)},
		"stopped from a summary":   {w.chosen(mail.Bids, InSummary, [2]*int{}, 9), w.chosen(mail.Bids, InSummary, night, 9).stopped(), at(23, 30), "suppressed", time.Time{}},
		"the summary is due":       {w.chosen(mail.Bids, InSummary, [2]*int{}, 9), w.chosen(mail.Bids, InSummary, [2]*int{}, 17), tomorrow(10), "gathered", tomorrow(9)},
		"the quiet hours are over": {w.chosen("", "", night, 7), w.chosen("", "", hours(5, 12), 7), tomorrow(7), "queued", tomorrow(6)},
	} {
		pgtest.SetClock(t, w.db, at(23, 0))
		w.choose(x.was)
		id, other := w.toMe(mail.QuestionAsked), w.toMe(mail.RegretLetter)
		tried := w.toMe(mail.QuestionAsked)
		w.do("UPDATE mail_delivery SET status = 'queued', attempts = 1, next_try_at = $2 WHERE id = $1", tried, tomorrow(4))
		pgtest.SetClock(t, w.db, x.then)
		w.choose(x.now)
		is := func(of string, id uuid.UUID, status string, goes time.Time) {
			t.Helper()
			var due time.Time
			var got string
			w.must(w.db.QueryRow(w.ctx, "SELECT next_try_at, status FROM mail_delivery WHERE id = $1", id).Scan(&due, &got))
			if got != status || !goes.IsZero() && !due.Equal(goes) {
				t.Errorf("%s: %s is %s at %s, want %s at %s", name, of, got, due.In(goes.Location()), status, goes)
			}
		}
		is("what waits", id, x.status, x.goes)
		is("what nobody stops", other, "queued", at(23, 0))
		if x.status == "suppressed" {
			is("what was tried", tried, "suppressed", time.Time{})
		} else {
			is("what was tried", tried, "queued", tomorrow(4))
		}
		w.do("DELETE FROM mail_delivery")
	}
	// An address that is stopped by the link of a mail has nothing on its way either.
	pgtest.SetClock(t, w.db, at(23, 0))
	w.choose(w.chosen("", "", night, 7))
	id, letter := w.toMe(mail.QuestionAsked), w.toMe(mail.RegretLetter)
	w.must(w.s.Unsubscribe(w.ctx, w.s.UnsubscribeToken(w.qed.Email)))
	w.status(id, "suppressed", 0)
	w.status(letter, "queued", 0)
}

func (c Choices) stopped() Choices {
	c.Stopped = true
	return c
}

func (c Choices) with(area mail.Area, way Way) Choices {
	for i := range c.Areas {
		if c.Areas[i].Area == area {
			c.Areas[i].Way = way
		}
	}
	return c
}

// Who has stopped all mails takes them up again; choices are one's own, and read as they were made.
func TestChoicesAreOnesOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.qed
	other.User, other.Email = uuid.New(), "other@example.org"
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		return w.s.identity.CreateAdministrator(w.ctx, tx, other, "Another", "Person", "254701234568", "simba42")
	}))
	is := func(a access.Actor, want string) {
		t.Helper()
		c, err := w.s.Choices(w.ctx, a)
		if got := fmt.Sprintf("%v quiet %d %d, %d, %t, %s", c.Areas, *orNone(c.QuietFrom), *orNone(c.QuietUntil), c.SummaryAt, c.Stopped, c.Zone); err != nil || got != want {
			t.Errorf("%s, want %s (%v)", got, want, err)
		}
	}
	const fresh = "[{bids at_once} {contracts at_once} {plans at_once} {disputes at_once}] quiet -1 -1, 7, false, Africa/Nairobi"
	is(w.qed, fresh)
	c := w.chosen(mail.Plans, Never, hours(0, 23), 0)
	c.Stopped = true
	w.choose(c)
	is(w.qed, "[{bids at_once} {contracts at_once} {plans none} {disputes at_once}] quiet 0 23, 0, true, Africa/Nairobi")
	is(other, fresh)
	w.status(w.toMe(mail.RegretLetter), "queued", 0)
	w.choose(w.chosen(mail.Disputes, InSummary, hours(23, 0), 23))
	is(w.qed, "[{bids at_once} {contracts at_once} {plans at_once} {disputes summary}] quiet 23 0, 23, false, Africa/Nairobi")
	w.choose(w.chosen("", "", [2]*int{}, 7))
	is(w.qed, fresh)
	var entries int
	w.must(w.db.QueryRow(w.ctx, "SELECT count(*) FROM audit_entry WHERE action = 'notify.mail.chosen' AND actor_id = $1 AND object_id = $1", w.qed.User).Scan(&entries))
	if entries != 3 {
		t.Errorf("%d entries of the log", entries)
	}
}

// What is chosen wrongly is named where it stands, and changes nothing.
func TestAWrongChoiceIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, x := range map[string]struct {
		spoil func(*Choices)
		want  string
	}{
		"an unknown way":       {func(c *Choices) { c.Areas[0].Way = "often" }, "/areas/0/way field.not_allowed"},
		"an unknown area":      {func(c *Choices) { c.Areas[1].Area = "all" }, "/areas/1/area field.not_allowed /areas field.required"},
		"another desk's area":  {func(c *Choices) { c.Areas[1].Area = mail.Tenders }, "/areas/1/area field.not_allowed /areas field.required"},
		"an area twice":        {func(c *Choices) { c.Areas[1].Area = c.Areas[0].Area }, "/areas/1/area field.not_allowed /areas field.required"},
		"one too few":          {func(c *Choices) { c.Areas = c.Areas[1:] }, "/areas field.required"},
		"none":                 {func(c *Choices) { c.Areas = nil }, "/areas field.required"},
		"an hour too late":     {func(c *Choices) { c.SummaryAt = 24 }, "/summary_at field.not_allowed"},
		"an hour too early":    {func(c *Choices) { c.SummaryAt = -1 }, "/summary_at field.not_allowed"},
		"quiet from nowhere":   {func(c *Choices) { c.QuietFrom = nil }, "/quiet_from field.required"},
		"quiet without an end": {func(c *Choices) { c.QuietUntil = nil }, "/quiet_until field.required"},
		"quiet for no time":    {func(c *Choices) { c.QuietUntil = c.QuietFrom }, "/quiet_until " + QuietAllDay},
		"quiet at 24":          {func(c *Choices) { c.QuietUntil = hours(24)[0] }, "/quiet_until field.not_allowed"},
	} {
		c := w.chosen(mail.Bids, Never, hours(22, 6), 7)
		x.spoil(&c)
		var got []string
		for _, f := range fault.As(w.s.Choose(w.ctx, w.qed, c)).Fields {
			got = append(got, f.Pointer+" "+f.Code)
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: %v, want %s", name, got, x.want)
		}
	}
	c, err := w.s.Choices(w.ctx, w.qed)
	if err != nil || c.QuietFrom != nil || c.Areas[0].Way != AtOnce {
		t.Errorf("%+v %v", c, err)
	}
}

// A summary whose mail cannot be queued leaves what had gathered to the next.
func TestASummaryIsWholeOrNone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, at(15, 0))
	w.choose(w.chosen(mail.Bids, InSummary, [2]*int{}, 9))
	id := w.toMe(mail.QuestionAsked)
	pgtest.SetClock(t, w.db, at(9, 0).AddDate(0, 0, 1))
	db := &pgtest.Failing{}
	s := New(pgtest.Traced(t, w.db, db), w.s.identity, []byte("key"), "https://zabuni.example")
	for n, held := 1, 0; ; n++ {
		db.Arm(n)
		done, err := s.SummariseDue(w.ctx)
		if db.Disarm() == "" {
			w.must(err)
			if done > 0 {
				break
			}
			if held++; held > 1000 {
				t.Fatal("nobody's summary is due")
			}
			n-- // what the one before had locked is not free yet
			continue
		}
		if err == nil {
			t.Fatal("it went on without the database")
		}
		var waits, summaries int
		w.must(w.db.QueryRow(w.ctx, "SELECT count(*) FILTER (WHERE status = 'gathered'), count(*) FILTER (WHERE kind = 'summary') FROM mail_delivery").Scan(&waits, &summaries))
		if waits != 1 || summaries != 0 {
			t.Fatalf("%d wait, %d summaries", waits, summaries)
		}
	}
	w.status(id, "summarised", 0)
}

// A summary counts what it says, each in the language in which its reader would have had it: what was kept back is in neither.
func TestASummaryCountsWhatItSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, at(15, 0))
	w.choose(w.chosen(mail.Bids, InSummary, [2]*int{}, 9))
	said, kept := w.toMe(mail.QuestionAsked), w.toMe(mail.BidsWithdrawn)
	w.do("UPDATE mail_delivery SET language = 'fr' WHERE id = $1", said)
	w.do("UPDATE mail_delivery SET privilege = 'NO_SUCH' WHERE id = $1", kept)
	pgtest.SetClock(t, w.db, at(9, 0).AddDate(0, 0, 1))
	_, err := w.s.SummariseDue(w.ctx)
	w.must(err)
	w.send()
	w.status(kept, "suppressed", 1)
	if len(w.box) != 1 || !strings.Contains(w.box[0].Subject, "1") || strings.Contains(w.box[0].Subject, "2") || !strings.Contains(w.box[0].Text, "- Une question sur ZB/1") {
		t.Errorf("%+v", w.box)
	}
}

// Hours are of the clock of a company wherever it is: where it moves to another country, quiet hours begin there as well.
func TestHoursMoveWithTheirCompany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	late := at(23, 30) // half past eight in Accra
	pgtest.SetClock(t, w.db, late)
	w.choose(w.chosen("", "", hours(22, 6), 7))
	w.status(w.toMe(mail.QuestionAsked), "queued", 0)
	for country, x := range map[string]struct{ event, zone string }{"GH": {"party.profile.updated", "Africa/Accra"}, "KE": {"party.buyer.updated", "Africa/Nairobi"}} {
		w.do("UPDATE company SET country = $2 WHERE id = $1", w.qed.Org, country)
		payload, err := json.Marshal(journal.Event{Action: x.event, Object: "company", ObjectID: w.qed.Org, Owner: w.qed.Org})
		w.must(err)
		w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error { return w.s.Handle(w.ctx, tx, payload) }))
		c, err := w.s.Choices(w.ctx, w.qed)
		w.must(err)
		var waits bool
		w.must(w.db.QueryRow(w.ctx, "SELECT next_try_at > $2 FROM mail_delivery WHERE id = $1", w.toMe(mail.QuestionAsked), late).Scan(&waits))
		if c.Zone != x.zone || waits != (country == "KE") {
			t.Errorf("in %s they are of %s, and a mail waits: %v", country, c.Zone, waits)
		}
	}
	// Whoever chooses anew chooses by the clock of today, though nobody has told of a move.
	w.do("UPDATE company SET country = 'GH' WHERE id = $1", w.qed.Org)
	w.do("UPDATE mail_hours SET zone = 'Africa/Nairobi' WHERE account_id = $1", w.qed.User)
	w.choose(w.chosen("", "", hours(22, 6), 7))
	var zone string
	w.must(w.db.QueryRow(w.ctx, "SELECT zone FROM mail_hours WHERE account_id = $1", w.qed.User).Scan(&zone))
	if zone != "Africa/Accra" {
		t.Errorf("chosen anew they are of %s", zone)
	}
}
