package identitysvc

// NewHasherOf returns a hasher of another cost, as an older version had.
func NewHasherOf(memory, time uint32) *Hasher { return newHasher(memory, time) }

// Work is what the hasher has computed so far, in KiB passed over.
func (h *Hasher) Work() uint64 { return h.work.Load() }
