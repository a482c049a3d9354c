package ocds

import "slices"

// wholeLists are the lists of objects that OCDS 1.1 replaces as a whole, by their names.
var wholeLists = []string{"additionalClassifications", "additionalIdentifiers"}

// compile makes one release of those of a process, the oldest first, as OCDS 1.1
// merges them: objects member by member, lists of objects by identifier, whatever
// else is replaced by what is newer, and a null takes away. Leaves stay the nodes
// of the file; those that are in it no more become history.
func compile(releases []*node) *node {
	if len(releases) == 1 {
		return releases[0]
	}
	for _, rel := range releases {
		setReason(rel, ReasonHistory)
	}
	out := &node{kind: object, index: map[string]int{}}
	for _, rel := range releases {
		fold(out, rel)
	}
	setReason(out, "")
	return out
}

// fold puts what a newer object says into a merged one.
func fold(into, from *node) {
	into.at = from.at
	for i, name := range from.names {
		m := from.members[i]
		at, known := into.index[name]
		if !known {
			into.index[name] = len(into.members)
			into.names = append(into.names, name)
			into.members = append(into.members, adopt(name, m))
			continue
		}
		old := into.members[at]
		switch {
		case m.kind == object && old.kind == object:
			fold(old, m)
		case byID(name, m) && byID(name, old):
			foldList(name, old, m)
		default:
			into.members[at] = adopt(name, m)
		}
	}
}

// foldList changes the objects of a merged list that a newer one names, and appends
// the others. An identifier that one release names twice is two objects: the standard
// does not say which counts, and neither may get lost.
func foldList(name string, into, from *node) {
	into.at = from.at
	changed := map[string]bool{}
	for _, m := range from.members {
		id := identifier(m)
		at, known := into.index[id]
		if known && !changed[id] {
			fold(into.members[at], m)
		} else {
			into.members = append(into.members, adopt(name, m))
		}
		if id == "" {
			continue
		}
		changed[id] = true
		if !known {
			into.index[id] = len(into.members) - 1
		}
	}
}

// adopt is a copy of what may be merged into later; a leaf, and a list that is only
// replaced as a whole, is itself.
func adopt(name string, n *node) *node {
	switch {
	case n.kind == object:
		out := &node{kind: object, index: map[string]int{}}
		fold(out, n)
		return out
	case byID(name, n):
		out := &node{kind: array, index: map[string]int{}}
		foldList(name, out, n)
		return out
	}
	return n
}

// byID reports whether a list is merged by identifier. An empty one says nothing of it,
// and takes nothing away.
func byID(name string, n *node) bool {
	return n.kind == array && !slices.Contains(wholeLists, name) &&
		!slices.ContainsFunc(n.members, func(m *node) bool { return m.kind != object })
}

// identifier is empty where an object has none. A number and a text are two.
func identifier(n *node) string {
	if id := n.get("id"); id != nil && (id.kind == text || id.kind == number) {
		return id.kind.String() + " " + id.text
	}
	return ""
}
