//go:build !(darwin || linux)

package room

import "errors"

func statfs(string) (free, total uint64, err error) { return 0, 0, errors.ErrUnsupported }
