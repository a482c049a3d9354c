package partysvc_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// What a name and a number are folded to.
func TestNamesAreFolded(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	for typed, want := range map[string]string{
		"":                               "",
		" %_\\ ":                         "",
		"Kazi  Traders (K) Ltd.":         "kazi traders k ltd",
		"Société Générale d’Électricité": "societe generale delectricite",
		"Soci\u0065\u0301te\u0301":       "societe",
		"CONSTRUÇÕES São João":           "construcoes sao joao",
		"N'Diaye & Fils":                 "ndiaye fils",
		"ＫＡＺＩ":                           "kazi",
		"ሐበሻ ንግድ ኃ/የተ/የግ/ማህበር":           "ሀበሻ ንግድ ሀ የተ የግ ማህበር",
		"ሠላም ዓለም ፀሐይ":                    "ሰላም አለም ጸሀይ",
		"Ng'ombe Łódź Øre":               "ngombe lodz ore",
		"Mwana-wa-Njoroge <script>&amp;": "mwana wa njoroge script amp",
	} {
		var got string
		if err := db.QueryRow(t.Context(), "SELECT zabuni.folded($1)", typed).Scan(&got); err != nil || got != want {
			t.Errorf("%q is folded to %q (%v), wanted %q", typed, got, err, want)
		}
	}
	for typed, want := range map[string]string{"": "", "P051 234-567 x": "P051234567X", "CPR/2009/1": "CPR20091"} {
		var got string
		if err := db.QueryRow(t.Context(), "SELECT zabuni.signs($1)", typed).Scan(&got); err != nil || got != want {
			t.Errorf("%q has the signs %q (%v), wanted %q", typed, got, err, want)
		}
	}
}

// sought is a world of suppliers to be found in.
type sought struct {
	*world
	t     testing.TB
	buyer access.Actor
	names map[uuid.UUID]string
	made  int
}

func newSought(t *testing.T) *sought { return soughtIn(t, setup(t)) }

// soughtIn has a buyer who looks for suppliers.
func soughtIn(t testing.TB, in *world) *sought {
	w := &sought{world: in, t: t, names: map[uuid.UUID]string{}}
	w.buyer = access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Buyer}
	return w
}

func share(n int64) *money.Quantity { q := money.NewQuantity(n, 0); return &q }

// company is one of a kind with its owners.
func (w *sought) company(kind, name string, change func(*party.Profile), owners ...party.Owner) access.Actor {
	w.t.Helper()
	w.made++
	a := access.Actor{
		User:       uuid.Must(uuid.NewV7()),
		Org:        uuid.Must(uuid.NewV7()),
		Type:       access.Supplier,
		Name:       "Asha",
		Privileges: []access.Privilege{access.UpdateCompanyInfo},
	}
	p := party.Profile{
		CompanyType:     "limited",
		Name:            name,
		Country:         "KE",
		PhysicalAddress: fmt.Sprint("Plot ", w.made),
		Phone:           fmt.Sprintf("2547012%05d", w.made),
		TaxID:           fmt.Sprintf("P05%07dQ", w.made),
	}
	if change != nil {
		change(&p)
	}
	err := pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		return partysvc.Create(w.ctx, tx, a, kind, a.Org, partysvc.Registration{Profile: p})
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.names[a.Org] = name
	if len(owners) > 0 {
		w.register(a, owners...)
	}
	return a
}

