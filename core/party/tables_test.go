package party_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/party"
)

// The workbook of suppliers in each language: its head, a row for each with its
// status in words, and text that stays text.
func TestTheWorkbookOfSuppliers(t *testing.T) {
	registered := time.Date(2026, 11, 23, 22, 30, 0, 0, time.UTC)
	lines := []party.Line{
		{Name: "=1+1", Country: "KE", TaxID: "P051234567Z", Phone: "254701234567", Status: "active", Categories: 3, Registered: registered},
		{Name: "Upepo", Country: "UG", TaxID: "1000123456", Phone: "256772123456", Status: "deactivated", Registered: registered},
	}
	for language, want := range map[string]string{
		"en": "Suppliers|Supplier,Country,Tax number,Phone,Status,Categories,Registered|Active|Deactivated",
		"AM": "አቅራቢዎች|አቅራቢ,አገር,የግብር መለያ ቁጥር,ስልክ,ሁኔታ,ምድቦች,የተመዘገበበት|ንቁ|የታገደ",
		"fr": "Fournisseurs|Fournisseur,Pays,Numéro fiscal,Téléphone,Statut,Catégories,Inscrit le|Actif|Désactivé",
		"pt": "Fornecedores|Fornecedor,País,Número fiscal,Telefone,Estado,Categorias,Registado em|Ativo|Desativado",
		"sw": "Wasambazaji|Msambazaji,Nchi,Namba ya kodi,Simu,Hali,Makundi,Alisajiliwa|Hai|Amezimwa",
		"de": "Suppliers|Supplier,Country,Tax number,Phone,Status,Categories,Registered|Active|Deactivated",
	} {
		raw, err := party.Workbook(lines, language)
		if err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := f.GetRows(f.GetSheetName(0))
		if err != nil || len(rows) != 3 {
			t.Fatal(rows, err)
		}
		words := strings.Split(want, "|")
		if f.GetSheetName(0) != words[0] || strings.Join(rows[0], ",") != words[1] {
			t.Errorf("%s: %s, %q", language, f.GetSheetName(0), rows[0])
		}
		for i, want := range []string{"=1+1,KE,P051234567Z,254701234567," + words[2] + ",3,23-11-2026", "Upepo,UG,1000123456,256772123456," + words[3] + ",0,23-11-2026"} {
			if got := strings.Join(rows[i+1], ","); got != want {
				t.Errorf("%s: %s, want %s", language, got, want)
			}
		}
		if formula, err := f.GetCellFormula(words[0], "A2"); formula != "" || err != nil {
			t.Error("a name computes", formula, err)
		}
	}
}

// A row of the upload says of a buyer what its columns say, and an error of the
// form finds its column.
func TestABuyerOfTheUpload(t *testing.T) {
	for typed, want := range map[string]string{"Kenya": "KE", "ke": "KE", "uganda": "UG", "Atlantis": "Atlantis"} {
		p, codes := party.BuyerOf(map[string]string{"name": "N", "country": typed, "tax_id": "T", "phone": "P", "address": "A", "category_types": " a,b\nc;,\n "})
		if p != (party.Profile{CompanyType: "other", Name: "N", Country: want, TaxID: "T", Phone: "P", PhysicalAddress: "A"}) || !slices.Equal(codes, []string{"A", "B", "C"}) {
			t.Errorf("%+v %q", p, codes)
		}
	}
	for pointer, want := range map[string]string{"/physical_address": "address", "/name": "name", "/country": "country", "/tax_id": "tax_id", "/phone": "phone", "/email": "email", "/website": "", "/company_type": ""} {
		if got := party.BuyerColumn(pointer); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
}

// Each activity has one module; a module's own name finds it.
func TestTheModuleOfAnActivity(t *testing.T) {
	for name, want := range map[string]string{"tender": "tender", "risk_management": "risk", "risk": "risk", "reverse_auction": "auctions", "forward_auction": "auctions",
		"contracts": "contracts", "archive": "archive", "supplier_registration": "supplier_registration", "lottery": "", "": ""} {
		if m, ok := party.ModuleOf(name); m.Name != want || ok != (want != "") {
			t.Errorf("%q: %q %v", name, m.Name, ok)
		}
	}
}

// Two letters at most stand for a company.
func TestInitials(t *testing.T) {
	for name, want := range map[string]string{"kazi traders limited": "KT", "Kazi": "K", " élan  vital ": "ÉV", "": ""} {
		if got := party.Initials(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Days are those of the country, of UTC where it is not known.
func TestTheZoneOfACountry(t *testing.T) {
	for country, want := range map[string]string{"KE": "Africa/Nairobi", "GH": "Africa/Accra", "XX": "UTC", "": "UTC"} {
		if got := party.Zone(country).String(); got != want {
			t.Errorf("%s: %s, want %s", country, got, want)
		}
	}
}
