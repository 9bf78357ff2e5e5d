package experiment

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Shard is one of several equal parts of a simulation, counted from 0.
type Shard struct{ Index, Count uint64 }

// MaxShards is the maximum number of shards of a simulation.
const MaxShards = 1_000_000

// Range returns the trials of a shard, to not included.
func (s Shard) Range(trials uint64) (from, to uint64) {
	return share(trials, s.Index, s.Count), share(trials, s.Index+1, s.Count)
}

// share returns trials * index / count; the product may need 128 bits.
func share(trials, index, count uint64) uint64 {
	high, low := bits.Mul64(trials, index)
	quotient, _ := bits.Div64(high, low, count)
	return quotient
}

// ParseShard reads i/n, or auto and auto/n: then the index is that of the batch system's task, read from the
// environment, and so is n if it is missing.
func ParseShard(text string, env func(string) string) (Shard, error) {
	index, count, both := strings.Cut(text, "/")
	var s Shard
	var err error
	if both {
		if s.Count, err = strconv.ParseUint(count, 10, 64); err != nil || s.Count == 0 || s.Count > MaxShards {
			return s, fmt.Errorf("%q isn't a number of shards", count)
		}
	}
	switch {
	case index == "auto":
		if s, err = fromEnvironment(s.Count, env); err != nil {
			return s, err
		}
	case !both:
		return s, fmt.Errorf("%q isn't a shard: write i/n, the first one is 0/n, or auto", text)
	default:
		if s.Index, err = strconv.ParseUint(index, 10, 64); err != nil {
			return s, fmt.Errorf("%q isn't the number of a shard", index)
		}
	}
	if s.Index >= s.Count {
		return s, fmt.Errorf("there is no shard %d of %d: the number must be between 0 and %d", s.Index, s.Count, s.Count-1)
	}
	return s, nil
}

// fromEnvironment reads the index of a task of a Slurm job array or of an indexed Kubernetes job; count is 0 if it
// isn't given.
func fromEnvironment(count uint64, env func(string) string) (Shard, error) {
	number := func(name string) (uint64, bool, error) {
		text := env(name)
		if text == "" {
			return 0, false, nil
		}
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, false, fmt.Errorf("the variable %s is %q, which isn't a number", name, text)
		}
		return n, true, nil
	}
	if i, ok, err := number("SLURM_ARRAY_TASK_ID"); ok || err != nil {
		if count != 0 || err != nil {
			return Shard{i, count}, err
		}
		n, counted, err := number("SLURM_ARRAY_TASK_COUNT")
		low, _, errLow := number("SLURM_ARRAY_TASK_MIN")
		if !counted || i < low {
			return Shard{}, errors.Join(err, errLow, errors.New("the job array doesn't say how many tasks it has: write auto/n"))
		}
		return Shard{i - low, n}, errors.Join(err, errLow)
	}
	i, ok, err := number("JOB_COMPLETION_INDEX")
	switch {
	case err != nil:
		return Shard{}, err
	case !ok:
		return Shard{}, errors.New("auto needs SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, and neither is set: write i/n")
	case count == 0:
		return Shard{}, errors.New("an indexed job doesn't say how many completions it has: write auto/n")
	}
	return Shard{i, count}, nil
}

// PartSuffix is the suffix of part files.
const PartSuffix = ".part.json"

// JobName turns any text into a name for a job.
func JobName(text string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, text)
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	return "sim-" + strings.Trim(name[:min(len(name), 40)], "-")
}

// PartName returns the name of a shard's part file.
func PartName(job string, s Shard) string {
	digits := len(fmt.Sprint(s.Count - 1))
	return fmt.Sprintf("%s-%0*d-of-%d%s", job, digits, s.Index, s.Count, PartSuffix)
}
