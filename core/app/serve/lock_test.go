package serve

import (
	"os"
	"strings"
	"testing"

	"zabuni.org/core/config"
)

// The second program on a folder is refused before it touches anything there.
func TestAFolderServesOneProgram(t *testing.T) {
	dir := t.TempDir()
	release, err := lockData(dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(t.Context(), config.Settings{Data: dir}, Part{}, func(what string) { t.Error(what, "was opened") })
	if err == nil {
		h.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "another program serves from "+dir) {
		t.Errorf("two programs on one folder: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d files stand there, %v", len(files), err)
	}
	release()
	again, err := lockData(dir)
	if err != nil {
		t.Fatal("the folder stays locked: ", err)
	}
	again()
}
