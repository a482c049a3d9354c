package statement_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment/statement"
)

const mt = `{1:F01KCBLKENXAXXX0000000000}{2:O9400000000000}{4:
:20:STMT261124
:25:KCBLKENX/1180234567
:28C:328/1
:60F:C261123KES10000,00
:61:2611241124CR2500,50NTRFZB-7K2M//FT26328A1
/CTC/extra
:86:ZB7K2M9QX0 BID FEES
JAMII SUPPLIES LTD
:61:2611241124D150,00NCHGNONREF//FT26328A2
:86:LEDGER FEE
:61:2611241124RC500,NTRFNONREF//FT26328A3
:86:REVERSAL OF FT26320Z9
:62F:C261124KES11850,50
-}`

const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Id>S-328</Id><ElctrncSeqNb>328</ElctrncSeqNb><Acct><Id><Othr><Id>1180234567</Id></Othr></Id><Ccy>KES</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">10000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">11850.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>
<Ntry><Amt Ccy="KES">2500.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>FT26328A1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Jamii Supplies Ltd</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>ZB7K2M9QX0 BID FEES</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="KES">150.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>FT26328A2</AcctSvcrRef><AddtlNtryInf>LEDGER FEE</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="KES">500</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>FT26328A3</AcctSvcrRef></Ntry>
<Ntry><Amt Ccy="KES">99</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`

// said prints what was read.
func said(all []statement.Statement) string {
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%s %s %s %s %s..%s", s.Format, s.Account, s.Currency, s.Number, s.First, s.Last)
		if s.Opening != nil && s.Closing != nil {
			fmt.Fprintf(&b, " %s..%s", s.Opening.Short(), s.Closing.Short())
		}
		b.WriteByte('\n')
		for _, l := range s.Lines {
			fmt.Fprintf(&b, "%s %s [%s] %s", l.Day, l.Amount.Short(), l.Reference, l.Narration)
			if l.Payer != "" {
				fmt.Fprintf(&b, " by %s", l.Payer)
			}
			if l.Reversal {
				b.WriteString(" reversal")
			}
			b.WriteByte('\n')
		}
		for _, r := range s.Refused {
			fmt.Fprintf(&b, "%d %s: %s\n", r.Row, r.Code, r.Text)
		}
	}
	return b.String()
}

func TestStatementsAsBanksWriteThem(t *testing.T) {
	three := statement.Layout{Head: 1, Day: 1, In: 3, Out: 4, Reference: 5, Narration: 2, Balance: 6, Days: statement.DMY}
	one := statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3, Days: statement.DMY}
	comma := one
	comma.Comma = true
	american := one
	american.Days = statement.MDY
	for name, c := range map[string]struct {
		file   string
		layout *statement.Layout
		want   string
	}{
		"mt940": {file: mt, want: `mt940 1180234567 KES 328/1 2026-11-24..2026-11-24 10000..11850.5
2026-11-24 2500.5 [FT26328A1] /CTC/extra ZB-7K2M ZB7K2M9QX0 BID FEES JAMII SUPPLIES LTD
2026-11-24 -150 [FT26328A2] LEDGER FEE
2026-11-24 -500 [FT26328A3] REVERSAL OF FT26320Z9 reversal
`},
		"mt940 with windows' line ends": {file: strings.ReplaceAll(mt, "\n", "\r\n"), want: `mt940 1180234567 KES 328/1 2026-11-24..2026-11-24 10000..11850.5
2026-11-24 2500.5 [FT26328A1] /CTC/extra ZB-7K2M ZB7K2M9QX0 BID FEES JAMII SUPPLIES LTD
2026-11-24 -150 [FT26328A2] LEDGER FEE
2026-11-24 -500 [FT26328A3] REVERSAL OF FT26320Z9 reversal
`},
		"mt940 with numbered parts": {file: ":20:A\n:25:1180234567\n:28C:1\n:60F:C261230KES0,\n:61:2612310101C10,NTRF//R1\n:86:166?00TRANSFER?20ZB7K2M9QX4 ?21FEES?32JAMII ?33LTD\n:62F:C261231KES10,\n", want: `mt940 1180234567 KES 1 2027-01-01..2027-01-01 0..10
2027-01-01 10 [R1] ZB7K2M9QX4 FEES by JAMII LTD
`},
		"camt.053, without what is not booked": {file: camt, want: `camt053 1180234567 KES 328 2026-11-24..2026-11-24 10000..11850.5
