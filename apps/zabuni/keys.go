package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"zabuni.org/core/seal"
)

// seedOf reads a 32-byte key by its name, or makes it at the first run.
func seedOf(dir, name string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, name)
	seed, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		seed = make([]byte, ed25519.SeedSize)
		if _, err := rand.Read(seed); err != nil {
			return nil, err
		}
		// Exclusive, so that two first starts cannot each keep a key of their own.
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(seed); err != nil {
			return nil, err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s is not a key", path)
	}
	return seed, nil
}

// logOrigin names the platform's transparency log in every signed note.
const logOrigin = "zabuni.org/log"

// sealingKeys are the keys under which bids are sealed.
type sealingKeys struct {
	opener     *seal.Opener
	drafts     *seal.Drafts
	notary     *seal.Notary
	verifier   *seal.Verifier
	evaluation seal.Keeper
	factors    seal.Keeper
}

// openKeys reads the sealing keys, or makes them at the first run. Fresh keys
// beside rows that older ones sealed mean that the old ones are lost: better no
// start than a platform that cannot open what it received.
func openKeys(ctx context.Context, dir string, db *databases) (sealingKeys, error) {
	opening, err := seal.OpeningKeeper(dir)
	if err != nil {
		return sealingKeys{}, err
	}
	draft, err := seal.DraftKeeper(dir)
	if err != nil {
		return sealingKeys{}, err
	}
	factors, err := seal.FactorKeeper(dir)
	if err != nil {
		return sealingKeys{}, err
	}
	var sealedBefore, draftsBefore, factorsBefore bool
	err = db.app.QueryRow(ctx, "SELECT EXISTS (SELECT FROM category_key), EXISTS (SELECT FROM company_key), EXISTS (SELECT FROM authenticator)").
		Scan(&sealedBefore, &draftsBefore, &factorsBefore)
	if err != nil {
		return sealingKeys{}, err
	}
	if factors.Created() && factorsBefore {
		return sealingKeys{}, fmt.Errorf("kek-factor in %s is missing: restore it from its backup, authenticator apps are of no use without it", dir)
	}
	if opening.Created() && sealedBefore || draft.Created() && draftsBefore {
		return sealingKeys{}, fmt.Errorf("the sealing keys in %s are missing: restore them from their backup, bids cannot be opened without them", dir)
	}
	notary, err := seal.OpenNotary(dir, logOrigin)
	if err != nil {
		return sealingKeys{}, err
	}
	evaluation, err := seal.EvaluationKeeper(dir)
	if err != nil {
		return sealingKeys{}, err
	}
	verifier := notary.Verifier
	return sealingKeys{seal.NewOpener(opening, verifier), seal.NewDrafts(draft), notary, verifier, evaluation, factors}, nil
}
