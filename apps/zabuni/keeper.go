package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/backup"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/verify"
)

// takeBackup writes a backup beside whatever runs.
func takeBackup(ctx context.Context, s config.Settings, to string) error {
	keys, err := keyList(s)
	if err != nil {
		return err
	}
	readers, err := backup.Recipients(s.BackupFor)
	if err != nil {
		return err
	}
	at, stop, err := serve.Locate(ctx, s, serve.Steps())
	if err != nil {
		return err
	}
	defer stop()
	if at.Backup == "" {
		return errors.New("BACKUP_URL must name the database as a role that may replicate")
	}
	db, err := pg.Open(ctx, at.App, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	files, err := serve.Files(ctx, s)
	if err != nil {
		return err
	}
	defer release(files)
	m, err := backup.Take(ctx, backup.Source{Replication: at.Backup, DB: db, Files: files, Keys: keys, For: readers}, to)
	if err != nil {
		return err
	}
	fmt.Printf("%s: Postgres %s up to %s, %d bytes; %d documents, %d bytes\n", to, m.Postgres, m.To, m.Files["base.tar"].Size, m.Documents, m.Files["documents.tar"].Size)
	fmt.Printf("the keys are not in it (%s): restore needs their own copy\n", strings.Join(sortedNames(keys), ", "))
	if len(m.SealedFor) == 0 {
		fmt.Println("it lies in clear, with people's names and addresses: BACKUP_FOR seals the next one")
	} else {
		fmt.Printf("it is sealed for %s: what opens it is kept elsewhere\n", strings.Join(m.SealedFor, ", "))
	}
	for _, key := range m.Missing {
		fmt.Println("MISSING in the store:", key)
	}
	if len(m.Missing) > 0 {
		return fmt.Errorf("%d documents that the database names are not in the store", len(m.Missing))
	}
	return nil
}

// keyList returns the fingerprints of the keys here, and refuses where nobody
// says that a copy of them is kept: with the keys lost a backup opens no bid.
func keyList(s config.Settings) (map[string]string, error) {
	list := map[string]string{}
	for _, name := range serve.KeyNames() {
		path := filepath.Join(s.Keys, name)
		here, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list[name] = serve.Fingerprint(name, here)
		switch s.KeyBackup {
		case "":
			return nil, errors.New("KEY_BACKUP must name the folder in which the copy of the keys is kept, or be \"" + config.Elsewhere + "\": without its keys a backup opens no bid")
		case config.Elsewhere:
			continue
		}
		copied, err := os.ReadFile(filepath.Join(s.KeyBackup, name))
		if err != nil {
			return nil, fmt.Errorf("the copy of the keys: %w", err)
		}
		if !bytes.Equal(here, copied) {
			return nil, fmt.Errorf("%s in KEY_BACKUP is another key than the one in use", name)
		}
	}
	return list, nil
}

// restoreBackup lays a backup out where the packaged Postgres and the store of
// documents look for it.
func restoreBackup(ctx context.Context, s config.Settings, from string) error {
	if s.S3.Endpoint == "" {
		entries, err := os.ReadDir(serve.FilesDir(s))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if len(entries) > 0 {
			return fmt.Errorf("%s is not empty: a backup is restored into an empty folder only", serve.FilesDir(s))
		}
	}
	by, err := backup.Identities(s.BackupBy)
	if err != nil {
		return err
	}
	m, err := backup.Restore(ctx, from, serve.PostgresDir(s), by, func() (document.Store, error) { return serve.Files(ctx, s) })
	if err != nil {
		return err
	}
	fmt.Printf("the cluster of Postgres %s is in %s, as it was at %s; %d documents are in the store\n", m.Postgres, serve.PostgresDir(s), m.To, m.Documents)
	for _, name := range sortedNames(m.Keys) {
		content, err := os.ReadFile(filepath.Join(s.Keys, name))
		switch {
		case err != nil:
			fmt.Printf("copy the key %s (%s) into %s\n", name, m.Keys[name], s.Keys)
		case serve.Fingerprint(name, content) != m.Keys[name]:
			fmt.Printf("the key %s in %s is not the backup's (%s)\n", name, s.Keys, m.Keys[name])
		}
	}
	fmt.Println("then: zabuni verify")
	return nil
}

var errDiffers = errors.New("not everything is as it was signed")

// verifyWhat looks at the platform's own data, or at one file without any server.
func verifyWhat(ctx context.Context, s config.Settings, args []string) error {
	if len(args) > 0 {
		return verifyFile(s, args)
	}
	return verifyAll(ctx, s)
}

// verifyAll recomputes what is kept and prints what it found.
func verifyAll(ctx context.Context, s config.Settings) error {
	r, err := verified(ctx, s)
	if err != nil {
		return err
	}
	for _, line := range r.Lines() {
		fmt.Println(line)
	}
	if len(r.Differences) > 0 {
		return errDiffers
	}
	return nil
}

func verified(ctx context.Context, s config.Settings) (verify.Report, error) {
	v, err := serve.Verifier(s.Keys)
	if err != nil {
		return verify.Report{}, err
	}
	at, stop, err := serve.Locate(ctx, s, func(string) {})
	if err != nil {
		return verify.Report{}, err
	}
	defer stop()
	db, err := pg.Open(ctx, at.Opener, 2)
	if err != nil {
		return verify.Report{}, err
	}
	defer db.Close()
	files, err := serve.Files(ctx, s)
	if err != nil {
		return verify.Report{}, err
	}
	defer release(files)
	heads, err := keptHeads(s.Heads)
	if err != nil {
		return verify.Report{}, err
	}
	r, err := verify.All(ctx, db, v, files, heads...)
	if err != nil {
		return r, err
	}
	roots, err := serve.Roots(s)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil // nobody signs where there are no keys for it
	}
	if err != nil {
		return r, err
	}
	err = verify.Signatures(ctx, db, files, roots, &r)
	return r, err
}

func release(files document.Store) {
	if f, ok := files.(*document.Folder); ok {
		_ = f.Close()
	}
}

func sortedNames(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
