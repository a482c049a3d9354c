package statement

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
)

type (
	camtAmount struct {
		Currency string `xml:"Ccy,attr"`
		Value    string `xml:",chardata"`
	}
	camtDay struct {
		Day    string `xml:"Dt"`
		Moment string `xml:"DtTm"`
	}
	camtBalance struct {
		Kind   string     `xml:"Tp>CdOrPrtry>Cd"`
		Amount camtAmount `xml:"Amt"`
		Mark   string     `xml:"CdtDbtInd"`
		Date   camtDay    `xml:"Dt"`
	}
	camtDetail struct {
		Amount    camtAmount `xml:"Amt"`
		Mark      string     `xml:"CdtDbtInd"`
		Bank      string     `xml:"Refs>AcctSvcrRef"`
		EndToEnd  string     `xml:"Refs>EndToEndId"`
		Words     []string   `xml:"RmtInf>Ustrd"`
		Creditor  []string   `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
		More      string     `xml:"AddtlTxInf"`
		Payer     string     `xml:"RltdPties>Dbtr>Nm"`
		PayerDeep string     `xml:"RltdPties>Dbtr>Pty>Nm"`
	}
	// Since version 8 the code stands in an element of its own.
	camtState struct {
		Code string `xml:"Cd"`
		Text string `xml:",chardata"`
	}
	camtEntry struct {
		Amount   camtAmount   `xml:"Amt"`
		Mark     string       `xml:"CdtDbtInd"`
		Reversal string       `xml:"RvslInd"`
		State    camtState    `xml:"Sts"`
		Booked   camtDay      `xml:"BookgDt"`
		Value    camtDay      `xml:"ValDt"`
		Bank     string       `xml:"AcctSvcrRef"`
		Details  []camtDetail `xml:"NtryDtls>TxDtls"`
		More     string       `xml:"AddtlNtryInf"`
	}
	camtStatement struct {
		Number   string        `xml:"ElctrncSeqNb"`
		ID       string        `xml:"Id"`
		IBAN     string        `xml:"Acct>Id>IBAN"`
		Other    string        `xml:"Acct>Id>Othr>Id"`
		Currency string        `xml:"Acct>Ccy"`
		Balances []camtBalance `xml:"Bal"`
		Entries  []camtEntry   `xml:"Ntry"`
	}
)

// readCAMT reads ISO 20022's account statement, of any version. One with a document type is
// no statement: entities are where bombs are.
func readCAMT(data []byte) ([]Statement, error) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		switch strings.ToLower(label) {
		case "iso-8859-1", "latin1", "windows-1252":
			all, err := io.ReadAll(in)
			return strings.NewReader(sheet.Latin(all)), err
		}
		return nil, Unreadable.New("charset %q", label)
	}
	var out []Statement
	row := 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, Unreadable.Wrap(err, "xml")
		}
		switch x := token.(type) {
		case xml.Directive:
			return nil, Unreadable.New("a document type")
		case xml.StartElement:
			if x.Name.Local != "Stmt" {
				continue
			}
			var raw camtStatement
			if err := dec.DecodeElement(&raw, &x); err != nil {
				return nil, Unreadable.Wrap(err, "statement")
			}
			s, err := raw.read(&row)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, Unreadable.New("no statement inside")
	}
	return out, nil
}

func (raw camtStatement) read(row *int) (Statement, error) {
	s := Statement{Format: CAMT, Account: clean(raw.IBAN), Number: clean(raw.Number), Currency: money.Currency(strings.TrimSpace(raw.Currency))}
	if s.Account == "" {
		s.Account = clean(raw.Other)
	}
	if s.Number == "" {
		s.Number = clean(raw.ID)
	}
	for _, b := range raw.Balances {
		n, err := b.Amount.signed(b.Mark)
		if err != nil {
			return s, Unreadable.Wrap(err, "balance")
		}
		switch b.Kind {
		case "OPBD", "PRCD":
			s.Opening = &n
		case "CLBD":
			s.Closing = &n
		default:
			continue
		}
		if s.Currency == "" {
			s.Currency = money.Currency(b.Amount.Currency)
		}
	}
	for _, e := range raw.Entries {
		*row++
		if state := strings.TrimSpace(e.State.Code + e.State.Text); strings.HasPrefix(state, "PDNG") || strings.HasPrefix(state, "INFO") {
			continue // not booked: it may never be
		}
		if *row > MaxLines {
			return s, TooLarge.New("more than %d lines", MaxLines).With("max", MaxLines)
		}
		e.read(&s, *row)
	}
	s.span()
	return s, nil
}

func (a camtAmount) signed(mark string) (money.Decimal, error) {
	n, err := money.ParseDecimal(strings.TrimSpace(a.Value))
	if err == nil && (n.Sign() < 0 || mark != "CRDT" && mark != "DBIT") {
		err = money.BadFormat.New("a sign of its own")
	}
	if mark == "DBIT" {
		n = n.Neg()
	}
	return n, err
}

func (d camtDay) read() (day.Day, bool) {
	for _, s := range []string{d.Day, d.Moment} {
		if s = strings.TrimSpace(s); len(s) >= 10 {
			if t, err := time.Parse(time.DateOnly, s[:10]); err == nil {
				return bounded(t)
			}
		}
	}
	return "", false
}

// read adds the lines of an entry: one, or each of a batch whose parts add up to it.
func (e camtEntry) read(s *Statement, row int) {
	refuse := func(code string) {
		s.Refused = append(s.Refused, Refused{Row: row, Code: code, Text: clean(e.Amount.Value + " " + e.Booked.Day + " " + e.Bank + " " + e.More)})
	}
	on, ok := e.Booked.read()
	if !ok {
		if on, ok = e.Value.read(); !ok {
			refuse(BadDay)
			return
		}
	}
	n, err := e.Amount.signed(e.Mark)
	switch {
	case err != nil:
		refuse(BadAmount)
		return
	case n.IsZero():
		refuse(ZeroAmount)
		return
	}
	whole := Line{Row: row, Day: on, Amount: n, Reference: reference(e.Bank), Narration: clean(e.More), Reversal: strings.TrimSpace(e.Reversal) == "true"}
	if len(e.Details) == 1 {
		s.Lines = append(s.Lines, e.Details[0].of(whole))
		return
	}
	parts := make([]Line, 0, len(e.Details))
	sum := money.New(0, 0)
	for _, d := range e.Details {
		l := d.of(whole)
		if l.Amount, err = d.Amount.signed(coalesce(d.Mark, e.Mark)); err != nil || l.Amount.IsZero() || l.Reference == "" || l.Reference == whole.Reference {
			parts = nil
			break
		}
		sum = sum.Add(l.Amount)
		parts = append(parts, l)
	}
	if len(parts) > 0 && sum.Equal(n) {
		s.Lines = append(s.Lines, parts...)
		return
	}
	for _, d := range e.Details {
		whole.Narration = clean(whole.Narration + " " + strings.Join(d.Words, " "))
	}
	s.Lines = append(s.Lines, whole)
}

// of is a line with what a detail says of it.
func (d camtDetail) of(l Line) Line {
	if own := reference(d.Bank); own != "" {
		l.Reference = own
	}
	l.Payer = clean(coalesce(d.Payer, d.PayerDeep))
	words := append(append([]string{}, d.Words...), d.Creditor...)
	if id := reference(d.EndToEnd); id != "" {
		words = append(words, id)
	}
	if said := clean(strings.Join(words, " ") + " " + d.More); said != "" {
		l.Narration = said
	}
	return l
}

func coalesce(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}
