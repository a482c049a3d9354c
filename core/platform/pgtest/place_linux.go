package pgtest

import "syscall"

const (
	memory  = "/dev/shm"
	tmpfs   = 0x01021994 // statfs(2)
	roomFor = 2 << 30    // many times what a whole run takes
)

// place is where a throw-away cluster lies: in memory where there is room, for
// nothing in it is to be kept. A test copies hundreds of files for its database.
func place() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err != nil || int64(fs.Type) != tmpfs || fs.Bavail*uint64(fs.Bsize) < roomFor {
		return ""
	}
	return memory
}
