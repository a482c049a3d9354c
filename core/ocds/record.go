package ocds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// A Package is what releases and records are sent in.
type Package struct {
	URI, Publisher string    // the publisher is told by where it is: an address without a path
	At             time.Time // of the last change to what is in it
	Next           string    // where the next page is; empty: nowhere
	Later          string    // where what comes after the last page will be; empty: there is a next page, or this is no list
}

func (p Package) head() tree {
	out := tree{"uri": p.URI, "version": Version, "extensions": append(slices.Clone(extensions), p.Publisher+lotPeriod), "publishedDate": moment(p.At), "publisher": tree{"name": p.Publisher}}
	switch { // who follows the standard's next until there is none stops at the last page, and knows where to come again
	case p.Next != "":
		out["links"] = tree{"next": p.Next}
	case p.Later != "":
		out["links"] = tree{"later": p.Later}
	}
	return out
}

// Releases puts releases into a package.
func (p Package) Releases(releases []json.RawMessage) ([]byte, error) {
	out := p.head()
	out["releases"] = releases
	return json.Marshal(out)
}

// Record puts all releases of a process into a package, with what they come to.
func (p Package) Record(process uuid.UUID, releases []json.RawMessage) ([]byte, error) {
	compiled, err := Compile(process, releases)
	if err != nil {
		return nil, err
	}
	out := p.head()
	out["records"] = []tree{{"ocid": ID(process), "releases": releases, "compiledRelease": compiled}}
	return json.Marshal(out)
}

// Compile is what the releases of a process come to, as the standard merges them: the oldest first, and what a null took away is
// gone.
func Compile(process uuid.UUID, releases []json.RawMessage) (json.RawMessage, error) {
	var all []*node
	for i, raw := range releases {
		n, problems := parse(raw)
		if n == nil || len(problems) > 0 {
			return nil, fmt.Errorf("ocds: release %d of %s is broken: %v", i+1, process, problems)
		}
		all = append(all, n)
	}
	slices.SortStableFunc(all, func(a, b *node) int { return dateOf(a).Compare(dateOf(b)) })
	merged := &node{kind: object, index: map[string]int{}}
	for _, n := range all {
		fold(merged, n)
	}
	at := merged.get("date").text
	merged.members[merged.index["id"]] = &node{kind: text, text: ID(process) + "-" + at}
	merged.members[merged.index["tag"]] = &node{kind: array, members: []*node{{kind: text, text: "compiled"}}}
	var out bytes.Buffer
	merged.write(&out)
	return out.Bytes(), nil
}

// write is a value as JSON, without what is null.
func (n *node) write(out *bytes.Buffer) {
	switch n.kind {
	case object, array:
		open, end := byte('{'), byte('}')
		if n.kind == array {
			open, end = '[', ']'
		}
		out.WriteByte(open)
		first := true
		for i, m := range n.members {
			if m.kind == null {
				continue
			}
			if !first {
				out.WriteByte(',')
			}
			first = false
			if n.kind == object {
				quote(out, n.names[i])
				out.WriteByte(':')
			}
			m.write(out)
		}
		out.WriteByte(end)
	case text:
		quote(out, n.text)
	default:
		out.WriteString(n.text)
	}
}

func quote(out *bytes.Buffer, said string) {
	quoted, _ := json.Marshal(said) // a string always is
	out.Write(quoted)
}
