// Package clamav has files looked through by ClamAV's daemon, by the commands PING and INSTREAM of its protocol
// (clamd(8), "COMMANDS").
package clamav

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"time"
)

const (
	// A scan of fifty megabytes takes seconds; one that takes longer than people wait is none.
	timeout = 25 * time.Second
	// The daemon works on as many files at once as it has threads; ours wait for one another before that.
	atOnce = 4
	// Far below the limit of one chunk that the daemon was built with.
	chunk = 1 << 20
	// An answer is one line.
	longest = 4 << 10
)

// A Client asks one daemon.
type Client struct {
	network, addr string
	slots         chan struct{}
}

// New takes host:port of this machine, or the path of a socket. What is looked through are bids before they are
// sealed and the protocol knows no encryption, so that nothing of it may leave the machine.
func New(at string) (*Client, error) {
	c := &Client{network: "unix", addr: at, slots: make(chan struct{}, atOnce)}
	if filepath.IsAbs(at) {
		return c, nil
	}
	host, _, err := net.SplitHostPort(at)
	if err != nil {
		return nil, fmt.Errorf("clamav: %q is neither host:port nor the path of a socket", at)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("clamav: files would go to %s over the network in the clear", host)
	}
	c.network = "tcp"
	return c, nil
}

// Ping asks whether the daemon answers.
func (c *Client) Ping(ctx context.Context) error {
	said, err := c.ask(ctx, "PING", nil)
	if err == nil && said != "PONG" {
		err = fmt.Errorf("clamav: it says %q", said)
	}
	return err
}

// Scan has a file looked through and answers the name of what was found, or nothing.
func (c *Client) Scan(ctx context.Context, content []byte) (string, error) {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-c.slots }()
	said, err := c.ask(ctx, "INSTREAM", content)
	if err != nil {
		return "", err
	}
	said, ours := strings.CutPrefix(said, "stream: ")
	if found, bad := strings.CutSuffix(said, " FOUND"); ours && bad {
		return found, nil
	}
	if !ours || said != "OK" {
		return "", fmt.Errorf("clamav: it says %q", said)
	}
	return "", nil
}

// ask sends a command, and after it a file where there is one, and reads the answer.
func (c *Client) ask(ctx context.Context, command string, content []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, c.network, c.addr)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	sent := send(conn, command, content)
	// A daemon that has heard enough answers and closes: its words say more than a broken pipe.
	line, err := io.ReadAll(io.LimitReader(conn, longest))
	said, ended := bytes.CutSuffix(line, []byte{0})
	if ended {
		return string(said), nil
	}
	return "", errors.Join(sent, err, ctx.Err(), errors.New("clamav: no whole answer"))
}

func send(w io.Writer, command string, content []byte) error {
	if _, err := fmt.Fprintf(w, "z%s\x00", command); err != nil || content == nil {
		return err
	}
	size := make([]byte, 4)
	for len(content) > 0 {
		part := content[:min(chunk, len(content))]
		content = content[len(part):]
		binary.BigEndian.PutUint32(size, uint32(len(part)))
		if _, err := w.Write(size); err != nil {
			return err
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	binary.BigEndian.PutUint32(size, 0)
	_, err := w.Write(size)
	return err
}
