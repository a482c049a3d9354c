package identitysvc

// NewHasherOf returns a hasher of another cost, as an older version had.
func NewHasherOf(memory, time uint32) *Hasher { return newHasher(memory, time) }
