package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// An identity says as whom the server runs: Postgres refuses uid 0, initdb
// refuses a uid without a name.
type identity struct {
	kind     string
	attr     syscall.SysProcAttr
	uid, gid int // owner that the files must have on disk
}

// choose prefers the same user; else a user namespace in which our uid looks
// like nobody's, where nothing changes owner and no folder needs opening; else,
// for root, nobody itself.
func choose(ctx context.Context, o Options) (identity, error) {
	uid, gid := os.Getuid(), os.Getgid()
	if uid != 0 {
		if _, err := user.LookupId(strconv.Itoa(uid)); err == nil {
			return identity{kind: "plain", uid: uid, gid: gid}, nil
		}
	}
	nuid, ngid := nobody()
	inside := identity{"user namespace", syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: nuid, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: ngid, HostID: gid, Size: 1}},
		Credential:  &syscall.Credential{Uid: uint32(nuid), Gid: uint32(ngid), NoSetGroups: true},
	}, uid, gid}
	refused := errors.New("user namespaces are off")
	if !o.noUserNS {
		refused = inside.command(ctx, filepath.Join(o.BinDir, "postgres"), "--version").Run()
		if refused == nil {
			return inside, nil
		}
	}
	if uid != 0 {
		return identity{}, fmt.Errorf("uid %d has no name and user namespaces do not work (%w): set DATABASE_URL or run as a named user", uid, refused)
	}
	return identity{"nobody", syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: uint32(nuid), Gid: uint32(ngid)},
	}, nuid, ngid}, nil
}

func nobody() (uid, gid int) {
	for _, name := range []string{"nobody", "postgres", "daemon"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uerr := strconv.Atoi(u.Uid)
		gid, gerr := strconv.Atoi(u.Gid)
		if uerr == nil && gerr == nil && uid != 0 {
			return uid, gid
		}
	}
	return 65534, 65534
}

func (id identity) attributes() *syscall.SysProcAttr {
	a := id.attr
	a.Setpgid = true
	a.Pdeathsig = syscall.SIGINT // a fast shutdown when we are killed
	return &a
}

// passes tells whether the server can reach path, when it runs as another user
// than we do.
func (id identity) passes(path string) error {
	if id.kind != "nobody" {
		return nil
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		st, err := os.Stat(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil {
			sys, mode := st.Sys().(*syscall.Stat_t), st.Mode().Perm()
			ok := mode&0o001 != 0
			switch { // the first class that fits decides, as in the kernel
			case int(sys.Uid) == id.uid:
				ok = mode&0o100 != 0
			case int(sys.Gid) == id.gid:
				ok = mode&0o010 != 0
			}
			if !ok {
				return &NotTraversableError{dir, id.uid}
			}
		}
		if dir == "/" {
			return nil
		}
	}
}

// own gives dir and all in it to the identity, in either direction, where it is
// not so already.
func (id identity) own(dir string) error {
	if os.Getuid() != 0 {
		return nil
	}
	st, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if int(st.Sys().(*syscall.Stat_t).Uid) == id.uid {
		return nil
	}
	// The folder itself goes last, so that an interrupted run is done again.
	err = filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		return os.Lchown(p, id.uid, id.gid)
	})
	if err != nil {
		return err
	}
	return os.Lchown(dir, id.uid, id.gid)
}

// serves tells whether pid is a server of the folder: postgres sits in its data folder.
func serves(pid int, dataDir string) bool {
	cwd, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", pid))
	if err != nil {
		return false
	}
	data, err := os.Stat(dataDir)
	return err == nil && os.SameFile(cwd, data)
}
