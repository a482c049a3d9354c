package clamav_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/gateway/clamav"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
)

// peer answers every connection with the same words, after it has read what a
// file's frames say; what it read goes to heard.
func peer(t *testing.T, network, words string, heard chan<- []byte) string {
	t.Helper()
	at := "127.0.0.1:0"
	if network == "unix" {
		at = filepath.Join(t.TempDir(), "clamd.ctl")
	}
	ln, err := net.Listen(network, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				var got []byte
				one := make([]byte, 1)
				// A file ends with an empty frame; before it come frames that tell their length.
				for !bytes.HasPrefix(got, []byte("zINSTREAM\x00")) && !bytes.HasSuffix(got, []byte{0}) {
					if _, err := io.ReadFull(conn, one); err != nil {
						return
					}
					got = append(got, one...)
				}
				if bytes.HasPrefix(got, []byte("zINSTREAM\x00")) {
					for {
						frame := make([]byte, 4)
						if _, err := io.ReadFull(conn, frame); err != nil {
							return
						}
						n := int(frame[0])<<24 | int(frame[1])<<16 | int(frame[2])<<8 | int(frame[3])
						if n == 0 {
							break
						}
						part := make([]byte, n)
						if _, err := io.ReadFull(conn, part); err != nil {
							return
						}
						got = append(got, part...)
					}
				}
				if heard != nil {
					heard <- got
				}
				_, _ = io.WriteString(conn, words)
			}()
		}
	}()
	return ln.Addr().String()
}

func TestScanTellsWhatTheDaemonSays(t *testing.T) {
	for _, c := range []struct {
		says, found string
		fails       bool
	}{
		{"stream: OK\x00", "", false},
		{"stream: Win.Test.EICAR_HDB-1 FOUND\x00", "Win.Test.EICAR_HDB-1", false},
		{"stream: A name with spaces FOUND\x00", "A name with spaces", false},
		// Whatever is not a plain yes lets nothing in.
		{"stream: \x00", "", true},
		{"INSTREAM size limit exceeded. ERROR\x00", "", true},
		{"UNKNOWN COMMAND\x00", "", true},
		{"OK\x00", "", true},
		{"stream: OK", "", true},
		{"", "", true},
	} {
		s, err := clamav.New(peer(t, "tcp", c.says, nil))
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Scan(t.Context(), []byte("%PDF-1.7"))
		if found != c.found || (err != nil) != c.fails {
			t.Errorf("%q: %q, %v", c.says, found, err)
		}
	}
}

func TestTheWholeFileIsLookedThrough(t *testing.T) {
	// More than a chunk, and not a multiple of one.
	content := bytes.Repeat([]byte("0123456789abcdef!"), 190_001)
	for _, network := range []string{"tcp", "unix"} {
		heard := make(chan []byte, 1)
		s, err := clamav.New(peer(t, network, "stream: OK\x00", heard))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Scan(t.Context(), content); err != nil {
			t.Fatal(err)
		}
		if got := <-heard; !bytes.Equal(got, slices.Concat([]byte("zINSTREAM\x00"), content)) {
			t.Errorf("%s: %d bytes of %d arrived", network, len(got), len(content))
		}
	}
}

func TestNothingLeavesTheMachine(t *testing.T) {
	for at, fine := range map[string]bool{
		"127.0.0.1:3310": true, "[::1]:3310": true, "localhost:3310": true, "/run/clamav/clamd.ctl": true,
		"10.0.0.7:3310": false, "clamd:3310": false, "[2001:db8::1]:3310": false, "3310": false, "clamd.ctl": false,
	} {
		if _, err := clamav.New(at); (err == nil) != fine {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func TestPing(t *testing.T) {
	for says, fine := range map[string]bool{"PONG\x00": true, "": false, "GONE\x00": false} {
		s, err := clamav.New(peer(t, "tcp", says, nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Ping(t.Context()); (err == nil) != fine {
			t.Errorf("%q: %v", says, err)
		}
	}
}

// What a person hears: a file that is none of the kinds is that first, what is found is named, and a daemon that is
// away lets nothing in.
func TestTheGate(t *testing.T) {
	pdf := []byte("%PDF-1.7")
	gate := func(words string) *document.Gate {
		c, err := clamav.New(peer(t, "tcp", words, nil))
		if err != nil {
			t.Fatal(err)
		}
		return &document.Gate{Scanner: c}
	}
	well, ill, away := gate("stream: OK\x00"), gate("stream: Worm FOUND\x00"), gate("")
	for _, c := range []struct {
		name    string
		gate    *document.Gate
		content string
		want    *fault.Def
	}{
		{"well", well, "%PDF-1.7", nil},
		{"nothing is asked", nil, "%PDF-1.7", nil},
		{"no scanner", &document.Gate{}, "%PDF-1.7", nil},
		{"not what it says", ill, "MZ", document.TypeRefused},
		{"harmful", ill, "%PDF-1.7", document.Harmful},
		{"away", away, "%PDF-1.7", document.Unchecked},
	} {
		media, err := c.gate.Check(t.Context(), "a.pdf", []byte(c.content))
		if c.want == nil && (err != nil || media != "application/pdf") || c.want != nil && (!errors.Is(err, c.want) || media != "") {
			t.Errorf("%s: %q, %v", c.name, media, err)
		}
	}
	_, err := ill.Check(t.Context(), "a.pdf", pdf)
	if said := fault.As(err).Params["found"]; said != "Worm" {
		t.Errorf("what was found is %v", said)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := well.Check(gone, "a.pdf", pdf); !errors.Is(err, document.Unchecked) || strings.Contains(err.Error(), "harmful") {
		t.Errorf("who has left is told %v", err)
	}
}
