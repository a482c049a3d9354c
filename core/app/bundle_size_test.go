package app_test

import (
	"crypto/sha256"
	"io"
	"runtime"
	"runtime/metrics"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/platform/pgtest"
)

// zeros is as many bytes as nobody wants to hold at once.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A bundle takes the memory of one piece, however much the job has. It runs alone, for
// it counts what the whole process has.
func TestABundleTakesLittleMemory(t *testing.T) {
	w := story.New(t, 1)
	one, _ := keepers(w)
	c := failed(w)
	w.Must(w.Archive.Enter(w.Context(), one, c.Job))
	sum := sha256.New()
	_, err := io.Copy(sum, io.LimitReader(zeros{}, ofOne))
	w.Must(err)
	w.Must(w.Files.Put(w.Context(), "document_of_many_zeros", io.LimitReader(zeros{}, ofOne), ofOne))
	for range howMany {
		id := uuid.New()
		for _, sql := range []string{
			`INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
				SELECT $1::uuid, $2::uuid, 'zeros.pdf', 'attachment', 'application/pdf', $3::bigint, $4::bytea, 'document_of_many_zeros', $5::uuid, zabuni.clock()
				WHERE $6::uuid IS NOT NULL`,
			`INSERT INTO attachment (id, category_id, buyer_id, document_id, name, size, sha256, position, added_by, added_at)
				SELECT gen_random_uuid(), $6::uuid, $2::uuid, $1::uuid, 'zeros.pdf', $3::bigint, $4::bytea, 1, $5::uuid, zabuni.clock()`,
		} {
			_, err := pgtest.Do(w.Context(), w.DB, sql, id, w.Officer.Org, ofOne, sum.Sum(nil), w.Officer.User, c.ID)
			w.Must(err)
		}
	}
	live := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	most, least, seen := uint64(0), ^uint64(0), int64(-1)
	got, err := w.Archive.Bundle(w.Context(), w.Officer, archivesvc.AskedBundle{Owner: w.Officer.Org, Job: c.Job}, false, io.Discard, func(done, _ int64) error {
		if done>>23 == seen { // a look at every eight MiB: each is a collection of everything
			return nil
		}
		seen = done >> 23
		// What is held is asked for, not what was left lying: how much lies depends on all that the process holds besides.
		runtime.GC()
		metrics.Read(live)
		most, least = max(most, live[0].Value.Uint64()), min(least, live[0].Value.Uint64())
		return nil
	})
	w.Must(err)
	t.Logf("%d files of %d MiB, at most %d MiB of memory", got.Files, got.Bytes>>20, most>>20)
	if got.Bytes < ofOne*howMany || most-least > mostGrown {
		t.Errorf("%d bytes were read, and memory grew by %d MiB", got.Bytes, (most-least)>>20)
	}
}
