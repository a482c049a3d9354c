package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/beevik/ntp"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/platform/room"
	"zabuni.org/core/platform/watch/watchsvc"
)

const (
	openerConns = 4 // that a process with the opener has besides its pool
	oldBackup   = 26 * time.Hour
	longWait    = time.Minute // of what leaves the database within a second
)

// durable: what Postgres acknowledges has to be on its disk.
func (p *patient) durable(ctx context.Context, db *pgxpool.Pool) {
	var fsync, pages, commit string
	err := db.QueryRow(ctx, "SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit')").Scan(&fsync, &pages, &commit)
	var loose []string
	if fsync != "on" {
		loose = append(loose, "fsync is "+fsync)
	}
	if pages != "on" {
		loose = append(loose, "full_page_writes is "+pages)
	}
	if commit == "off" {
		loose = append(loose, "synchronous_commit is off")
	}
	switch {
	case err != nil:
		p.say(fail, "durable", err.Error())
	case len(loose) > 0:
		p.say(fail, "durable", strings.Join(loose, ", "), "a bid that was acknowledged is lost with the power")
	default:
		p.say(ok, "durable", "Postgres acknowledges what is on its disk")
	}
}

// connections: every process takes its pool, and an opener some more.
func (p *patient) connections(ctx context.Context, db *pgxpool.Pool) {
	var most int
	err := db.QueryRow(ctx, `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
		- current_setting('reserved_connections')::int`).Scan(&most)
	each := p.s.Pool + openerConns
	found := fmt.Sprintf("a process takes up to %d connections and Postgres gives %d", each, most)
	switch {
	case err != nil:
		p.say(fail, "pool", err.Error())
	case each > most:
		p.say(fail, "pool", found, "lower POOL or raise max_connections")
	case 2*each > most:
		p.say(warn, "pool", found, "a second process finds none: lower POOL or raise max_connections")
	default:
		p.say(ok, "pool", fmt.Sprintf("%s: enough for %d processes", found, most/each))
	}
}

// lag is what waits longer than it should, whether or not anything runs here.
func (p *patient) lag(ctx context.Context, db *pgxpool.Pool) {
	lag, err := watchsvc.New(db, nil).Lag(ctx)
	switch {
	case err != nil:
		p.say(fail, "waiting", err.Error())
	case lag.Events > longWait || lag.Entries > longWait:
		p.say(warn, "waiting", fmt.Sprintf("an event for %s, an entry of the log for %s", lag.Events.Round(time.Second), lag.Entries.Round(time.Second)), "does a worker run")
	default:
		p.say(ok, "waiting", "nothing for long")
	}
}

// time asks a time server, where one is named.
func (p *patient) time() {
	if p.s.NTP == "" {
		return
	}
	answer, err := ntp.QueryWithOptions(p.s.NTP, ntp.QueryOptions{Timeout: doctorTime})
	if err == nil {
		err = answer.Validate()
	}
	if err != nil {
		p.say(warn, "time", p.s.NTP+": "+err.Error(), "see NTP")
		return
	}
	off := answer.ClockOffset.Round(time.Millisecond)
	found := fmt.Sprintf("this machine's clock is %s from %s", off, p.s.NTP)
	switch {
	case off.Abs() > 5*time.Second:
		p.say(fail, "time", found, "run a time service")
	case off.Abs() > time.Second:
		p.say(warn, "time", found, "run a time service")
	default:
		p.say(ok, "time", found)
	}
}

func (p *patient) disk() {
	if !p.s.Local() {
		return
	}
	d := room.Disk{Dir: p.s.Data, Files: uint64(p.s.RoomFiles) << 20, Changes: uint64(p.s.RoomChanges) << 20}
	s := d.State()
	found := fmt.Sprintf("%d of %d MiB are free at %s", s.Free>>20, s.Total>>20, p.s.Data)
	switch {
	case s.Total == 0:
		p.say(warn, "disk", "nobody can say how much room there is at "+p.s.Data)
	case s.Full:
		p.say(fail, "disk", found, "nothing can be changed")
	case s.Low:
		p.say(warn, "disk", found, "no files are taken")
	default:
		p.say(ok, "disk", found)
	}
}

// backups looks for the newest that came to its end.
func (p *patient) backups() {
	if p.s.Backups == "" {
		p.say(warn, "backup", "nobody says where they lie", "set BACKUPS to the folder that holds them")
		return
	}
	found, err := filepath.Glob(filepath.Join(p.s.Backups, "*", "manifest.json"))
	var newest time.Time
	for _, path := range found {
		var m struct{ Ended time.Time }
		raw, e := os.ReadFile(path)
		if e == nil && json.Unmarshal(raw, &m) == nil && m.Ended.After(newest) {
			newest = m.Ended
		}
	}
	age := time.Since(newest).Round(time.Minute)
	switch {
	case err != nil:
		p.say(fail, "backup", err.Error())
	case newest.IsZero():
		p.say(fail, "backup", "there is none in "+p.s.Backups, "zabuni backup, every night")
	case age > oldBackup:
		p.say(fail, "backup", "the newest is "+age.String()+" old", "zabuni backup, every night")
	default:
		p.say(ok, "backup", "the newest is "+age.String()+" old")
	}
}

// ways signs in with each way of paying that is set up; nothing is paid by that.
func (p *patient) ways(ctx context.Context) {
	for _, w := range serve.Ways(p.s, time.Now) {
		switch {
		case !w.Begun:
			continue
		case !w.Complete:
			p.say(fail, w.Name, "some settings are missing, so nobody can pay by it", w.Settings+" belong together")
			continue
		}
		c, err := w.Open()
		if err == nil {
			trying, cancel := context.WithTimeout(ctx, doctorTime)
			err = c.Login(trying)
			cancel()
		}
		if err != nil {
			p.say(fail, w.Name, err.Error(), "see "+w.Settings+", and the address")
			continue
		}
		p.say(ok, w.Name, w.Base+" knows us")
	}
}
