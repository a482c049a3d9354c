//go:build unix

package seal

import (
	"io/fs"
	"syscall"
	"testing"
	"time"
)

// file is a file as its system tells of it.
type file struct {
	mode  fs.FileMode
	owner any
}

func (f file) Name() string       { return OpeningFile }
func (f file) Size() int64        { return 45 }
func (f file) Mode() fs.FileMode  { return f.mode }
func (f file) ModTime() time.Time { return time.Time{} }
func (f file) IsDir() bool        { return false }
func (f file) Sys() any           { return f.owner }

// A key that others than its owner may open is a mounted secret alone: root's, read by a
// process that is not root, of which the group may read and nobody may do more.
func TestAMountedSecretIsReadByItsGroupAlone(t *testing.T) {
	const root, somebody = 0, 1000
	for mode := range fs.FileMode(0o1000) {
		rights := mode.String() // -rwxrwxrwx
		for _, owner := range []uint32{root, somebody} {
			for _, reader := range []int{root, somebody} {
				want := owner == root && reader == somebody && rights[5:] == "-----"
				if got := mounted(file{mode, &syscall.Stat_t{Uid: owner}}, reader); got != want {
					t.Errorf("%s of %d, read by %d: %v", rights, owner, reader, got)
				}
			}
		}
	}
	if mounted(file{0o640, nil}, somebody) {
		t.Error("a file of which nobody knows whose it is")
	}
}
