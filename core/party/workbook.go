package party

import (
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/platform/sheet"
)

// A Line is a supplier in a workbook.
type Line struct {
	Name, Country, TaxID, Phone, Status string
	Categories                          int64
	Registered                          time.Time
}

// headings of the workbook by language, in the order of its columns.
var headings = map[string][]string{
	"en": {"Suppliers", "Supplier", "Country", "Tax number", "Phone", "Status", "Categories", "Registered", "Active", "Deactivated"},
	"am": {"አቅራቢዎች", "አቅራቢ", "አገር", "የግብር መለያ ቁጥር", "ስልክ", "ሁኔታ", "ምድቦች", "የተመዘገበበት", "ንቁ", "የታገደ"},
	"fr": {"Fournisseurs", "Fournisseur", "Pays", "Numéro fiscal", "Téléphone", "Statut", "Catégories", "Inscrit le", "Actif", "Désactivé"},
	"pt": {"Fornecedores", "Fornecedor", "País", "Número fiscal", "Telefone", "Estado", "Categorias", "Registado em", "Ativo", "Desativado"},
	"sw": {"Wasambazaji", "Msambazaji", "Nchi", "Namba ya kodi", "Simu", "Hali", "Makundi", "Alisajiliwa", "Hai", "Amezimwa"},
}

// Workbook writes suppliers as an Excel file in a language, English where it has
// none. Text cells are text: a name that begins with an equals sign computes nothing.
func Workbook(lines []Line, language string) ([]byte, error) {
	words, ok := headings[strings.ToLower(language)]
	if !ok {
		words = headings["en"]
	}
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	page := words[0]
	if err := f.SetSheetName("Sheet1", page); err != nil {
		return nil, err
	}
	w, err := f.NewStreamWriter(page)
	if err != nil {
		return nil, err
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return nil, err
	}
	format := "dd-mm-yyyy"
	date, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err != nil {
		return nil, err
	}
	for i, width := range []float64{44, 10, 18, 18, 14, 12, 14} {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return nil, err
		}
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	head := make([]any, 7)
	for i := range head {
		head[i] = excelize.Cell{StyleID: bold, Value: words[i+1]}
	}
	if err := w.SetRow("A1", head); err != nil {
		return nil, err
	}
	for i, l := range lines {
		cell, err := excelize.CoordinatesToCellName(1, i+2)
		if err != nil {
			return nil, err
		}
		status := words[8]
		if l.Status != "active" {
			status = words[9]
		}
		row := []any{sheet.Plain(l.Name), l.Country, sheet.Plain(l.TaxID), sheet.Plain(l.Phone), status, l.Categories, excelize.Cell{StyleID: date, Value: l.Registered.UTC()}}
		if err := w.SetRow(cell, row); err != nil {
			return nil, err
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	out, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
