package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/config"
	"zabuni.org/core/platform/pgtest"
)

// timeServer tells a time that differs from this machine's.
func timeServer(t *testing.T, off time.Duration) string {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	stamp := func(at time.Time) uint64 {
		const since1900 = 2208988800
		return uint64(at.Unix()+since1900)<<32 | uint64(at.Nanosecond())<<32/1e9
	}
	go func() {
		asked := make([]byte, 512)
		for {
			n, from, err := c.ReadFrom(asked)
			if err != nil {
				return
			}
			now := stamp(time.Now().Add(off))
			out := make([]byte, 48)
			out[0], out[1] = 4<<3|4, 1 // version 4, a server, at the first stratum
			copy(out[12:], "TEST")
			binary.BigEndian.PutUint64(out[16:], now)
			copy(out[24:32], asked[40:min(n, 48)])
			binary.BigEndian.PutUint64(out[32:], now)
			binary.BigEndian.PutUint64(out[40:], now)
			_, _ = c.WriteTo(out, from)
		}
	}()
	return c.LocalAddr().String()
}

// postman is a mail server that lets nobody in, or everybody.
func postman(t *testing.T, open bool) int {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(c, "220 here\r\n")
			verdict := map[bool]string{true: "235 yes\r\n", false: "535 no\r\n"}[open]
			for lines, challenged := bufio.NewScanner(c), false; lines.Scan(); {
				switch word, _, _ := strings.Cut(lines.Text(), " "); {
				case challenged:
					fmt.Fprint(c, verdict)
					challenged = false
				case word == "EHLO":
					fmt.Fprint(c, "250-here\r\n250 AUTH CRAM-MD5\r\n")
				case word == "AUTH":
					fmt.Fprint(c, "334 PDFAaGVyZT4=\r\n")
					challenged = true
				case word == "QUIT":
					fmt.Fprint(c, "221 bye\r\n")
				default:
					fmt.Fprint(c, "250 well\r\n")
				}
			}
			_ = c.Close()
		}
	}()
	return ln.Addr().(*net.TCPAddr).Port
}

// daemon answers every connection as a scanner that is well.
func daemon(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			_, _ = io.ReadFull(c, make([]byte, len("zPING\x00")))
			_, _ = io.WriteString(c, "PONG\x00")
			_ = c.Close()
		}
	}()
	return ln.Addr().String()
}

// The doctor tries what only shows when it is used: the way in at the mail server
// and at the payment provider, clocks, disk, backups and what Postgres promises.
func TestTheDoctorTriesWhatIsUsedSeldom(t *testing.T) {
	db := pgtest.New(t)
	daraja := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key, _, _ := r.BasicAuth(); key != "right" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, `{"access_token":"t","expires_in":"3599"}`)
	}))
	t.Cleanup(daraja.Close)
	backups := func(age time.Duration) string {
		dir := t.TempDir()
		for name, ended := range map[string]time.Time{"old": time.Now().AddDate(-1, 0, 0), "new": time.Now().Add(-age)} {
			if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf(`{"ended":%q}`, ended.Format(time.RFC3339))
			if err := os.WriteFile(filepath.Join(dir, name, "manifest.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	settings := func(more ...string) config.Settings {
		t.Helper()
		all := append([]string{"DATA", t.TempDir(), "DATABASE_URL", db.Config().ConnString(), "ADDR", nowhere(t), "HEALTH_ADDR", nowhere(t),
			"SMTP_HOST", "127.0.0.1", "SMTP_SECURITY", "none", "SMTP_USER", "u", "SMTP_PASSWORD", "hush-hush",
			"MPESA_URL", daraja.URL, "MPESA_SECRET", "hush-hush", "MPESA_SHORTCODE", "174379", "MPESA_PASSKEY", "hush-hush"}, more...)
		s, err := config.Load(func(name string) string {
			for i := 0; i < len(all); i += 2 {
				if all[i] == name {
					return all[i+1]
				}
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if _, err := db.Exec(t.Context(), "INSERT INTO outbox (subject, payload, created_at) VALUES ('zabuni.x', '{}', zabuni.clock() - interval '1 hour')"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		s    config.Settings
		want []string
	}{
		{"well", settings("SMTP_PORT", fmt.Sprint(postman(t, true)), "MPESA_KEY", "right", "NTP", timeServer(t, 0), "CLAMD", daemon(t), "BACKUPS", backups(time.Hour)),
			[]string{"ok    mail       127.0.0.1", "ok    mpesa", "ok    scanner", "ok    time", "ok    backup     the newest is 1h0m0s old", "ok    disk", "ok    pool"}},
		{"ill", settings("SMTP_PORT", fmt.Sprint(postman(t, false)), "MPESA_KEY", "wrong", "NTP", timeServer(t, time.Minute), "CLAMD", nowhere(t), "BACKUPS", backups(48*time.Hour), "POOL", "5000", "ROOM_FILES", "1000000000"),
			[]string{"fail  mail", "fail  mpesa", "fail  scanner", "fail  time", "fail  backup     the newest is 48h0m0s old", "warn  disk", "fail  pool",
				"fail  durable    fsync is off, full_page_writes is off, synchronous_commit is off", "warn  waiting    an event for 1h0m"}},
		{"half done", settings("SMTP_PORT", fmt.Sprint(postman(t, true)), "BACKUPS", t.TempDir()),
			[]string{"warn  scanner", "fail  mpesa      some settings are missing", "fail  backup     there is none"}},
	} {
		out, err := examined(t, c.s, nil)
		if err == nil {
			t.Errorf("%s: a Postgres that forgets is no complaint", c.name)
		}
		for _, line := range c.want {
			if !strings.Contains(out, line) {
				t.Errorf("%s: not told: %s", c.name, line)
			}
		}
		if strings.Contains(out, "hush") {
			t.Errorf("%s: a secret is told", c.name)
		}
	}
}
