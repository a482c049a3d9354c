package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
)

// Who is kept out hears of nothing new, whether invited or of its kind of supply: by
// the buyer or by the platform, until the last instant of it. What another buyer says,
// what is over, what was lifted and what nobody has decided keeps nobody out.
func TestWhoIsKeptOutHearsOfNothingNew(t *testing.T) {
	t.Parallel()
	const here, everywhere, elsewhere = "here", "everywhere", "elsewhere"
	cases := []struct {
		by, status string
		until      time.Duration
		hears      bool
	}{
		{here, "blacklisted", time.Microsecond, false},
		{here, "blacklisted", 0, true},
		{here, "lifted", time.Hour, true},
		{everywhere, "blacklisted", time.Microsecond, false},
		{everywhere, "blacklisted", 0, true},
		{everywhere, "replied", time.Hour, true},
		{elsewhere, "blacklisted", time.Hour, true},
	}
	w := listen(t, 2*len(cases))
	other := w.Person("buyer", access.Buyer, uuid.Nil)
	buyers := map[string]*uuid.UUID{here: &w.Officer.Org, elsewhere: &other.Org}
	invited, fitting := w.Bidders[:len(cases)], w.Bidders[len(cases):]
	c := w.Author(tender(func(x *story.Terms) { x.Type, x.Invited = kind(1), invited }))
	for i, x := range cases {
		w.supplies(fitting[i], 1)
		for _, a := range []access.Actor{invited[i], fitting[i]} {
			w.keepOut(a, buyers[x.by])
			w.do("UPDATE blacklist_case SET status = $1, expires_at = $2 WHERE supplier_id = $3", x.status, story.Noon.Add(x.until), a.Org)
		}
	}
	w.Must(c.TryPublish(w.Officer))
	w.React()
	for i, x := range cases {
		for kind, a := range map[string]access.Actor{"category.invited": invited[i], "category.published": fitting[i]} {
			want := 0
			if x.hears {
				want = 1
			}
			if n := w.Count("SELECT count(*) FROM notification WHERE account_id = $1 AND kind = $2", a.User, kind); n != want {
				t.Errorf("%s %s for %s more: told of %s %d times, want %d", x.status, x.by, x.until, kind, n, want)
			}
		}
	}
}
