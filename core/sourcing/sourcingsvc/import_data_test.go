//go:build data

package sourcingsvc_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"zabuni.org/core/ocds"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Every process of files that nobody here wrote becomes a job, whatever it holds;
// of a file of one, each leaf is in the job or listed.
func TestForeignPlansAreDrafted(t *testing.T) {
	w := newWorld(t)
	base := os.Getenv("ZABUNI_DATA")
	drafted := 0
	for _, folder := range []string{"ocds", "ocds-extensions", "prozorro-api"} {
		err := filepath.WalkDir(filepath.Join(base, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read := ocds.Read(data)
			if unfit(read) {
				return nil
			}
			for i := range read.Plans {
				drafted++
				made, err := w.svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{FileName: d.Name(), Data: data, Plan: i, Code: fmt.Sprint("F-", drafted)})
				if err != nil {
					t.Errorf("%s, process %d: %v", path, i, err)
				} else if len(read.Plans) == 1 {
					w.accounted(path, data, made)
				}
			}
			return nil
		})
		w.must(err)
	}
	if drafted < 30 {
		t.Errorf("only %d drafted", drafted)
	}
	t.Logf("%d drafted, %s items, %s places told as unmapped", drafted, w.text(`SELECT count(*)::text FROM item`), w.text(`SELECT count(*)::text FROM job_import_unmapped`))
}

// unfit reports a file without a process, or broken beyond reading.
func unfit(r ocds.Result) bool {
	for _, p := range r.Problems {
		if p.Fatal {
			return true
		}
	}
	return len(r.Plans) == 0
}
