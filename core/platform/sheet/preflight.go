package sheet

import (
	"archive/zip"
	"bytes"
	"strings"

	"zabuni.org/core/kernel/fault"
)

// Preflight looks at the directory of an uploaded workbook only: what it declares
// is held to by the readers behind. It raises broken or large.
func Preflight(data []byte, most int, broken, large *fault.Def) error {
	if len(data) > most {
		return large.New("%d bytes", len(data)).With("max", most)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return broken.Wrap(err, "zip")
	}
	if len(z.File) > maxEntries {
		return large.New("%d entries", len(z.File)).With("max", maxEntries)
	}
	var total uint64
	workbook := false
	for _, f := range z.File {
		workbook = workbook || strings.EqualFold(f.Name, "xl/workbook.xml")
		if strings.HasSuffix(strings.ToLower(f.Name), "vbaproject.bin") {
			return broken.New("has macros").At("/file", HasMacros)
		}
		if f.UncompressedSize64 > maxUnzip || total+f.UncompressedSize64 > maxUnzip {
			return large.New("more than %d bytes unpacked", maxUnzip).With("max", maxUnzip)
		}
		total += f.UncompressedSize64
		if f.UncompressedSize64 > smallEntry && f.UncompressedSize64/max(f.CompressedSize64, 1) > maxRatio {
			return large.New("%s unpacks more than %d times", f.Name, maxRatio)
		}
	}
	if !workbook {
		return broken.New("no workbook inside")
	}
	return nil
}
