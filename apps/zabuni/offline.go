package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/auction"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/seal"
)

// verifyFile checks what somebody was given: nothing but the file and the
// platform's public key is looked at.
func verifyFile(s config.Settings, args []string) error {
	if len(args) > 2 {
		return errUsage
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	if cert, err := seal.ReadCertificate(data); err == nil {
		return verifyCertificate(s, args[1:], cert)
	}
	var proof seal.Proof
	isRoom := bytes.HasPrefix(data, []byte(`{"format":"`+auction.LogFormat+`"`))
	isProof := !isRoom && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{"))
	if isProof {
		if proof, err = seal.ReadProof(data); err != nil {
			return err
		}
	}
	v, whose, err := keyFor(s, args[1:], proof.Key)
	if err != nil {
		return err
	}
	var lines []string
	if isRoom {
		lines, err = saidByRoom(v, data)
	} else {
		lines, err = saidBy(v, data, proof, isProof)
	}
	if err != nil {
		return err
	}
	return tellSigned(v, whose, lines)
}

// verifyCertificate checks the word that something was destroyed.
func verifyCertificate(s config.Settings, named []string, cert seal.Certificate) error {
	v, whose, err := keyFor(s, named, cert.Key)
	if err != nil {
		return err
	}
	d, err := v.Certificate(cert)
	if err != nil {
		return err
	}
	return tellSigned(v, whose, ofDisposal(d))
}

func tellSigned(v *seal.Verifier, whose string, lines []string) error {
	for _, line := range lines {
		fmt.Println(line)
	}
	fmt.Printf("signed by    %s\n             %s\n", v.Key(), whose)
	return nil
}

func ofDisposal(d seal.Disposal) []string {
	at := func(w seal.Witness) string {
		return fmt.Sprintf("%s (%s), %s", w.Name, w.ID, w.At.UTC().Format(time.RFC3339))
	}
	return []string{
		fmt.Sprintf("disposal     %s of job %s, destroyed %s", d.ID, d.Job, d.Destroyed.UTC().Format(time.RFC3339)),
		fmt.Sprintf("             kept until %s, from %s", d.KeptUntil, d.Basis),
		"proposed by  " + at(d.Proposed),
		"decided by   " + at(d.Decided),
		fmt.Sprintf("gone         %d files of %d bytes, %d bids, %d letters; %d files have bytes that others have too", d.Files, d.Bytes, d.Bids, d.Letters, d.Shared),
		fmt.Sprintf("list         %x", d.List[:]),
	}
}

// saidByRoom tells what the log of an auction's room says.
func saidByRoom(v *seal.Verifier, data []byte) ([]string, error) {
	room, err := auction.CheckLog(data, v)
	if err != nil {
		return nil, err
	}
	return []string{
		fmt.Sprintf("auction      %s, the log of its room in %d lines", room.Auction, room.Lines+1),
		"             each event follows from the rules, and the result from the events",
	}, nil
}

// keyFor is the public key to check with: one that was named, else the one of
// this installation, else the one that the file brings, which proves only that
// the file agrees with itself.
func keyFor(s config.Settings, named []string, inside string) (*seal.Verifier, string, error) {
	if len(named) > 0 {
		text := named[0]
		if from, err := os.ReadFile(text); err == nil {
			text = string(from)
		}
		v, err := seal.NewVerifier(strings.TrimSpace(text))
		return v, "which you named", err
	}
	if _, err := os.Stat(filepath.Join(s.Keys, serve.VerifierFile)); err == nil {
		v, err := serve.Verifier(s.Keys)
		return v, "which is the key of this installation", err
	}
	if inside == "" {
		return nil, "", errors.New("name the platform's public key after the file: /api/supplier/log gives it")
	}
	v, err := seal.NewVerifier(inside)
	return v, "which the file itself names: compare it with the one at /api/supplier/log", err
}

// saidBy is what a genuine file says, in words.
func saidBy(v *seal.Verifier, data []byte, proof seal.Proof, isProof bool) ([]string, error) {
	if isProof {
		p, err := v.Proof(proof)
		if err != nil {
			return nil, err
		}
		lines := append(ofReceipt(p.Receipt), fmt.Sprintf("log          entry %d of %d has this receipt", proof.Log.Index, p.Checkpoint.Size))
		if p.Closing == nil {
			return append(lines, "closing      none counts this version: the category is open, or the version was replaced or withdrawn"), nil
		}
		return append(lines, ofClosing(*p.Closing)...), nil
	}
	title, _, _ := strings.Cut(string(data), "\n")
	switch {
	case strings.HasPrefix(title, "zabuni/receipt/"):
		r, err := v.Receipt(data)
		return ofReceipt(r), err
	case strings.HasPrefix(title, "zabuni/disposal/"):
		d, err := v.Disposal(data)
		return ofDisposal(d), err
	case strings.HasPrefix(title, "zabuni/bundle/"):
		b, err := v.Bundle(data)
		return []string{fmt.Sprintf("bundle       of job %s, %d files, made %s, manifest %x", b.Job, b.Files, b.Made.UTC().Format(time.RFC3339), b.Manifest[:])}, err
	case strings.HasPrefix(title, "zabuni/closing/"):
		c, err := v.Closing(data)
		return ofClosing(c), err
	default:
		head, err := v.Checkpoint(data)
		return []string{fmt.Sprintf("head         of %d entries, root %x", head.Size, head.Root[:])}, err
	}
}

func ofReceipt(r seal.Receipt) []string {
	lines := []string{fmt.Sprintf("receipt      submission %s, version %d, received %s", r.Submission, r.Version, r.Received.UTC().Format(time.RFC3339Nano))}
	for _, p := range r.Parts {
		lines = append(lines, fmt.Sprintf("             %s envelope, sealed bytes %x", p.Envelope, p.Sealed))
	}
	return lines
}

func ofClosing(c seal.Closing) []string {
	return []string{fmt.Sprintf("closing      category %s closed %s with %d submissions, root %x", c.Category, c.Closed.UTC().Format(time.RFC3339Nano), c.Count, c.Root[:])}
}

// keptHeads reads the log's heads that somebody kept elsewhere: every file of the folder.
func keptHeads(folder string) ([][]byte, error) {
	if folder == "" {
		return nil, nil
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("HEADS: %w", err)
	}
	var out [][]byte
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, fmt.Errorf("HEADS: %w", err)
		}
		out = append(out, data)
	}
	return out, nil
}