2026-11-24 2500.5 [FT26328A1] ZB7K2M9QX0 BID FEES by Jamii Supplies Ltd
2026-11-24 -150 [FT26328A2] LEDGER FEE
2026-11-24 -500 [FT26328A3]  reversal
`},
		"commas, two columns, balances": {file: "Date,Details,Credit,Debit,Ref,Balance\n24/11/2026,\"ZB-7K2M-9QX4, fees\",\"2,500.50\",,FT1,\"12,500.50\"\n24/11/2026,Fee,,150.00,NONREF,\"12,350.50\"\n", layout: &three, want: `table    2026-11-24..2026-11-24 10000..12350.5
2026-11-24 2500.5 [FT1] ZB-7K2M-9QX4, fees
2026-11-24 -150 [] Fee
`},
		"semicolons, Latin-1, commas for points": {file: "Data;Valor;Descri\xe7\xe3o\n24-11-2026;1.250,50;Taxa da licita\xe7\xe3o\n25-11-2026;-10,00;Comiss\xe3o\n", layout: &comma, want: `table    2026-11-24..2026-11-25
2026-11-24 1250.5 [] Taxa da licitação
2026-11-25 -10 [] Comissão
`},
		"a day that could be two is what its account says": {file: "D,A,N\n01/02/2026,5,x\n", layout: &american, want: "table    2026-01-02..2026-01-02\n2026-01-02 5 [] x\n"},
		"what cannot be read is told": {file: "D,A,N\n31/02/2026,5,a\n01/02/2026,1e3,b\n01/02/2026,=1+1,c\n01/02/2026,0,d\n01/02/2026,,e\n01/02/2026,(7.25),f\n01/02/2026,8.00 DR,g\n,,total\n1/2/26,NaN,h\n01/02/2026 10:15,9,i\n01/02/202699,9,j\n", layout: &one, want: `table    2026-02-01..2026-02-01
