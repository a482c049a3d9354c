package money

import "strings"

// marks are the decimal mark and the grouping mark of a language. English,
// Amharic and Swahili share theirs.
func marks(language string) (decimal, group string) {
	switch language {
	case "fr":
		return ",", "\u202f"
	case "pt":
		return ",", "."
	}
	return ".", ","
}

// Print is the number as language prints it: n decimals half-up, groups of three.
func (f Fixed[S]) Print(language string, n int32) string {
	mark, group := marks(language)
	s := f.d.StringFixed(n)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
		if strings.Trim(s, "0.") == "" {
			sign = ""
		}
	}
	whole, frac, _ := strings.Cut(s, ".")
	var b strings.Builder
	b.WriteString(sign)
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(c)
	}
	if frac != "" {
		b.WriteString(mark + frac)
	}
	return b.String()
}

// ReadTyped reads an amount as people type or paste it: "1,250.50",
// "1 250,50", "1.250,50", "1'250", "1250/=". The language decides only what
// is ambiguous: "1,250" is a thousand in English and one and a quarter in French.
func ReadTyped(s, language string) (Decimal, error) { return readTyped[amountScale](s, language) }

// ReadTypedQuantity is ReadTyped for quantities.
func ReadTypedQuantity(s, language string) (Quantity, error) {
	return readTyped[quantityScale](s, language)
}

func readTyped[S scale](s, language string) (Fixed[S], error) {
	bad := func(why string) (Fixed[S], error) {
		return Fixed[S]{}, BadFormat.New("%s", why).With("digits", digits[S]())
	}
	if len(s) > maxTyped {
		return bad("too long")
	}
	s = strings.TrimSpace(s)
	for _, tail := range []string{"/=", "/-", ".-", ",-"} { // how a round price is written by hand
		s = strings.TrimSuffix(s, tail)
	}
	sign := ""
	switch {
	case strings.HasPrefix(s, "-"), strings.HasPrefix(s, "\u2212"):
		sign, s = "-", strings.TrimPrefix(strings.TrimPrefix(s, "-"), "\u2212")
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	s = strings.TrimSpace(s)
	// Spaces and apostrophes only ever group.
	s = strings.NewReplacer(" ", " ", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "'", " ", "\u2019", " ").Replace(s)
	mark, err := decimalMark(s, language)
	if err != "" {
		return bad(err)
	}
	whole, frac := s, ""
	if mark != "" {
		i := strings.LastIndex(s, mark)
		whole, frac = s[:i], s[i+1:]
		if !allDigits(frac) {
			return bad("digits behind the point expected")
		}
		if whole == "" {
			whole = "0"
		}
		frac = "." + frac
	}
	if whole, err = ungroup(whole); err != "" {
		return bad(err)
	}
	return parse[S](sign + whole + frac)
}

// decimalMark finds which of point and comma, if any, is the decimal mark.
func decimalMark(s, language string) (mark, bad string) {
	points, commas := strings.Count(s, "."), strings.Count(s, ",")
	last := ","
	if strings.LastIndex(s, ".") > strings.LastIndex(s, ",") {
		last = "."
	}
	switch {
	case points == 0 && commas == 0:
		return "", ""
	case points > 1 && commas > 1:
		return "", "two kinds of grouping"
	case points > 0 && commas > 0: // both: the last one is decimal and stands once
		if strings.Count(s, last) > 1 {
			return "", "two decimal marks"
		}
		return last, ""
	case points+commas > 1: // one kind, many times: grouping
		return "", ""
	}
	i := strings.Index(s, last)
	own, _ := marks(language)
	couldGroup := len(s)-i-1 == 3 && i >= 1 && i <= 3 && s[0] != '0' && allDigits(s[:i])
	if couldGroup && last != own {
		return "", ""
	}
	return last, ""
}

// ungroup joins 1,250,000 and refuses 1,25,000: a slip of a finger is not an amount.
func ungroup(s string) (plain, bad string) {
	i := strings.IndexAny(s, " .,")
	if i < 0 {
		return s, ""
	}
	groups := strings.Split(s, s[i:i+1])
	for n, g := range groups {
		if !allDigits(g) || len(g) > 3 || (n > 0 && len(g) != 3) {
			return "", "groups of three digits expected"
		}
	}
	return strings.Join(groups, ""), ""
}
