package state

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Memory keeps values until the process ends.
type Memory struct {
	mu     sync.Mutex
	values map[string]kept
	swept  time.Time
}

type kept struct {
	value   []byte
	expires time.Time
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{values: map[string]kept{}} }

// Get returns the value of a key.
func (m *Memory) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(key), nil
}

func (m *Memory) get(key string) []byte {
	k, ok := m.values[key]
	if !ok || !time.Now().Before(k.expires) {
		return nil
	}
	return slices.Clone(k.value)
}

// Update replaces the value of a key.
func (m *Memory) Update(_ context.Context, key string, change Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	next, keep, err := change(m.get(key))
	if err != nil {
		return err
	}
	if next == nil {
		delete(m.values, key)
		return nil
	}
	m.sweep()
	if _, known := m.values[key]; !known && len(m.values) >= maxKeys {
		return ErrFull
	}
	m.values[key] = kept{slices.Clone(next), time.Now().Add(keep)}
	return nil
}

// sweep removes expired values once in a while.
func (m *Memory) sweep() {
	now := time.Now()
	if now.Sub(m.swept) < sweepTime {
		return
	}
	m.swept = now
	for key, k := range m.values {
		if !now.Before(k.expires) {
			delete(m.values, key)
		}
	}
}

// Close forgets everything.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.values)
	return nil
}
