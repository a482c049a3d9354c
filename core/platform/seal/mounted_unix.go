//go:build unix

package seal

import (
	"io/fs"
	"syscall"
)

// mounted reports whether the file is a secret as an orchestrator mounts it: the
// machine's root owns it, the reader is not root, and a group alone may read it.
func mounted(info fs.FileInfo, reader int) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Uid == 0 && reader != 0 && info.Mode().Perm()&0o037 == 0
}
