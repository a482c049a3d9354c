//go:build data

package ocds_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"zabuni.org/core/ocds"
)

// Files nobody here wrote, from the folder that ZABUNI_DATA names: each imports
// with all leaves accounted for, or says where it is broken.
func TestForeignFiles(t *testing.T) {
	base := os.Getenv("ZABUNI_DATA")
	imported, refused := 0, 0
	for _, folder := range []string{"ocds", "ocds-extensions", "prozorro-api"} {
		err := filepath.WalkDir(filepath.Join(base, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			r := ocds.Read(data)
			sound(t, data, r)
			if len(r.Plans) > 0 {
				imported++
				t.Logf("%s: %s, %d plans, %d of %d leaves in none, %d problems", filepath.Base(path), r.Shape, len(r.Plans), len(left(r, "")), len(r.Leaves), len(r.Problems))
				return nil
			}
			refused++
			if len(r.Problems) == 0 {
				t.Error(path, "neither imported nor refused")
			}
			t.Logf("%s: refused, %s at %q", filepath.Base(path), r.Problems[0].Code, r.Problems[0].Pointer)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if imported < 30 {
		t.Errorf("%d imported, %d refused", imported, refused)
	}
	t.Logf("%d imported, %d refused", imported, refused)
}