2026-02-01 -7.25 [] f
2026-02-01 -8 [] g
2026-02-01 9 [] i
2 statement.bad_day: 31/02/2026 · 5 · a
3 statement.bad_amount: 01/02/2026 · 1e3 · b
4 statement.formula: 01/02/2026 · =1+1 · c
5 statement.zero_amount: 01/02/2026 · 0 · d
6 statement.no_amount: 01/02/2026 · · e
10 statement.bad_amount: 1/2/26 · NaN · h
12 statement.bad_day: 01/02/202699 · 9 · j
`},
		"UTF-16": {file: "\xff\xfeD\x00,\x00A\x00,\x00N\x00\n\x001\x00/\x002\x00/\x002\x000\x002\x006\x00,\x005\x00,\x00x\x00", layout: &one, want: "table    2026-02-01..2026-02-01\n2026-02-01 5 [] x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := statement.Read([]byte(c.file), c.layout)
			if err != nil {
				t.Fatal(err)
			}
			if said(got) != c.want {
				t.Errorf("got\n%swant\n%s", said(got), c.want)
			}
			for _, s := range got {
				if err := s.Check(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestWhatIsNoStatement(t *testing.T) {
	layout := &statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3, Days: statement.DMY}
	for name, c := range map[string]struct {
		file   string
		layout *statement.Layout
		want   *fault.Def
	}{
		"nothing":                      {"", layout, statement.NoLines},
		"a picture":                    {"\x89PNG\r\n\x1a\n\x00\x00", layout, statement.Unreadable},
		"a table of unknown columns":   {"a,b\n1,2\n", nil, statement.NeedLayout},
		"XML that brings its entities": {`<!DOCTYPE x [<!ENTITY a "aaaa">]><Document><Stmt><Id>&a;</Id></Stmt></Document>`, nil, statement.Unreadable},
		"XML of something else":        {`<Document/>`, nil, statement.Unreadable},
		"XML that ends":                {`<Document><Stmt>`, nil, statement.Unreadable},
		"a balance that is none":       {":20:A\n:60F:C261124KES1x\n", nil, statement.Unreadable},
		"20 MiB and a byte":            {strings.Repeat("a", statement.MaxBytes+1), layout, statement.TooLarge},
		"too many lines":               {strings.Repeat("1/1/2026,1,a\n", statement.MaxLines+200), layout, statement.TooLarge},
		"too wide":                     {strings.Repeat("a,", 50) + "\n", layout, statement.Unreadable},
		"a workbook that is none":      {"PK\x03\x04 and no more", layout, statement.Unreadable},
	} {
		if _, err := statement.Read([]byte(c.file), c.layout); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want.Code)
		}
	}
}

// What does not add up, and what is another account's, is refused as a whole.
func TestAStatementOfAnotherAccount(t *testing.T) {
	all, err := statement.Read([]byte(mt), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		account  string
		currency string
		want     *fault.Def
	}{
		"its own":          {"1180234567", "KES", nil},
		"with spaces":      {"118 023 4567", "KES", nil},
		"with its branch":  {"01108 1180234567", "KES", nil},
		"another":          {"1180234568", "KES", statement.OtherBank},
		"another currency": {"1180234567", "USD", statement.OtherMoney},
	} {
		_, err := statement.Of(all, c.account, "KES")
		if c.currency != "KES" {
			_, err = statement.Of(all, c.account, "USD")
		}
		if c.want == nil && err != nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad, err := statement.Read([]byte(strings.Replace(mt, "11850,50", "11850,51", 1)), nil)
	if err != nil || !errors.Is(bad[0].Check(), statement.Sum) {
		t.Errorf("%v %v", err, bad)
	}
}

func book(t *testing.T, rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	for i, r := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &r); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetCellFormula("Sheet1", "B4", "1+1"); err != nil {
		t.Fatal(err)
	}
	if err := f.MergeCell("Sheet1", "A1", "C1"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A workbook is read as it stands; what it computes is told, and not taken.
func TestAWorkbook(t *testing.T) {
	data := book(t, []any{"KCB Bank"}, []any{"Date", "Amount", "Narration"}, []any{46350, 2500.5, "ZB-7K2M-9QX4"}, []any{46351, 2, "computed"})
	rows, err := statement.Rows(data)
	if err != nil {
		t.Fatal(err)
	}
	guess := statement.Guess(rows)
	if guess != (statement.Layout{Head: 2, Day: 1, Amount: 2, Narration: 3, Days: statement.DMY}) {
		t.Errorf("%+v", guess)
	}
	got, err := statement.Read(data, &guess)
	if err != nil {
		t.Fatal(err)
	}
	if want := "table    2026-11-24..2026-11-24\n2026-11-24 2500.5 [] ZB-7K2M-9QX4\n4 statement.formula: 46351 · =2 · computed\n"; said(got) != want {
		t.Errorf("got\n%s", said(got))
	}
}

// What nobody can tell from a table is asked, and the days above all.
func TestGuessesOfColumns(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want statement.Layout
	}{
		"day and month apart":     {"Posting Date,Particulars,Paid In,Paid Out,Balance\n24/11/2026,x,1.00,,1.00\n", statement.Layout{Head: 1, Day: 1, In: 3, Out: 4, Narration: 2, Balance: 5, Days: statement.DMY}},
		"day and month alike":     {"Date,Amount,Details\n01/02/2026,1.00,x\n", statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3}},
		"month first":             {"Date,Amount,Details\n11/24/2026,1.00,x\n", statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3, Days: statement.MDY}},
		"year first, with commas": {"Data;Valor;Descrição\n2026-11-24;1,00;x\n", statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3, Days: statement.YMD, Comma: true}},
		"below other rows":        {"KCB Bank\nAccount 118\n\nDate,Narrative,Credit,Debit\n24/11/2026,x,1.00,\n", statement.Layout{Head: 4, Day: 1, Narration: 2, In: 3, Out: 4, Days: statement.DMY}},
	} {
		rows, err := statement.Rows([]byte(c.file))
		if err != nil {
			t.Fatal(err)
		}
		if got := statement.Guess(rows); got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	var f *fault.Error
	if err := (statement.Layout{Day: 9, Amount: 1, In: 2}).Check(3); !errors.As(err, &f) || len(f.Fields) != 4 {
		t.Errorf("%v %+v", err, f)
	}
}

// Anybody's bytes are refused or read within bounds, and what is read can be compared.
func FuzzRead(f *testing.F) {
	f.Add([]byte(mt))
	f.Add([]byte(camt))
	f.Add([]byte("Date,Details,Credit,Debit,Ref,Balance\n24/11/2026,x,\"2,500.50\",,FT1,\"12,500.50\"\n"))
	f.Add([]byte("Data;Valor;Descri\xe7\xe3o\n24-11-2026;1.250,50;x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var layout *statement.Layout
		if statement.FormatOf(data) == statement.Table {
			rows, err := statement.Rows(data)
			if err != nil {
				return
			}
			l := statement.Guess(rows)
			if layout = &l; l.Days == "" {
				l.Days = statement.DMY
			}
		}
		all, err := statement.Read(data, layout)
		if err != nil {
			return
		}
		for _, s := range all {
			for _, l := range s.Lines {
				if l.Amount.IsZero() || len(l.Day) != 10 || l.Day < s.First || l.Day > s.Last || strings.ContainsAny(l.Narration+l.Payer+l.Reference, "\x00\n\r") {
					t.Fatalf("%+v", l)
				}
			}
		}
		again, err := statement.Read(data, layout)
		if err != nil || said(again) != said(all) {
			t.Fatalf("read again it is another: %v", err)
		}
	})
}
