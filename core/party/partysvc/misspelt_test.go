package partysvc_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// words of names in the five languages of the platform.
var words = map[string][2]string{
	"en": {"River Mountain Golden United Central Modern Northern Reliable Premier Summit", "Builders Traders Logistics Supplies Engineering Stationers Motors Printers Hardware Caterers"},
	"fr": {"Société Générale Étoile Lumière Nationale Réunie Première Océan Forêt Élite", "Bâtiment Électricité Transports Matériaux Ingénierie Papeterie Énergie Travaux Mécanique Conseils"},
	"pt": {"Construções União Estrela São Coração Irmãos Nação Praia Sertão Luanda", "Engenharia Comércio Serviços Transportes Móveis Alimentação Gráfica Informática Máquinas Energia"},
	"sw": {"Mwanzo Jumuiya Umoja Mlima Bahari Maendeleo Tumaini Ushindi Nyota Safari", "Wajenzi Wauzaji Usafirishaji Vifaa Uhandisi Chakula Magari Machapisho Biashara Ujenzi"},
	"am": {"አዲስ ኢትዮጵያ ሰላም ብርሃን ተስፋ ዓባይ ላሊበላ ጣና እድገት ህብረት", "ንግድ ኮንስትራክሽን ትራንስፖርት ማተሚያ ምህንድስና አስመጪ አቅራቢዎች ግንባታ ማከፋፈያ ኢንጂነሪንግ"},
}

// nameOf is one of many names of a language, of two words as most have, or of three.
func nameOf(r *rand.Rand, language string) string {
	of := words[language]
	first, second := strings.Fields(of[0]), strings.Fields(of[1])
	name := first[r.IntN(len(first))] + " " + second[r.IntN(len(second))]
	if r.IntN(3) == 0 {
		name += " " + first[r.IntN(len(first))]
	}
	return name
}

// misspelt has one error of typing in it: a letter too much, too few, another one, or two that changed places.
func misspelt(r *rand.Rand, name string) string {
	s := []rune(name)
	i := r.IntN(len(s) - 1)
	switch r.IntN(4) {
	case 0:
		return string(s[:i]) + string(s[i+1:])
	case 1:
		return string(s[:i]) + string(s[r.IntN(len(s))]) + string(s[i:])
	case 2:
		s[i] = s[(i+3)%len(s)]
	default:
		s[i], s[i+1] = s[i+1], s[i]
	}
	return string(s)
}

// Of names with one error of typing ninety-five in a hundred are found, in each of five languages.
func TestMisspeltNamesAreFound(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	r := rand.New(rand.NewPCG(7, 1))
	crowd(t, w, r, 3000)
	recall(t, w, r, 100)
}

// Longer names that have its words, and one of them again, do not hide a misspelt name: what it is as a whole counts too.
func TestAMisspeltNameStandsBeforeLongerOnes(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	_, err := pgtest.Do(t.Context(), w.db, `INSERT INTO company (id, kind, name, country, created_at)
		SELECT gen_random_uuid(), 'supplier', 'Golden Logistics Golden ' || translate(substr(md5(i::text), 1, 7), '0123456789', 'bdfgklmnpr'), 'KE', $1 FROM generate_series(0, 299) i`, noon)
	if err != nil {
		t.Fatal(err)
	}
	w.company("supplier", "Golden Logistics", func(p *party.Profile) { p.Country, p.TaxID = "UG", "1009999998" })
	for _, typed := range []string{"Golden Loistics", "GoldenLogistics", "Goldne Logistics", "olden Logisticss"} {
		if got := w.find(partysvc.WorldFilter{Search: typed}); len(got) == 0 || got[0] != "Golden Logistics" {
			t.Errorf("%q: first of %d is %q", typed, len(got), got[:min(1, len(got))])
		}
	}
}

// crowd makes companies in bulk.
func crowd(t testing.TB, w *sought, r *rand.Rand, n int) {
	t.Helper()
	languages := []string{"am", "en", "fr", "pt", "sw"}
	ids, names := make([]uuid.UUID, n), make([]string, n)
	for i := range ids {
		ids[i], names[i] = uuid.Must(uuid.NewV7()), nameOf(r, languages[i%len(languages)])
	}
	_, err := pgtest.Do(t.Context(), w.db, `INSERT INTO company (id, kind, name, country, created_at) SELECT i, 'supplier', n, 'KE', $3 FROM unnest($1::uuid[], $2::text[]) u (i, n)`, ids, names, noon)
	if err != nil {
		t.Fatal(err)
	}
}

// recall misspells names of each language and looks for them.
func recall(t testing.TB, w *sought, r *rand.Rand, each int) {
	t.Helper()
	for _, language := range []string{"am", "en", "fr", "pt", "sw"} {
		found := 0
		for range each {
			want := nameOf(r, language)
			id := uuid.Must(uuid.NewV7())
			if _, err := pgtest.Do(t.Context(), w.db, `INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, 'supplier', $2, 'KE', $3)`, id, want, noon); err != nil {
				t.Fatal(err)
			}
			typed := misspelt(r, want)
			got, err := partysvc.Find(t.Context(), w.db, w.buyer.Org, partysvc.WorldFilter{Search: typed}, "", 100)
			if err != nil {
				t.Fatal(err)
			}
			same := func(x uuid.UUID) bool {
				var name string
				return x == id || w.db.QueryRow(t.Context(), "SELECT name FROM company WHERE id = $1", x).Scan(&name) == nil && name == want
			}
			if slices.ContainsFunc(got.Items, same) {
				found++
			} else {
				t.Logf("%s: %q is not found for %q", language, want, typed)
			}
		}
		if found*100 < each*95 {
			t.Errorf("%s: %d of %d misspelt names are found", language, found, each)
		}
	}
}

// Names that fill a search leave no room for owners; names that a filter takes away do.
func TestOwnersComeWhereNamesLeaveRoom(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	kito := party.Owner{Name: "Kito Juma", Kind: "person", Nationality: "UG", Director: true}
	w.company("supplier", "Nile Boats", func(p *party.Profile) { p.Country, p.TaxID = "UG", "1009999999" }, kito)
	fill := func(from, n int) {
		t.Helper()
		_, err := pgtest.Do(t.Context(), w.db, `INSERT INTO company (id, kind, name, country, created_at)
			SELECT gen_random_uuid(), 'supplier', 'Kito ' || i, 'KE', $3 FROM generate_series($1::int, $2) i`, from, from+n-1, noon)
		if err != nil {
			t.Fatal(err)
		}
	}
	all := func(f partysvc.WorldFilter) int {
		t.Helper()
		f.Search = "kito"
		found, err := partysvc.Find(t.Context(), w.db, w.buyer.Org, f, "", 1000)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Items)
	}
	fill(1, partysvc.MaxFound-1)
	if got := all(partysvc.WorldFilter{}); got != partysvc.MaxFound {
		t.Errorf("with room for one: %d", got)
	}
	fill(1000, 50)
	if got := all(partysvc.WorldFilter{}); got != partysvc.MaxFound {
		t.Errorf("without room: %d", got)
	}
	if got := w.find(partysvc.WorldFilter{Search: "kito", Countries: []geo.Code{"UG"}}); len(got) != 1 || got[0] != "Nile Boats" {
		t.Errorf("where all of those names are elsewhere: %q", got)
	}
}
