package document

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// Limits of an archive. Nothing here unpacks one; a person who does must not be harmed.
const (
	maxEntries  = 2000
	maxUnpacked = 1 << 30
	maxRatio    = 200
	smallEnough = 10 << 20 // unpacked, whatever the ratio
	header      = 3072     // what tells types apart
)

const zipType = "application/zip"

// A form is one accepted type of file: by its name, by how it begins and by what
// is in it. All must agree.
type form struct {
	media  string   // what it is served as
	begins []string // one of these, at the very first byte
	types  []string // what sniffing may find; none when the beginning says all
	member string   // of an archive, that makes it one of these
}

const ole = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

var zipBegins = []string{"PK\x03\x04", "PK\x05\x06"} // the second is an empty archive

var forms = map[string]form{
	"pdf":  {media: "application/pdf", begins: []string{"%PDF-"}},
	"png":  {media: "image/png", begins: []string{"\x89PNG\r\n\x1a\n"}},
	"jpg":  {media: "image/jpeg", begins: []string{"\xff\xd8\xff"}},
	"jpeg": {media: "image/jpeg", begins: []string{"\xff\xd8\xff"}},
	// an old container is told from other old containers only where it says so itself
	"doc":  {media: "application/msword", begins: []string{ole}, types: []string{"application/msword", "application/x-ole-storage"}},
	"xls":  {media: "application/vnd.ms-excel", begins: []string{ole}, types: []string{"application/vnd.ms-excel", "application/x-ole-storage"}},
	"docx": {media: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", begins: zipBegins[:1], member: "word/document.xml"},
	"xlsx": {media: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", begins: zipBegins[:1], member: "xl/workbook.xml"},
	"zip":  {media: zipType, begins: zipBegins},
	"rar":  {media: "application/vnd.rar", begins: []string{"Rar!\x1a\x07\x00", "Rar!\x1a\x07\x01\x00"}},
}

// Extensions lists the accepted ones, as shown to people.
func Extensions() []string {
	return []string{"pdf", "doc", "docx", "jpg", "png", "jpeg", "xlsx", "xls", "zip", "rar"}
}

func extensionOf(name string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
}

// Name is what a file is called here: without folders, of whatever system. It
// refuses an extension that is not accepted, before anything of the file is sent.
func Name(typed string) (string, error) {
	name := strings.TrimSpace(typed[strings.LastIndexAny(typed, `/\`)+1:])
	if _, ok := forms[extensionOf(name)]; !ok {
		return "", TypeRefused.New("extension %q", extensionOf(name)).With("allowed", strings.Join(Extensions(), ", "))
	}
	return name, nil
}

// sniff tells the media type of a file that is called name. A name and a content
// that disagree are refused, however harmless each looks alone.
func sniff(name string, content []byte) (string, error) {
	name, err := Name(name)
	if err != nil {
		return "", err
	}
	extension := extensionOf(name)
	f := forms[extension]
	if !begins(content, f.begins) {
		return "", TypeRefused.New("not a %s", extension)
	}
	if f.types != nil {
		if !is(mimetype.Detect(content[:min(len(content), header)]), f.types) {
			return "", TypeRefused.New("another kind of document than %s", extension)
		}
	}
	if f.begins[0] == zipBegins[0] {
		if err := archive(content, f.member); err != nil {
			return "", TypeRefused.Wrap(err, "%s", extension)
		}
	}
	return f.media, nil
}

func begins(content []byte, with []string) bool {
	for _, w := range with {
		if bytes.HasPrefix(content, []byte(w)) {
			return true
		}
	}
	return false
}

func is(m *mimetype.MIME, types []string) bool {
	for _, t := range types {
		if m.Is(t) {
			return true
		}
	}
	return false
}

// archive checks the table of contents against the limits, and that member is in it.
func archive(content []byte, member string) error {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return err
	}
	if err != nil {
		return errors.New("names that lead out of the archive")
	}
	if len(z.File) > maxEntries {
		return fmt.Errorf("%d entries", len(z.File))
	}
	var unpacked, packed uint64
	found := member == ""
	for _, f := range z.File {
		if strings.ContainsAny(f.Name, "\\\x00") || !filepath.IsLocal(strings.TrimSuffix(f.Name, "/")) {
			return errors.New("names that lead out of the archive")
		}
		if member != "" && strings.EqualFold(filepath.Base(f.Name), "vbaProject.bin") {
			return errors.New("a program inside")
		}
		found = found || f.Name == member
		if unpacked+f.UncompressedSize64 < unpacked || packed+f.CompressedSize64 < packed {
			return errors.New("sizes that cannot be")
		}
		unpacked += f.UncompressedSize64
		packed += f.CompressedSize64
	}
	switch {
	case !found:
		return fmt.Errorf("no %s inside", member)
	case packed > uint64(len(content)):
		return errors.New("entries that overlap") // one blob, unpacked many times
	case unpacked > maxUnpacked, unpacked > smallEnough && unpacked/maxRatio > packed:
		return errors.New("far larger when unpacked")
	}
	return nil
}
