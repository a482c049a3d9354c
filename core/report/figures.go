// Package report is what the platform tells in figures.
package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/money"
)

type (
	// FigureCount counts jobs of one activity and status.
	FigureCount struct {
		Name, Status string
		Count        int64
	}
	// FigureSum is what was awarded in a month or for a kind of supply.
	FigureSum struct {
		Name, Currency string
		Amount         money.Decimal
		Count          int64
	}
	// A FigureSheet is a buyer's dashboard as lines of a file.
	FigureSheet struct {
		Since                string // YYYY-MM
		AsOf                 time.Time
		Jobs                 []FigureCount
		Months, Types        []FigureSum
		Closed, Bids, Awards int64
		ToAward              time.Duration // median
	}
)

// figureWords by language: sheet, the headings, the sections, and the two averages.
var figureWords = map[string][]string{
	"en": {"Figures", "Section", "Item", "Status", "Currency", "Amount", "Number", "Jobs", "Awarded by month", "Awarded by category type", "Pace", "Categories closed", "Bids per category, average", "Days from closing to award, median", "Period", "Other"},
	"am": {"አኃዞች", "ክፍል", "ንጥል", "ሁኔታ", "ምንዛሪ", "መጠን", "ቁጥር", "ሥራዎች", "በወር የተሰጠ", "በምድብ ዓይነት የተሰጠ", "ፍጥነት", "የተዘጉ ምድቦች", "በአማካይ ጨረታ በምድብ", "ከመዘጋት እስከ ውሳኔ ቀናት፣ መካከለኛ", "ጊዜ", "ሌላ"},
	"fr": {"Chiffres", "Section", "Élément", "Statut", "Devise", "Montant", "Nombre", "Dossiers", "Attribué par mois", "Attribué par type de catégorie", "Rythme", "Catégories closes", "Offres par catégorie, moyenne", "Jours de la clôture à l'attribution, médiane", "Période", "Autre"},
	"pt": {"Números", "Secção", "Item", "Estado", "Moeda", "Montante", "Número", "Processos", "Adjudicado por mês", "Adjudicado por tipo de categoria", "Ritmo", "Categorias fechadas", "Propostas por categoria, média", "Dias do fecho à adjudicação, mediana", "Período", "Outro"},
	"sw": {"Takwimu", "Sehemu", "Kipengele", "Hali", "Sarafu", "Kiasi", "Idadi", "Kazi", "Iliyotunukiwa kwa mwezi", "Iliyotunukiwa kwa aina ya kundi", "Kasi", "Makundi yaliyofungwa", "Zabuni kwa kundi, wastani", "Siku kutoka kufungwa hadi tunuku, kati", "Kipindi", "Nyingine"},
}

func wordsOf(language string) []string {
	if w, ok := figureWords[strings.ToLower(language)]; ok {
		return w
	}
	return figureWords["en"]
}

// rows are the lines below the heading; every cell is text.
func (s FigureSheet) rows(w []string) [][]string {
	out := [][]string{{w[14], s.Since + " – " + s.AsOf.Format("2006-01"), "", "", "", ""}}
	for _, j := range s.Jobs {
		out = append(out, []string{w[7], j.Name, j.Status, "", "", strconv.FormatInt(j.Count, 10)})
	}
	for i, list := range [][]FigureSum{s.Months, s.Types} {
		for _, r := range list {
			name := r.Name
			if name == "" {
				name = w[15]
			}
			out = append(out, []string{w[8+i], name, "", r.Currency, r.Amount.Rat().FloatString(2), strconv.FormatInt(r.Count, 10)})
		}
	}
	out = append(out, []string{w[10], w[11], "", "", "", strconv.FormatInt(s.Closed, 10)})
	if s.Closed > 0 {
		out = append(out, []string{w[10], w[12], "", "", "", fmt.Sprintf("%.1f", float64(s.Bids)/float64(s.Closed))})
	}
	if s.Awards > 0 {
		out = append(out, []string{w[10], w[13], "", "", "", fmt.Sprintf("%.1f", s.ToAward.Hours()/24)})
	}
	return out
}

// CSV writes the figures with a mark that lets Excel read other scripts. A name
// that begins like a formula is kept from being one.
func (s FigureSheet) CSV(language string) ([]byte, error) {
	w := wordsOf(language)
	var b bytes.Buffer
	b.WriteString("\ufeff")
	out := csv.NewWriter(&b)
	if err := out.Write(w[1:7]); err != nil {
		return nil, err
	}
	for _, row := range s.rows(w) {
		if strings.ContainsAny(row[1][:min(1, len(row[1]))], "=+-@\t\r") {
			row[1] = "'" + row[1]
		}
		if err := out.Write(row); err != nil {
			return nil, err
		}
	}
	out.Flush()
	return b.Bytes(), out.Error()
}

// Workbook writes the figures as an Excel file; amounts and numbers are numbers.
func (s FigureSheet) Workbook(language string) ([]byte, error) {
	w := wordsOf(language)
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	if err := f.SetSheetName("Sheet1", w[0]); err != nil {
		return nil, err
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return nil, err
	}
	format := "#,##0.00"
	amount, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err != nil {
		return nil, err
	}
	out, err := f.NewStreamWriter(w[0])
	if err != nil {
		return nil, err
	}
	for i, width := range []float64{28, 40, 16, 10, 20, 12} {
		if err := out.SetColWidth(i+1, i+1, width); err != nil {
			return nil, err
		}
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	head := make([]any, 6)
	for i := range head {
		head[i] = excelize.Cell{StyleID: bold, Value: w[i+1]}
	}
	if err := out.SetRow("A1", head); err != nil {
		return nil, err
	}
	for n, row := range s.rows(w) {
		cells := make([]any, len(row))
		for i, text := range row {
			cells[i] = text
		}
		for i, style := range map[int]int{4: amount, 5: 0} {
			if v, err := strconv.ParseFloat(row[i], 64); err == nil {
				cells[i] = excelize.Cell{StyleID: style, Value: v}
			}
		}
		if err := out.SetRow(fmt.Sprintf("A%d", n+2), cells); err != nil {
			return nil, err
		}
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	buffer, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}
