package seal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// ProofFormat names the form of a Proof; docs/formats.md describes it.
const ProofFormat = "zabuni/proof/v1"

// A Proof is what a bidder keeps of a submission: its receipt, that the log has it
// and, once its category has closed, that the closing counted it. It is checked
// without any server.
type Proof struct {
	Format  string   `json:"format"`
	Key     string   `json:"verifier_key"` // that the platform publishes
	Receipt string   `json:"receipt"`      // signed note
	Log     InLog    `json:"log"`
	Closing *Counted `json:"closing,omitempty"`
}

// InLog is an entry of the log with what proves it.
type InLog struct {
	Entry      string   `json:"entry"` // the leaf, byte for byte
	Index      int64    `json:"index"`
	Checkpoint string   `json:"checkpoint"` // signed note
	Proof      []string `json:"proof"`      // hashes from the leaf to the root, in hex
}

// Counted is a closing with the place of one submission in it.
type Counted struct {
	Note  string   `json:"note"` // signed
	Index int64    `json:"index"`
	Proof []string `json:"proof"`
}

// Proven is what a sound proof says.
type Proven struct {
	Receipt    Receipt
	Checkpoint Checkpoint
	Closing    *Closing
}

// HexOf writes hashes as a proof has them.
func HexOf(hashes []Hash) []string {
	out := make([]string, len(hashes))
	for i, h := range hashes {
		out[i] = hex.EncodeToString(h[:])
	}
	return out
}

// ReadProof reads a proof without checking it.
func ReadProof(data []byte) (Proof, error) {
	var p Proof
	if err := json.Unmarshal(data, &p); err != nil {
		return p, BadNote.Wrap(err, "not a proof")
	}
	if p.Format != ProofFormat {
		return p, BadNote.New("not a %s", ProofFormat)
	}
	return p, nil
}

// Proof checks every part of a proof and that the parts belong together.
func (v *Verifier) Proof(p Proof) (Proven, error) {
	var out Proven
	var err error
	if out.Receipt, err = v.Receipt([]byte(p.Receipt)); err != nil {
		return out, err
	}
	if out.Checkpoint, err = v.Checkpoint([]byte(p.Log.Checkpoint)); err != nil {
		return out, err
	}
	hashes, err := hashesOf(p.Log.Proof)
	if err != nil {
		return out, err
	}
	if err := out.Checkpoint.Includes(p.Log.Index, []byte(p.Log.Entry), hashes); err != nil {
		return out, err
	}
	var entry struct {
		ObjectID string `json:"object_id"`
		Detail   struct {
			Receipt string `json:"receipt_sha256"`
		} `json:"detail"`
	}
	if err := json.Unmarshal([]byte(p.Log.Entry), &entry); err != nil {
		return out, BadNote.Wrap(err, "entry of the log")
	}
	sum := sha256.Sum256([]byte(p.Receipt))
	if entry.ObjectID != out.Receipt.Submission.String() || !strings.EqualFold(entry.Detail.Receipt, hex.EncodeToString(sum[:])) {
		return out, BadNote.New("the entry of the log is another receipt's")
	}
	if p.Closing == nil {
		return out, nil
	}
	closing, err := v.Closing([]byte(p.Closing.Note))
	if err != nil {
		return out, err
	}
	if hashes, err = hashesOf(p.Closing.Proof); err != nil {
		return out, err
	}
	if err := closing.Includes(out.Receipt, p.Closing.Index, hashes); err != nil {
		return out, err
	}
	out.Closing = &closing
	return out, nil
}

func hashesOf(text []string) ([]Hash, error) {
	out := make([]Hash, len(text))
	for i, x := range text {
		b, err := hex.DecodeString(x)
		if err != nil || len(b) != len(out[i]) {
			return nil, BadNote.New("a hash has 32 bytes in hex")
		}
		copy(out[i][:], b)
	}
	return out, nil
}
