package httpkit

import "strings"

// SmallBody is how many bytes a body may have where an operation says nothing else.
const SmallBody = 1 << 20

// A LargeBody is what an operation takes that needs more: whoever reads bodies before
// the operation is found asks it.
type LargeBody struct {
	Method string
	Max    int64 // bytes

	segments []string // of the whole address; the last is empty where it ends with a slash
}

// LargeBodies are the operations that take more than SmallBody.
func (b *BFF) LargeBodies() []LargeBody { return b.bodies }

// anything stands for a segment that may be anything.
const anything = "{}"

func bodyOf(app string, op Operation) LargeBody {
	segments := strings.Split(strings.TrimPrefix("/api/"+app+op.Path, "/"), "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") {
			segments[i] = anything
		}
	}
	return LargeBody{Method: op.Method, Max: op.MaxBody, segments: segments}
}

// Is reports whether a request is for the operation, by its address as it came: one
// that needs tidying or decoding is no operation's.
func (b LargeBody) Is(method, path string) bool {
	if method != b.Method {
		return false
	}
	rest, ok := strings.CutPrefix(path, "/")
	for i, want := range b.segments {
		if !ok {
			return false
		}
		var segment string
		segment, rest, ok = strings.Cut(rest, "/")
		last := i == len(b.segments)-1
		switch {
		case last && ok, want != anything && segment != want:
			return false
		case want == anything && (segment == "" || segment == ".." || strings.Contains(segment, "%")):
			return false
		}
	}
	return true
}
