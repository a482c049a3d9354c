// Package docx writes texts with structure as documents for word processors. The same input
// gives the same bytes.
package docx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"zabuni.org/core/kernel/rich"
)

// MediaType is what a document is served as.
const MediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

const (
	head    = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	word    = `http://schemas.openxmlformats.org/wordprocessingml/2006/main`
	office  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	relType = `http://schemas.openxmlformats.org/package/2006/relationships`
	wide    = 9026 // between the margins, in twentieths of a point
	levels  = 9
)

// Kinds of lists, as the numbering has them.
const (
	bullets = iota
	decimals
)

// A numbering is one list: its kind, how deep it stands and where it begins. Each list has one
// of its own, or the second would go on counting where the first ended.
type numbering struct{ kind, level, start int }

type writer struct {
	body  bytes.Buffer
	nums  []numbering
	links []string
}

// Write makes a document of a text below its title.
func Write(title string, n rich.Node) ([]byte, error) {
	w := &writer{}
	if title != "" {
		w.paragraph(rich.Node{Kind: rich.Paragraph, Content: []rich.Node{{Kind: rich.Words, Text: title}}}, `<w:pStyle w:val="Title"/>`)
	}
	w.flow(n.Content, 0, "")
	return w.whole()
}

// whole is what was written, as a file.
func (w *writer) whole() ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", contentTypes},
		{"_rels/.rels", rels},
		{"word/_rels/document.xml.rels", w.rels()},
		{"word/styles.xml", stylesXML + continued() + "</w:styles>"},
		{"word/numbering.xml", w.numbering()},
		{"word/document.xml", `<w:document xmlns:w="` + word + `" xmlns:r="` + office + `"><w:body>` + w.body.String() +
			`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`},
	} {
		f, err := z.Create(part.name)
		if err != nil {
			return nil, fmt.Errorf("docx: %w", err)
		}
		if _, err := f.Write([]byte(head + part.text)); err != nil {
			return nil, fmt.Errorf("docx: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("docx: %w", err)
	}
	return out.Bytes(), nil
}

// continued are the styles of what follows the first paragraph of an item, by how many lists it stands in: by them a reader
// knows that it belongs there.
func continued() string {
	var b strings.Builder
	for l := 1; l <= levels; l++ {
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="ListContinue%d"><w:name w:val="%s"/><w:basedOn w:val="Normal"/><w:pPr><w:ind w:left="%d"/></w:pPr></w:style>`,
			l, strings.TrimSuffix(fmt.Sprint("List Continue ", l), " 1"), l*720)
	}
	return b.String()
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder takes everything
	return b.String()
}

// flow writes blocks; in is how many lists they stand in, and list what the first paragraph of
// an item says of its number.
func (w *writer) flow(blocks []rich.Node, in int, list string) {
	for _, n := range blocks {
		switch n.Kind {
		case rich.Paragraph:
			style := list
			if style == "" && in > 0 {
				style = fmt.Sprintf(`<w:pStyle w:val="ListContinue%d"/><w:ind w:left="%d"/>`, min(in, levels), in*720)
			}
			w.paragraph(n, style)
			list = ""
		case rich.Heading:
			w.paragraph(n, fmt.Sprintf(`<w:pStyle w:val="Heading%d"/>`, n.Level))
		case rich.BulletList:
			w.list(n, in, bullets)
		case rich.OrderedList:
			w.list(n, in, decimals)
		case rich.Table:
			w.table(n)
		}
	}
}

func (w *writer) list(n rich.Node, in, kind int) {
	in = min(in, levels-1)
	w.nums = append(w.nums, numbering{kind, in, max(n.Start, 1)})
	number := fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, in, len(w.nums))
	for _, item := range n.Content {
		w.flow(item.Content, in+1, number)
	}
}

func (w *writer) paragraph(n rich.Node, style string) {
	w.body.WriteString("<w:p>")
	if style != "" {
		w.body.WriteString("<w:pPr>" + style + "</w:pPr>")
	}
	for _, c := range n.Content {
		if c.Kind == rich.Break {
			w.body.WriteString("<w:r><w:br/></w:r>")
			continue
		}
		w.run(c)
	}
	w.body.WriteString("</w:p>")
}

func (w *writer) run(c rich.Node) {
	look, link := "", ""
	for _, m := range c.Marks {
		switch m.Style {
		case rich.Bold:
			look += "<w:b/><w:bCs/>"
		case rich.Italic:
			look += "<w:i/><w:iCs/>"
		case rich.Strike:
			look += "<w:strike/>"
		case rich.Link:
			w.links = append(w.links, m.Href)
			link = fmt.Sprintf(`<w:hyperlink r:id="l%d">`, len(w.links))
			look = `<w:rStyle w:val="Hyperlink"/>` + look // its place is before the others
		}
	}
	if slices.ContainsFunc(c.Marks, func(m rich.Mark) bool { return m.Style == rich.Underline }) { // its place is behind them
		look += `<w:u w:val="single"/>`
	}
	if look != "" {
		look = "<w:rPr>" + look + "</w:rPr>"
	}
	w.body.WriteString(link)
	fmt.Fprintf(&w.body, `<w:r>%s<w:t xml:space="preserve">%s</w:t></w:r>`, look, escaped(c.Text))
	if link != "" {
		w.body.WriteString("</w:hyperlink>")
	}
}

// table writes a table; where a cell reaches down, each row below has one that goes on with it.
func (w *writer) table(n rich.Node) {
	columns, _ := rich.Grid(n)
	if columns == 0 {
		return
	}
	each := wide / columns
	w.body.WriteString(`<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>`)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		fmt.Fprintf(&w.body, `<w:%s w:val="single" w:sz="4" w:space="0" w:color="auto"/>`, side)
	}
	w.body.WriteString("</w:tblBorders></w:tblPr><w:tblGrid>")
	for range columns {
		fmt.Fprintf(&w.body, `<w:gridCol w:w="%d"/>`, each)
	}
	w.body.WriteString("</w:tblGrid>")
	type above struct{ rows, span int }
	down := make([]above, columns)
	heads := true // those with which it begins: a word processor says them again on each page
	for _, row := range n.Content {
		heads = heads && !slices.ContainsFunc(row.Content, func(c rich.Node) bool { return c.Kind != rich.HeadCell })
		w.body.WriteString("<w:tr>")
		if heads {
			w.body.WriteString("<w:trPr><w:tblHeader/></w:trPr>")
		}
		at := 0
		goOn := func() {
			for at < columns && down[at].rows > 0 {
				d := down[at]
				w.cell(each, d.span, `<w:vMerge/>`)
				w.body.WriteString("<w:p/></w:tc>")
				down[at].rows--
				at += d.span
			}
		}
		for _, c := range row.Content {
			goOn()
			span, merge := max(c.ColSpan, 1), ""
			if c.RowSpan > 1 {
				merge = `<w:vMerge w:val="restart"/>`
				down[at] = above{c.RowSpan - 1, span}
			}
			w.cell(each, span, merge)
			at += span
			w.flow(c.Content, 0, "")
			if last := c.Content[len(c.Content)-1].Kind; last != rich.Paragraph && last != rich.Heading {
				w.body.WriteString("<w:p/>") // a cell ends with a paragraph
			}
			w.body.WriteString("</w:tc>")
		}
		goOn()
		w.body.WriteString("</w:tr>")
	}
	w.body.WriteString("</w:tbl>")
}

func (w *writer) cell(each, span int, merge string) {
	fmt.Fprintf(&w.body, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>`, each*span)
	if span > 1 {
		fmt.Fprintf(&w.body, `<w:gridSpan w:val="%d"/>`, span)
	}
	w.body.WriteString(merge + "</w:tcPr>")
}

func (w *writer) rels() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<Relationships xmlns="%s"><Relationship Id="r1" Type="%s/styles" Target="styles.xml"/><Relationship Id="r2" Type="%s/numbering" Target="numbering.xml"/>`, relType, office, office)
	for i, href := range w.links {
		fmt.Fprintf(&b, `<Relationship Id="l%d" Type="%s/hyperlink" Target="%s" TargetMode="External"/>`, i+1, office, escaped(href))
	}
	return b.String() + "</Relationships>"
}

func (w *writer) numbering() string {
	var b strings.Builder
	b.WriteString(`<w:numbering xmlns:w="` + word + `">`)
	for kind, format := range []string{"bullet", "decimal"} {
		fmt.Fprintf(&b, `<w:abstractNum w:abstractNumId="%d"><w:multiLevelType w:val="multilevel"/>`, kind)
		for l := range levels {
			sign := "•"
			if kind == decimals {
				sign = fmt.Sprintf("%%%d.", l+1)
			}
			fmt.Fprintf(&b, `<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="%d" w:hanging="360"/></w:pPr></w:lvl>`,
				l, format, sign, (l+1)*720)
		}
		b.WriteString("</w:abstractNum>")
	}
	for i, n := range w.nums {
		fmt.Fprintf(&b, `<w:num w:numId="%d"><w:abstractNumId w:val="%d"/><w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride></w:num>`,
			i+1, n.kind, n.level, n.start)
	}
	return b.String() + "</w:numbering>"
}

const (
	contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>` +
		`<Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/></Types>`
	rels      = `<Relationships xmlns="` + relType + `"><Relationship Id="r1" Type="` + office + `/officeDocument" Target="word/document.xml"/></Relationships>`
	stylesXML = `<w:styles xmlns:w="` + word + `"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:b/><w:sz w:val="26"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Heading3"><w:name w:val="heading 3"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="2"/></w:pPr><w:rPr><w:b/><w:sz w:val="24"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Heading4"><w:name w:val="heading 4"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="3"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0B5D57"/><w:u w:val="single"/></w:rPr></w:style>`
)