// register writes who owns a company from now on.
func (w *sought) register(a access.Actor, owners ...party.Owner) {
	w.t.Helper()
	p, err := w.svc.Profile(w.ctx, a, a.Org)
	if err == nil {
		_, err = w.svc.Update(w.ctx, a, a.Org, partysvc.Update{Version: p.Version, Owners: &owners})
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *sought) find(f partysvc.WorldFilter) []string {
	w.t.Helper()
	found, err := partysvc.Find(w.ctx, w.db, w.buyer.Org, f, "", 100)
	if err != nil {
		w.t.Fatal(err)
	}
	out := []string{}
	for _, id := range found.Items {
		out = append(out, w.names[id])
	}
	return out
}

// One box finds a supplier by its name and what is close to it, by its first letters, its number and its owners; who is
// deactivated, and who supplies nothing, is never found.
func TestSuppliersAreSought(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	asha := party.Owner{Name: "Wanjiru Mwangi", Kind: "person", Identity: "A 1234-5678", Nationality: "KE", Director: true, Share: share(60), Women: true}
	w.company("supplier", "Kenya Power and Lighting Company", nil)
	w.company("supplier", "Savanna Traders", nil, asha)
	w.company("supplier", "Savanna", func(p *party.Profile) { p.TaxID = "P059876543K" })
	w.company("supplier", "Old Savanna Works", func(p *party.Profile) { p.Country, p.CompanyType, p.TaxID = "UG", "ngo", "1009999999" })
	w.company("supplier", "Société Générale de Bâtiment", nil)
	w.company("supplier", "ሐበሻ ንግድ ድርጅት", func(p *party.Profile) { p.Country, p.TaxID = "ET", "0099999999" })
	gone := w.company("supplier", "Savanna Gone", nil, asha)
	w.company("buyer", "Savanna Buyers", nil)
	w.company("operator", "Savanna Operators", nil)
	if _, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET status = 'deactivated' WHERE id = $1", gone.Org); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		typed string
		want  []string
	}{
		{"savanna", []string{"Savanna", "Savanna Traders", "Old Savanna Works"}},
		{"  SAVANNA   TRADERS ", []string{"Savanna Traders"}},
		{"traders savanna", []string{"Savanna Traders"}},
		{"avann", []string{"Savanna", "Savanna Traders", "Old Savanna Works"}},
		{"kplc", nil},
		{"kpalc", []string{"Kenya Power and Lighting Company"}},
		{"kp", []string{"Kenya Power and Lighting Company"}},
		{"s", []string{"Savanna", "Savanna Traders", "Société Générale de Bâtiment"}},
		{"societe generale", []string{"Société Générale de Bâtiment"}},
		{"SOCIÉTÉ", []string{"Société Générale de Bâtiment"}},
		{"ሀበሻ", []string{"ሐበሻ ንግድ ድርጅት"}},
		{"ንግድ", []string{"ሐበሻ ንግድ ድርጅት"}},
		{"p059 876 543 k", []string{"Savanna"}},
		{"P05987", nil}, // a number is found as a whole
		{"wanjiru", []string{"Savanna Traders"}},
		{"A12345678", nil}, // numbers of people are not for this box
		{"savana traders", []string{"Savanna Traders"}},
		{"kenya powre", []string{"Kenya Power and Lighting Company"}},
		{"%", nil}, {"_", nil}, {`\`, nil}, {"%%%___", nil}, {".*", nil}, {"'; DROP TABLE company; --", nil}, {"\x00\xff", nil},
		{strings.Repeat("savanna ", 250), nil},
	} {
		got := w.find(partysvc.WorldFilter{Search: x.typed})
		if x.typed == "s" {
			slices.Sort(got)
		}
		if !slices.Equal(got, x.want) && len(got)+len(x.want) > 0 {
			t.Errorf("%.40q finds %q, wanted %q", x.typed, got, x.want)
		}
	}
	all := w.find(partysvc.WorldFilter{})
	if len(all) != 8 || slices.Contains(all, "Savanna Gone") || slices.Contains(all, "Savanna Buyers") {
		t.Errorf("all: %q", all)
	}
	for _, x := range []struct {
		f    partysvc.WorldFilter
		want string
	}{
		{partysvc.WorldFilter{Countries: []geo.Code{"UG"}}, "Old Savanna Works"},
		{partysvc.WorldFilter{Search: "savanna", Countries: []geo.Code{"UG"}}, "Old Savanna Works"},
		{partysvc.WorldFilter{Search: "savanna", CompanyTypes: []party.CompanyType{"ngo"}}, "Old Savanna Works"},
		{partysvc.WorldFilter{Women: 60}, "Savanna Traders"},
		{partysvc.WorldFilter{Women: 61}, ""},
		{partysvc.WorldFilter{Youth: 1}, ""},
		{partysvc.WorldFilter{Disability: 1}, ""},
		{partysvc.WorldFilter{Search: "savana traders", Women: 60}, "Savanna Traders"},
	} {
		if got := strings.Join(w.find(x.f), ", "); got != x.want {
			t.Errorf("%+v finds %q, wanted %q", x.f, got, x.want)
		}
	}
}

// A register is read as it stands at the end of a day where the company is: who came or left an hour after midnight in Nairobi, while
// UTC has the day before, did so on the new day.
func TestARegisterIsReadByTheDaysOfItsCompany(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	asha := party.Owner{Name: "Asha", Kind: "person", Identity: "12345678", Nationality: "KE", Director: true}
	baraka := party.Owner{Name: "Baraka", Kind: "person", Identity: "87654321", Nationality: "KE", Director: true}
	a := w.company("supplier", "Alpha", nil, asha)
	pgtest.SetClock(t, w.db, noon.Add(13*time.Hour))
	w.register(a, baraka)
	today := party.Day(noon).AddDate(0, 0, 1)
	yesterday := party.Day(noon)
	for _, x := range []struct {
		on            *time.Time
		day, is, left string
	}{
		{&yesterday, "2026-11-21", "Asha", ""},
		{&today, "2026-11-22", "Baraka", "Asha"},
		{nil, "2026-11-22", "Baraka", "Asha"},
	} {
		seen, err := partysvc.See(w.ctx, w.db, w.buyer.Org, a.Org, x.on)
		if err != nil {
			t.Fatal(err)
		}
		names := func(list []party.Register) string {
			var out []string
			for _, r := range list {
				out = append(out, r.Name)
			}
			return strings.Join(out, " ")
		}
		if names(seen.On) != x.is || names(seen.Left) != x.left || seen.Day.Format(time.DateOnly) != x.day {
			t.Errorf("on %s: %q on %s, %q have left; wanted %q, %q", x.day, names(seen.On), seen.Day, names(seen.Left), x.is, x.left)
		}
	}
}

// Groups of the platform are shown to every buyer; those of one buyer say whom it reserves for, and are shown in no search.
func TestAGroupOfOneBuyerIsNotShownToOthers(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	other := w.company("buyer", "Other buyer", nil)
	whole := w.group(t, "Cooperatives")
	w.member(t, whole, nil)
	w.do(`INSERT INTO special_group (id, company_id, name, created_at) VALUES ($1, $2, 'Friends of the house', zabuni.clock())`, other.User, other.Org)
	w.do(`INSERT INTO company_special_group SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'special_group_id', $2::uuid))).*
		FROM company_special_group m WHERE m.special_group_id = $1`, whole, other.User)
	rows, err := partysvc.FoundBy(w.ctx, w.db, w.buyer.Org, []uuid.UUID{w.mine.Org})
	if err != nil || len(rows) != 1 || !slices.Equal(rows[0].Groups, []string{"Cooperatives"}) {
		t.Errorf("shown are %+v, %v", rows, err)
	}
}

// The closest are paged like any list, and a page is told by the row before it.
func TestASearchIsPaged(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	for i := range 7 {
		w.company("supplier", fmt.Sprint("Mlima ", i), nil)
	}
	for _, typed := range []string{"mlima", ""} {
		want, got, after := w.find(partysvc.WorldFilter{Search: typed}), []string{}, ""
		for {
			one, err := partysvc.Find(w.ctx, w.db, w.buyer.Org, partysvc.WorldFilter{Search: typed}, after, 3)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range one.Items {
				got = append(got, w.names[id])
			}
			if after = one.Next; after == "" {
				break
			}
		}
		if !slices.Equal(got, want) || len(got) < 7 {
			t.Errorf("typed %q: in pages %q, at once %q", typed, got, want)
		}
	}
	if _, err := partysvc.Find(w.ctx, w.db, w.buyer.Org, partysvc.WorldFilter{Search: "mlima"}, "no cursor", 3); !errors.Is(err, page.InvalidCursor) {
		t.Error(err)
	}
}
