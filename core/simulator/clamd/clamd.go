//go:build demo

// Package clamd is a scanner for files in a demonstration. It speaks ClamAV's protocol and knows one harmful file: the
// test file of the European Institute for Computer Antivirus Research, which harms nobody.
package clamd

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"time"
)

const (
	largest  = 64 << 20
	patience = 30 * time.Second
	// What every scanner calls it.
	name = "Eicar-Test-Signature"
)

// The file in two halves, so that nothing that holds this program is taken for it.
var harmful = []byte(`X5O!P%@AP[4\PZX54(P^)7CC)7}` + `$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`)

// A Daemon listens on a free port of this machine.
type Daemon struct {
	ln   net.Listener
	work sync.WaitGroup
}

// Open starts it.
func Open() (*Daemon, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	d := &Daemon{ln: ln}
	d.work.Go(func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			d.work.Go(func() {
				defer func() { _ = conn.Close() }()
				_ = conn.SetDeadline(time.Now().Add(patience))
				_, _ = io.WriteString(conn, answer(bufio.NewReader(conn))+"\x00")
			})
		}
	})
	return d, nil
}

// Addr is where it listens.
func (d *Daemon) Addr() string { return d.ln.Addr().String() }

// Close ends it.
func (d *Daemon) Close() {
	_ = d.ln.Close()
	d.work.Wait()
}

func answer(r *bufio.Reader) string {
	command, err := r.ReadString(0)
	switch {
	case err != nil:
		return "UNKNOWN COMMAND"
	case command == "zPING\x00":
		return "PONG"
	case command != "zINSTREAM\x00":
		return "UNKNOWN COMMAND"
	}
	var content bytes.Buffer
	for {
		var size uint32
		if err := binary.Read(r, binary.BigEndian, &size); err != nil {
			return "stream: Can't read the stream. ERROR"
		}
		if size == 0 {
			break
		}
		if int64(content.Len())+int64(size) > largest {
			return "INSTREAM size limit exceeded. ERROR"
		}
		if _, err := io.CopyN(&content, r, int64(size)); err != nil {
			return "stream: Can't read the stream. ERROR"
		}
	}
	if bytes.Contains(content.Bytes(), harmful) {
		return "stream: " + name + " FOUND"
	}
	return "stream: OK"
}
