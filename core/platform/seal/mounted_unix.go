//go:build unix

package seal

import (
	"io/fs"
	"os"
	"syscall"
)

// mounted reports whether the file is a secret as an orchestrator mounts it: the
// machine's root owns it and this process's group alone may read it.
func mounted(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Uid == 0 && os.Getuid() != 0 && info.Mode().Perm()&0o037 == 0
}
