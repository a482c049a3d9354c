package statement

import (
	"regexp"
	"strings"
	"time"

	"zabuni.org/core/kernel/money"
)

var (
	mtTag     = regexp.MustCompile(`^:(\d{2}[A-Z]?):(.*)$`)
	mtBalance = regexp.MustCompile(`^([CD])(\d{6})([A-Z]{3})([\d,]+)$`)
	// :61: value day, booking day, mark, third letter of the currency, amount, type, our reference, the bank's.
	mtLine = regexp.MustCompile(`^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d+,\d{0,3})([A-Z][A-Z0-9]{3})?([^/\n]*)?(?://([^\n]*))?`)
	mtSub  = regexp.MustCompile(`\?(\d{2})`)
)

// readMT940 reads SWIFT's customer statement message, one or several in a file.
func readMT940(in string) ([]Statement, error) {
	var out []Statement
	var now *Statement
	rows := strings.Split(strings.ReplaceAll(in, "\r\n", "\n"), "\n")
	for i := 0; i < len(rows); {
		m := mtTag.FindStringSubmatch(strings.TrimRight(rows[i], " \r"))
		if m == nil {
			i++
			continue
		}
		row, value := i+1, m[2]
		for i++; i < len(rows); i++ {
			next := strings.TrimRight(rows[i], " \r")
			if mtTag.MatchString(next) || strings.HasPrefix(next, "-}") || next == "-" || strings.HasPrefix(next, "{1:") {
				break
			}
			value += "\n" + next
		}
		if m[1] == "20" {
			out = append(out, Statement{Format: MT940})
			now = &out[len(out)-1]
			continue
		}
		if now == nil {
			return nil, Unreadable.New("a line before the beginning of a message")
		}
		if err := now.mtField(m[1], value, row); err != nil {
			return nil, err
		}
		if len(now.Lines)+len(now.Refused) > MaxLines {
			return nil, TooLarge.New("more than %d lines", MaxLines).With("max", MaxLines)
		}
	}
	if len(out) == 0 {
		return nil, Unreadable.New("no message")
	}
	for i := range out {
		out[i].span()
	}
	return out, nil
}

func (s *Statement) mtField(tag, value string, row int) error {
	first, _, _ := strings.Cut(value, "\n")
	switch tag {
	case "25", "25P":
		s.Account = clean(first)
		if i := strings.LastIndexByte(s.Account, '/'); i >= 0 { // the bank stands before it
			s.Account = s.Account[i+1:]
		}
	case "28C", "28":
		s.Number = clean(first)
	case "60F", "60M", "62F", "62M":
		m := mtBalance.FindStringSubmatch(strings.TrimSpace(first))
		if m == nil {
			return Unreadable.New("balance in row %d", row).With("row", row)
		}
		n, err := mtAmount(m[4])
		if err != nil {
			return Unreadable.Wrap(err, "balance in row %d", row).With("row", row)
		}
		if m[1] == "D" {
			n = n.Neg()
		}
		s.Currency = money.Currency(m[3])
		if tag[0] == '6' && tag[1] == '0' {
			s.Opening = &n
		} else {
			s.Closing = &n
		}
	case "61":
		s.mtMovement(value, row)
	case "86":
		if n := len(s.Lines); n > 0 && s.Closing == nil {
			l := &s.Lines[n-1]
			payer, words := mtDetails(value)
			l.Narration = clean(l.Narration + " " + words)
			if payer != "" {
				l.Payer = clean(payer)
			}
		}
	}
	return nil
}

func mtAmount(s string) (money.Decimal, error) {
	return money.ParseDecimal(strings.TrimSuffix(strings.Replace(s, ",", ".", 1), "."))
}

func (s *Statement) mtMovement(value string, row int) {
	m := mtLine.FindStringSubmatch(value)
	refuse := func(code string) { s.Refused = append(s.Refused, Refused{Row: row, Code: code, Text: clean(value)}) }
	if m == nil {
		refuse(BadAmount)
		return
	}
	at, err := time.Parse("060102", m[1])
	if err == nil && m[2] != "" { // the booking day has no year: that of the value day, unless a year ends between them
		booked, bad := time.Parse("060102", m[1][:2]+m[2])
		if bad == nil {
			switch gap := booked.Sub(at); {
			case gap > 180*24*time.Hour:
				booked = booked.AddDate(-1, 0, 0)
			case gap < -180*24*time.Hour:
				booked = booked.AddDate(1, 0, 0)
			}
			at = booked
		}
	}
	on, ok := bounded(at)
	if err != nil || !ok {
		refuse(BadDay)
		return
	}
	n, err := mtAmount(m[5])
	switch {
	case err != nil:
		refuse(BadAmount)
		return
	case n.IsZero():
		refuse(ZeroAmount)
		return
	}
	if m[3] == "D" || m[3] == "RC" || m[3] == "ED" {
		n = n.Neg()
	}
	_, more, _ := strings.Cut(value, "\n")
	l := Line{
		Row:       row,
		Day:       on,
		Amount:    n,
		Reference: reference(m[8]),
		Reversal:  m[3][0] == 'R',
		Narration: clean(more),
	}
	if ours := reference(m[7]); ours != "" && len(l.Reference) == 0 {
		l.Narration = clean(ours + " " + l.Narration)
	} else if ours != "" {
		l.Narration = clean(l.Narration + " " + ours)
	}
	s.Lines = append(s.Lines, l)
}

// mtDetails reads what a line says: plain, or in the parts that banks number with ?20, ?32.
func mtDetails(value string) (payer, words string) {
	flat := strings.ReplaceAll(value, "\n", "")
	at := mtSub.FindAllStringSubmatchIndex(flat, -1)
	if len(at) == 0 {
		return "", strings.ReplaceAll(value, "\n", " ")
	}
	for i, m := range at {
		end := len(flat)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		part := flat[m[1]:end]
		switch code := flat[m[2]:m[3]]; {
		case code >= "20" && code <= "29", code >= "60" && code <= "63":
			words += part
		case code == "32", code == "33":
			payer += part
		}
	}
	return payer, words
}
