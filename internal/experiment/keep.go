package experiment

import (
	"context"
	"errors"
	"slices"
)

// Keep is [Many.Play] for workers that return something to keep of each trial. It returns that in the order of the
// trials; with [ErrStopped], of those that were played.
func Keep[T any](ctx context.Context, m *Many, workers []func(trial uint64) (T, error), from, to uint64) ([]T, error) {
	k := newKept[T](from, to)
	var plays []func(uint64) error
	for _, play := range workers {
		plays = append(plays, func(trial uint64) error {
			x, err := play(trial)
			return k.put(trial, x, err)
		})
	}
	_, err := m.Play(ctx, plays, from, to)
	return k.list(err), err
}

// Look plays trials of an encounter with all counters, and returns what look keeps of each fight, like [Keep].
func Look[T any](ctx context.Context, m *Many, p Point, from, to uint64, look func(Fight) (T, error)) ([]T, *Result, error) {
	k := newKept[T](from, to)
	job := &Job{Many: *m, Points: []Point{p}, From: from, To: to}
	job.look = func(f Fight) error {
		x, err := look(f)
		return k.put(f.Trial, x, err)
	}
	result, err := Run(ctx, job)
	m.done = job.done
	if err == nil && result.Played() != to-from {
		err = ErrStopped
	}
	return k.list(err), result, err
}

// kept is what is kept of each trial, from one number on. Workers put in what belongs to different trials.
type kept[T any] struct {
	from   uint64
	of     []T
	played []bool
}

func newKept[T any](from, to uint64) *kept[T] {
	return &kept[T]{from, make([]T, to-from), make([]bool, to-from)}
}

// put keeps what there is of a trial, unless that failed, and returns its error.
func (k *kept[T]) put(trial uint64, x T, err error) error {
	k.of[trial-k.from], k.played[trial-k.from] = x, err == nil
	return err
}

// list returns what was kept, in order: nothing if a trial failed.
func (k *kept[T]) list(err error) []T {
	if err != nil && !errors.Is(err, ErrStopped) {
		return nil
	}
	i := -1
	return slices.DeleteFunc(k.of, func(T) bool { i++; return !k.played[i] })
}
