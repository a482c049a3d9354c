package statement

import (
	"slices"
	"strconv"
	"strings"
)

// heads are words that banks write above a column, in the languages of the platform.
var heads = []struct {
	field func(*Layout) *int
	words []string
}{
	{func(l *Layout) *int { return &l.In }, []string{"credit", "paidin", "moneyin", "deposit", "creditamount", "crédit", "crédito", "entrée", "entrada"}},
	{func(l *Layout) *int { return &l.Out }, []string{"debit", "paidout", "moneyout", "withdrawal", "withdrawn", "debitamount", "débit", "débito", "sortie", "saída"}},
	{func(l *Layout) *int { return &l.Balance }, []string{"balance", "runningbalance", "closingbalance", "solde", "saldo", "salio"}},
	{func(l *Layout) *int { return &l.Day }, []string{"date", "transactiondate", "postingdate", "bookingdate", "completiontime", "trndate", "datedopération", "data", "tarehe"}},
	{func(l *Layout) *int { return &l.Reference }, []string{"reference", "ref", "transactionreference", "bankreference", "receiptno", "transactionid", "référence", "referência", "kumbukumbu"}},
	{func(l *Layout) *int { return &l.Narration }, []string{"narration", "narrative", "details", "description", "particulars", "transactiondetails", "remarks", "libellé", "descrição", "maelezo"}},
	{func(l *Layout) *int { return &l.Payer }, []string{"payer", "customer", "name", "otherparty", "otherpartyinfo", "counterparty", "payeur", "pagador"}},
	{func(l *Layout) *int { return &l.Amount }, []string{"amount", "transactionamount", "montant", "valor", "kiasi"}},
}

// Guess reads from the names of the columns and from what stands below them which is what.
// What it cannot tell it leaves open: a day that may be two is never decided here.
func Guess(rows [][]string) Layout {
	var best Layout
	most := 0
	for i, cells := range rows[:min(len(rows), 30)] {
		l, n := named(cells)
		l.Head = i + 1
		if n > most {
			best, most = l, n
		}
	}
	if best.In != 0 && best.Amount != 0 {
		best.Amount = 0
	}
	best.Days = order(rows, best)
	best.Comma = commas(rows, best)
	return best
}

func named(cells []string) (l Layout, n int) {
	for i, c := range cells {
		word := strings.ToLower(squeeze(c))
		for _, h := range heads {
			at := h.field(&l)
			if *at == 0 && slices.Contains(h.words, word) {
				*at = i + 1
				n++
				break
			}
		}
	}
	return l, n
}

// order is that in which every day of a table is one; empty where more than one would do.
func order(rows [][]string, l Layout) DayOrder {
	var fits []DayOrder
	for _, o := range []DayOrder{DMY, MDY, YMD} {
		l.Days = o
		read, differ := 0, false
		for _, cells := range rows[min(l.Head, len(rows)):] {
			text := at(cells, l.Day)
			if _, err := strconv.ParseFloat(text, 64); text == "" || err == nil && len(text) < 8 {
				continue
			}
			if _, ok := l.day(text); !ok {
				differ = true
				break
			}
			read++
		}
		if read > 0 && !differ {
			fits = append(fits, o)
		}
	}
	if len(fits) == 1 {
		return fits[0]
	}
	if len(fits) == 0 { // a workbook's own days, which nobody can misread
		return DMY
	}
	return ""
}

// commas reports whether amounts are written 1.250,50.
func commas(rows [][]string, l Layout) bool {
	points, marks := 0, 0
	for _, cells := range rows[min(l.Head, len(rows)):] {
		for _, c := range []int{l.Amount, l.In, l.Out, l.Balance} {
			text := strings.TrimRight(at(cells, c), "CRDcrd- )")
			if n := len(text); n > 3 {
				switch text[n-3] {
				case ',':
					marks++
				case '.':
					points++
				}
			}
		}
	}
	return marks > points
}
