package experiment

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseShard(t *testing.T) {
	slurm := map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "5"}
	pod := map[string]string{"JOB_COMPLETION_INDEX": "3"}
	tests := []struct {
		text string
		env  map[string]string
		want Shard
		err  string
	}{
		{"0/4", nil, Shard{0, 4}, ""},
		{"3/4", nil, Shard{3, 4}, ""},
		{"auto", slurm, Shard{2, 4}, ""},
		{"auto/16", slurm, Shard{7, 16}, ""}, // one task run again: the array's own count is not that of all
		{"auto/16", pod, Shard{3, 16}, ""},
		{"auto", pod, Shard{}, "write auto/n"},
		{"auto", nil, Shard{}, "neither is set"},
		{"auto/4", slurm, Shard{}, "there is no shard 7 of 4"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "1"}, Shard{}, "write auto/n"},
		{"auto/4", map[string]string{"JOB_COMPLETION_INDEX": "x"}, Shard{}, "isn't a number"},
		{"4/4", nil, Shard{}, "the number must be between 0 and 3"},
		{"1/0", nil, Shard{}, "isn't a number of shards"},
		{"x/4", nil, Shard{}, "isn't the number of a shard"},
		{"-1/4", nil, Shard{}, "isn't the number of a shard"},
		{"3", nil, Shard{}, "the first one is 0/n"},
		{"", nil, Shard{}, "isn't a shard"},
	}
	for _, test := range tests {
		got, err := ParseShard(test.text, func(name string) string { return test.env[name] })
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%q: %v, want %q", test.text, err, test.err)
			}
			continue
		}
		if err != nil || got != test.want {
			t.Errorf("%q: %v %v, want %v", test.text, got, err, test.want)
		}
	}
}

// TestShardsCoverAll holds that shards have every trial once, and differ by one at
// most.
func TestShardsCoverAll(t *testing.T) {
	for _, trials := range []uint64{0, 1, 7, 1000, 1<<50 - 1} {
		for _, count := range []uint64{1, 2, 3, 7, 16, 1000} {
			at := uint64(0)
			for i := range count {
				from, to := Shard{i, count}.Range(trials)
				if from != at || to-from > trials/count+1 || to-from < trials/count {
					t.Errorf("shard %d/%d of %d: %d to %d", i, count, trials, from, to)
				}
				at = to
			}
			if at != trials {
				t.Errorf("%d shards of %d end at %d", count, trials, at)
			}
		}
	}
}

func TestParseVaried(t *testing.T) {
	tests := []struct {
		text string
		want []string
		err  string
	}{
		{"a=1..4", []string{"1", "2", "3", "4"}, ""},
		{"a=-2..2/2,7", []string{"-2", "0", "2", "7"}, ""},
		{"a.b=bold, shy", []string{"bold", "shy"}, ""},
		{"a=true,false", []string{"true", "false"}, ""},
		{"a=1d20, best(1, 2d20) + 1,worst(1, 2d20)", []string{"1d20", "best(1, 2d20) + 1", "worst(1, 2d20)"}, ""},
		{"a=0..100/30", []string{"0", "30", "60", "90"}, ""},
		{"a=4..1", nil, "isn't a range"},
		{"a=1..x", nil, "isn't a range"},
		{"a=1..4/0", nil, "isn't a range"},
		{"a=1,,2", nil, "a value is empty"},
		{"a=1,1..2", nil, "is given twice"},
		{"a=1..1000", nil, "more than"},
		{"a", nil, "must be NAME=VALUES"},
		{"=1", nil, "must be NAME=VALUES"},
	}
	for _, test := range tests {
		got, err := ParseVaried(test.text)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%q: %v, want %q", test.text, err, test.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got.Values, test.want) {
			t.Errorf("%q: %v %v, want %v", test.text, got.Values, err, test.want)
		}
	}
}

func TestCombine(t *testing.T) {
	got := Combine([]Varied{{"a", []string{"1", "2"}}, {"b", []string{"x", "y"}}})
	want := [][]string{{"1", "x"}, {"1", "y"}, {"2", "x"}, {"2", "y"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Combine(nil); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

func TestQuote(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
	}{
		{[]string{"rulec", "sim", "a/b-c.yaml", "--set", "x=1"}, "rulec sim a/b-c.yaml --set x=1"},
		{[]string{"two words", "it's", "", "$x", "a;b"}, `'two words' 'it'\''s' '' '$x' 'a;b'`},
	} {
		if got := Quote(test.words); got != test.want {
			t.Errorf("%q: %s, want %s", test.words, got, test.want)
		}
	}
}

func TestJobName(t *testing.T) {
	for text, want := range map[string]string{"Alley fight!": "sim-alley-fight", "a__b": "sim-a-b", "ring": "sim-ring"} {
		if got := JobName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := PartName("sim-ring", Shard{3, 128}); got != "sim-ring-003-of-128.part.json" {
		t.Error(got)
	}
}
