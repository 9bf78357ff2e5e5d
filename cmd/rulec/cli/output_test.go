package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// fullDisk takes so many bytes and no more.
type fullDisk struct{ room int }

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(text []byte) (int, error) {
	n := min(d.room, len(text))
	d.room -= n
	if n < len(text) {
		return n, errFull
	}
	return n, nil
}

// TestLostOutput holds that no command ends well whose output was lost, from its first
// byte on or at its last.
func TestLostOutput(t *testing.T) {
	writeSly(t)
	lines := []string{
		"", "--help", "help", "completion bash",
		"lint unknown.yaml", "lint unknown.yaml --format json",
		"run fight.yaml", "run fight.yaml --format json", "run sequence.yaml", "run sequence.yaml --format json", "run stops.yaml",
		"sim fight.yaml -n 10", "sim fight.yaml -n 10 --format json", "sim fight.yaml -n 10 --format csv",
		"tune fight.yaml --to one\u00a0wins\u00a060% --change toughness=3,4 -n 10", "find fight.yaml -n 10", "difficulty fight.yaml -n 10", "difficulty fight.yaml -n 10 --format html",
		"sim fight.yaml -n 10 --vary toughness=3,4", "sim fight.yaml --cluster slurm", "sim fight.yaml --cluster kubernetes",
		"sim fight.yaml -n 10 --shard 0/1 --out .", "merge sim-fight-0-of-1.part.json",
		"test rules.yaml", "test lost.yaml", "test rules.yaml --format json", "mutate rules.yaml -n 3",
		"show rules.yaml", "show rules.yaml wave", "dump tree rules.yaml", "dump program fight.yaml", "explain", "explain unknown-name",
	}
	for _, cmd := range newRoot().Commands() {
		lines = append(lines, cmd.Name()+" --help", "help "+cmd.Name())
	}
	for _, line := range lines {
		var out, complaints bytes.Buffer
		want := run(commandWords(line), nil, &out, &complaints)
		if out.Len() == 0 {
			t.Errorf("rulec %s prints nothing: exit code %d\n%s", line, want, complaints.String())
			continue
		}
		for _, room := range []int{0, out.Len() - 1} {
			complaints.Reset()
			code := run(commandWords(line), nil, &fullDisk{room}, &complaints)
			if code != exitFailed || !strings.HasSuffix(complaints.String(), "rulec: "+errFull.Error()+"\n") {
				t.Errorf("rulec %s, with room for %d bytes: exit code %d\n%s", line, room, code, complaints.String())
			}
		}
		if code := run(commandWords(line), nil, &fullDisk{out.Len()}, &complaints); code != want {
			t.Errorf("rulec %s, with room enough: exit code %d, want %d", line, code, want)
		}
	}
}

// TestLostComplaint: a command doesn't end as if it had said what is wrong if that was lost.
func TestLostComplaint(t *testing.T) {
	writeSly(t)
	for _, line := range []string{"run unknown.yaml", "run stops.yaml", "sim unknown.yaml"} {
		if code := run(commandWords(line), nil, &bytes.Buffer{}, &fullDisk{}); code != exitFailed {
			t.Errorf("rulec %s, without room for what it says: exit code %d", line, code)
		}
	}
}
