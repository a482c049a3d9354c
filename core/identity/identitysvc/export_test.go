package identitysvc

// NewHasherOf returns a hasher of another cost, as an older version had.
func NewHasherOf(memory, time uint32) *Hasher { return newHasher(memory, time) }

// Work is what the hasher has computed so far, in KiB passed over.
func (h *Hasher) Work() uint64 { return h.work.Load() }

// Cheap is a hasher for tests that are not about what a hash costs: the same
// steps, a thousandth of the work.
func Cheap() *Hasher { return newHasher(32, 1) }
