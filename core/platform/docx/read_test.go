package docx_test

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/docx"
)

var update = flag.Bool("update", false, "write the texts that the web reads back")

// forWeb are the texts of this test as documents, which the web reads back with its own reader
// (packages/contracts: word.test.tsx).
const forWeb = "../../../packages/contracts/src/rich/words.json"

func block(kind rich.Kind, content ...rich.Node) rich.Node {
	return rich.Node{Kind: kind, Content: content}
}

func words(text string, styles ...rich.Style) rich.Node {
	n := rich.Node{Kind: rich.Words, Text: text}
	for _, s := range styles {
		n.Marks = append(n.Marks, rich.Mark{Style: s})
	}
	return n
}

func para(content ...rich.Node) rich.Node { return block(rich.Paragraph, content...) }

func heading(level int, text string) rich.Node {
	return rich.Node{Kind: rich.Heading, Level: level, Content: []rich.Node{words(text)}}
}

func item(content ...rich.Node) rich.Node { return block(rich.ListItem, content...) }

func numbered(start int, items ...rich.Node) rich.Node {
	return rich.Node{Kind: rich.OrderedList, Start: start, Content: items}
}

func bulleted(items ...rich.Node) rich.Node { return block(rich.BulletList, items...) }

func row(kind rich.Kind, texts ...string) rich.Node {
	r := block(rich.Row)
	for _, t := range texts {
		c := block(kind, para(words(t)))
		c.ColSpan, c.RowSpan = 1, 1
		r.Content = append(r.Content, c)
	}
	return r
}

func spanning(cols, rows int, text string) rich.Node {
	return rich.Node{Kind: rich.Cell, ColSpan: cols, RowSpan: rows, Content: []rich.Node{para(words(text))}}
}

// contracts are twelve texts with what contracts have in them.
var contracts = []struct {
	name string
	text rich.Node
}{
	{"a plain one", rich.FromPlain("The Buyer pays KES 1,500.50 within 30 days.\nKenyan law governs.")},
	{"headings of every level", block(rich.Doc, heading(1, "Supply of pumps"), heading(2, "1.2 Price"), heading(3, "Taxes"), heading(4, "Duties"), para(words("16 % VAT.")))},
	{"looks", block(rich.Doc, para(words("Late payment ", rich.Bold), words("bears interest of ", rich.Italic), words("2 %", rich.Bold, rich.Italic), words(" a month, ", rich.Underline),
		words("compounded", rich.Strike), words(".")))},
	{"two lists that each begin at one", block(rich.Doc,
		numbered(1, item(para(words("Ten pumps"))), item(para(words("Two spares")))), para(words("and, apart from these,")),
		numbered(1, item(para(words("One pit"))), item(para(words("Four lids")))))},
	{"a list that goes on at seven", block(rich.Doc, numbered(7, item(para(words("Seventh"))), item(para(words("Eighth")))))},
	{"lists within lists", block(rich.Doc, numbered(1,
		item(para(words("Delivery")), numbered(1, item(para(words("by road"))), item(para(words("by rail")), bulleted(item(para(words("to Mombasa"))), item(para(words("to Kisumu"))))))),
		item(para(words("Payment")), numbered(3, item(para(words("30 % in advance"))), item(para(words("70 % on acceptance"))))),
		item(para(words("Warranty")))))},
	{"items of several paragraphs", block(rich.Doc, bulleted(item(para(words("Goods")), para(words("as listed in the annex"))), item(para(words("Services")))))},
	{"a table", block(rich.Doc, block(rich.Table, row(rich.HeadCell, "No.", "What", "KES"), row(rich.Cell, "1", "Pump", "120,000.00"), row(rich.Cell, "2", "Spare", "9,999.99")))},
	{"cells that reach over others", block(rich.Doc, block(rich.Table,
		block(rich.Row, spanning(1, 2, "Lot 1"), spanning(2, 1, "Prices")), block(rich.Row, spanning(1, 1, "400"), spanning(1, 1, "500"))))},
	{"lists in a table", block(rich.Doc, block(rich.Table, block(rich.Row,
		rich.Node{Kind: rich.Cell, ColSpan: 1, RowSpan: 1, Content: []rich.Node{para(words("Duties")), numbered(1, item(para(words("first"))), item(para(words("second"))))}},
		rich.Node{Kind: rich.Cell, ColSpan: 1, RowSpan: 1, Content: []rich.Node{numbered(1, item(para(words("first again"))))}})))},
	{"an Amharic one", block(rich.Doc, heading(1, "የውል ስምምነት"), para(words("አቅራቢው ፲፭ ፓምፖችን በ30 ቀናት ውስጥ ያቀርባል።")), numbered(1, item(para(words("ዋጋ፦ ETB 1,500.50"))), item(para(words("ቅጣት፦ 2 %")))))},
	{"signs that XML has for itself", block(rich.Doc, para(words(`l'acheteur & le « vendeur » <1> "x" `), rich.Node{Kind: rich.Break}, words("  two spaces  and a sign: €")),
		para(rich.Node{Kind: rich.Words, Text: "the rules", Marks: []rich.Mark{{Style: rich.Link, Href: "https://zabuni.example/?a=1&b=2"}}}))},
}

