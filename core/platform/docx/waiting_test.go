package docx_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/docx"
)

func document(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range parts {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What waits for a decision is counted wherever it stands; a text of ours has nothing of it, and
// what declares entities or is no document is not read.
func TestWhatWaitsInADocument(t *testing.T) {
	ours, err := docx.Write("Title", rich.FromPlain("Insert, delete and comment."))
	if err != nil {
		t.Fatal(err)
	}
	const ns = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	for name, x := range map[string]struct {
		content []byte
		want    docx.Pending
		broken  bool
	}{
		"ours": {content: ours},
		"tracked": {content: document(t, map[string]string{
			"word/document.xml": `<w:document` + ns + `><w:p><w:ins w:id="1"><w:r><w:t>a</w:t></w:r></w:ins><w:del w:id="2"/><w:moveFrom w:id="3"/><w:moveTo w:id="4"/><w:delText/></w:p></w:document>`,
			"word/comments.xml": `<w:comments` + ns + `><w:comment w:id="1"/><w:comment w:id="2"/></w:comments>`,
			"word/footer1.xml":  `<w:ftr` + ns + `><w:del w:id="5"/></w:ftr>`,
			"docProps/app.xml":  `<ins/>`,
		}), want: docx.Pending{Insertions: 2, Deletions: 3, Comments: 2}},
		"with entities": {content: document(t, map[string]string{"word/document.xml": `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`}), broken: true},
		"cut off":       {content: document(t, map[string]string{"word/document.xml": `<w:document`}), broken: true},
		"too large":     {content: document(t, map[string]string{"word/document.xml": `<a>` + strings.Repeat(" ", 65<<20)}), broken: true},
		"no archive":    {content: []byte("PK"), broken: true},
	} {
		got, err := docx.Waiting(x.content)
		if (err != nil) != x.broken || err == nil && got != x.want {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}