// says is what a text says in its order, a line for each paragraph, with the number that it bears.
func says(n rich.Node) (out []string) {
	var flow func(blocks []rich.Node, label string)
	line := func(n rich.Node) string {
		var b strings.Builder
		for _, c := range n.Content {
			if c.Kind == rich.Break {
				b.WriteByte('\n')
			}
			b.WriteString(c.Text)
		}
		return b.String()
	}
	flow = func(blocks []rich.Node, label string) {
		for _, n := range blocks {
			switch n.Kind {
			case rich.Paragraph, rich.Heading:
				out = append(out, label+line(n))
				label = ""
			case rich.OrderedList, rich.BulletList:
				for i, item := range n.Content {
					sign := "• "
					if n.Kind == rich.OrderedList {
						sign = fmt.Sprintf("%d. ", max(n.Start, 1)+i)
					}
					flow(item.Content, sign)
				}
			case rich.Table:
				for _, r := range n.Content {
					for _, c := range r.Content {
						flow(c.Content, "")
					}
				}
			}
		}
	}
	flow(n.Content, "")
	return out
}

// readBack is what a word processor shows of a document: its paragraphs in order, with the numbers
// that it counts by the document's own numbering. It knows nothing of how we write one.
func readBack(t *testing.T, parts map[string]string) (out []string) {
	t.Helper()
	type list struct {
		abstract string
		starts   map[string]int
	}
	nums, formats := map[string]list{}, map[string]string{}
	value := func(e xml.StartElement, name string) string {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	walk := func(part string, open func(xml.StartElement), closed func(string), text func(string)) {
		d := xml.NewDecoder(strings.NewReader(parts[part]))
		for {
			tok, err := d.Token()
			if err != nil {
				return
			}
			switch e := tok.(type) {
			case xml.StartElement:
				open(e)
			case xml.EndElement:
				closed(e.Name.Local)
			case xml.CharData:
				text(string(e))
			}
		}
	}
	var abstract, num, level string
	starts := map[string]int{}
	walk("word/numbering.xml", func(e xml.StartElement) {
		switch e.Name.Local {
		case "abstractNum":
			abstract = value(e, "abstractNumId")
		case "lvl":
			level = value(e, "ilvl")
		case "start":
			starts[abstract+" "+level], _ = strconv.Atoi(value(e, "val"))
		case "numFmt":
			formats[abstract+" "+level] = value(e, "val")
		case "num":
			num = value(e, "numId")
			nums[num] = list{starts: map[string]int{}}
		case "abstractNumId":
			nums[num] = list{abstract: value(e, "val"), starts: nums[num].starts}
		case "lvlOverride":
			level = value(e, "ilvl")
		case "startOverride":
			nums[num].starts[level], _ = strconv.Atoi(value(e, "val"))
		}
	}, func(string) {}, func(string) {})
	counted := map[string]int{}
	var line strings.Builder
	var ilvl, numID string
	merged, inText, told := false, false, false
	walk("word/document.xml", func(e xml.StartElement) {
		switch e.Name.Local {
		case "p":
			line.Reset()
			ilvl, numID, told = "", "", false
		case "tc":
			merged = false
		case "vMerge":
			merged = value(e, "val") != "restart"
		case "ilvl":
			ilvl = value(e, "val")
		case "numId":
			numID = value(e, "val")
		case "t":
			inText = true
		case "br":
			line.WriteByte('\n')
		}
		told = told || e.Name.Local == "r"
	}, func(name string) {
		switch name {
		case "t":
			inText = false
		case "p":
			if merged || !told && numID == "" { // what goes on from above, and what ends a cell, says nothing
				return
			}
			label := ""
			if numID != "" {
				l := nums[numID]
				if formats[l.abstract+" "+ilvl] == "bullet" {
					label = "• "
				} else {
					key := numID + " " + ilvl
					if _, begun := counted[key]; !begun {
						first, ok := l.starts[ilvl]
						if !ok {
							first = starts[l.abstract+" "+ilvl]
						}
						counted[key] = first - 1
					}
					counted[key]++
					label = fmt.Sprintf("%d. ", counted[key])
				}
			}
			out = append(out, label+line.String())
		}
	}, func(text string) {
		if inText {
			line.WriteString(text)
		}
	})
	return out
}

// Every word and number of a contract comes through, in its order, and each list counts from where
// it begins.
func TestEveryWordAndNumberComesThrough(t *testing.T) {
	if len(contracts) != 12 {
		t.Fatal(len(contracts))
	}
	type kept struct {
		Name string          `json:"name"`
		Docx string          `json:"docx"` // base64
		Text json.RawMessage `json:"text"`
	}
	var all []kept
	for _, x := range contracts {
		n := 0
		text, err := rich.Stored(x.text.Named(func() string { n++; return fmt.Sprint("b", n) }).JSON()) // nothing that could not be stored
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		b := must(docx.Write("", text))
		if got, want := readBack(t, parts(t, b)), says(text); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", x.name, got, want)
		}
		all = append(all, kept{x.name, base64.StdEncoding.EncodeToString(b), json.RawMessage(x.text.JSON())})
	}
	raw, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	raw = append(raw, '\n')
	if *update {
		if err := os.WriteFile(forWeb, raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Compressed bytes are of a library that may change: what the web reads back is what they say.
	was, err := os.ReadFile(forWeb)
	if err != nil {
		t.Fatal(err)
	}
	packed := regexp.MustCompile(`"docx": "[^"]*"`)
	if packed.ReplaceAllString(string(was), "") != packed.ReplaceAllString(string(raw), "") {
		t.Errorf("%s has other texts: go test ./core/platform/docx -update", forWeb)
	}
}

// The title stands above, and no number of a text is one of its lists' that it does not bear.
func TestTheTitleStandsAbove(t *testing.T) {
	got := readBack(t, parts(t, must(docx.Write("Supply <of> pumps", rich.FromPlain("1. This is typed, not counted.")))))
	if strings.Join(got, "|") != "Supply <of> pumps|1. This is typed, not counted." {
		t.Errorf("%q", got)
	}
}

// What was put in and what was taken out are changes that a word processor accepts or rejects: all
// accepted is the new text, all rejected the old one.
func TestChangesAreTracked(t *testing.T) {
	at := time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	b := must(docx.Tracked("", `Juma "J" <Mosi>`, at, []docx.Line{
		{Level: 2, Runs: []docx.Run{{Text: "Payment"}}},
		{Runs: []docx.Run{{Text: "within "}, {Text: "30", Change: docx.Deleted}, {Text: "45", Change: docx.Added, Styles: []rich.Style{rich.Bold}}, {Text: " days & <no> more"}}},
		{Depth: 1, Runs: []docx.Run{{Text: "gone", Change: docx.Deleted}}},
	}))
	if got, err := docx.Waiting(b); err != nil || got != (docx.Pending{Insertions: 1, Deletions: 2}) {
		t.Errorf("%+v %v", got, err)
	}
	text := parts(t, b)["word/document.xml"]
	read := func(drop string) string {
		text := regexp.MustCompile(`(?s)<w:`+drop+` .*?</w:`+drop+`>`).ReplaceAllString(text, "")
		text = strings.NewReplacer("delText", "t").Replace(text)
		return strings.Join(readBack(t, map[string]string{"word/document.xml": text, "word/numbering.xml": "<x/>"}), "|")
	}
	if accepted, rejected := read("del"), read("ins"); accepted != "Payment|within 45 days & <no> more" || rejected != "Payment|within 30 days & <no> more|gone" {
		t.Errorf("%q and %q", accepted, rejected)
	}
	if n := strings.Count(text, `w:author="Juma &#34;J&#34; &lt;Mosi&gt;" w:date="2026-11-25T09:00:00Z"`); n != 3 {
		t.Errorf("%d changes say whose they are: %s", n, text)
	}
}
