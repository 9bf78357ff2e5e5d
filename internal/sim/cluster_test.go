package sim

import (
	"bytes"
	"errors"
	"fmt"
	"github.com/rulec/rulec/internal/experiment"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// batches are jobs with names that a shell and YAML could misread.
func batches() map[string]*Batch {
	return map[string]*Batch{
		"plain": {
			Name: "sim-alley", Folder: "parts", Shards: 16, Image: "rulec:latest", Claim: "rulec",
			Simulate: []string{"rulec", "sim", "alley.yaml", "-n", "1000", "--seed", "7"}, Merge: []string{"rulec", "merge"},
		},
		"for a kubelet": {
			Name: "sim-alley", Folder: "-$(JOB_COMPLETION_INDEX)", Shards: 1, Image: "rulec:latest", Claim: "rulec",
			Simulate: []string{"rulec", "sim", "$(JOB_COMPLETION_INDEX).yaml", "--set", "a=$$(NOBODY) $ $$ $(", "--set", "b=$"}, Merge: []string{"rulec", "merge", "--plot", "$(NOBODY)$"},
		},
		"awkward": {
			Name: experiment.JobName("It's: a # \"test\""), Folder: "my parts", Shards: 1, Image: "registry/rulec@sha256:0", Claim: "a'b",
			Simulate: []string{"rulec", "sim", "it's $HOME.yaml", "--set", `zora.title=Zora: "O'Neil" #1`}, Merge: []string{"rulec", "merge", "--format", "json"},
		},
	}
}

// expanded is a word of a container's command after the kubelet has replaced variables:
// $(NAME) by the variable's value, where there is one, and $$ by $.
func expanded(text string) string {
	return regexp.MustCompile(`\$\$|\$\([^)]*\)`).ReplaceAllStringFunc(text, func(found string) string {
		switch found {
		case "$$":
			return "$"
		case "$(JOB_COMPLETION_INDEX)":
			return "3"
		}
		return found
	})
}

// TestKubernetes holds that the printed jobs fit the schema, and that the shell of
// the container reads the words that were meant, also when the kubelet has been there.
func TestKubernetes(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("testdata/job.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range batches() {
		var jobs []map[string]any
		d := yaml.NewDecoder(strings.NewReader(b.Kubernetes()))
		for {
			var job map[string]any
			if err := d.Decode(&job); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := schema.Validate(job); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			jobs = append(jobs, job)
		}
		if len(jobs) != 2 {
			t.Fatalf("%s: %d jobs", name, len(jobs))
		}
		folder := experiment.Path(b.Folder)
		simulate := slices.Concat(b.Simulate, []string{"--workers", "1", "--shard", fmt.Sprintf("auto/%d", b.Shards), "--out", folder})
		merge := append(slices.Clone(b.Merge), fmt.Sprintf("%s/%s-*-of-%d.part.json", folder, b.Name, b.Shards))
		for i, want := range [][]string{simulate, merge} {
			if got := words(t, expanded(line(t, jobs[i]))); !slices.Equal(got, want) {
				t.Errorf("%s: the pod runs %q, want %q", name, got, want)
			}
		}
	}
}

// line returns the command line that a job gives to its shell.
func line(t *testing.T, job map[string]any) string {
	t.Helper()
	at := any(job)
	for _, key := range []string{"spec", "template", "spec", "containers"} {
		at = at.(map[string]any)[key]
	}
	command := at.([]any)[0].(map[string]any)["command"].([]any)
	return command[2].(string)
}

// words returns the words that a shell hands on to rulec from a command line.
func words(t *testing.T, line string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rulec"), []byte(echo), 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", line)
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// echo is a program that prints the words that it is given.
const echo = "#!/bin/bash\nprintf '%s\\n' rulec \"$@\"\n"

// TestSlurm holds that the printed script runs its shard as a task of an array, and
// submits itself and the merge when it is run by hand. A real Slurm is tried by
// .ci/slurm.
func TestSlurm(t *testing.T) {
	for name, b := range batches() {
		dir := t.TempDir()
		script := filepath.Join(dir, "job.sh")
		programs := map[string]string{
			script:                       b.Slurm(),
			filepath.Join(dir, "rulec"):  echo,
			filepath.Join(dir, "sbatch"): "#!/bin/bash\nprintf '%s\\n' \"$@\" >>\"$0.log\"\necho 42\n",
		}
		for path, text := range programs {
			if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		run := func(env ...string) string {
			cmd := exec.Command("bash", script)
			cmd.Env = append(os.Environ(), append(env, "PATH="+dir+":"+os.Getenv("PATH"))...)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, out)
			}
			return string(out)
		}
		task := run("SLURM_ARRAY_TASK_ID=0", "SLURM_CPUS_PER_TASK=3")
		if want := strings.Join(b.Simulate, "\n") + "\n--workers\n3\n--shard\nauto/"; !strings.HasPrefix(task, want) {
			t.Errorf("%s: the task runs %q, want %q", name, task, want)
		}
		run()
		log, err := os.ReadFile(filepath.Join(dir, "sbatch.log"))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"--parsable\n" + script + "\n", "--dependency=afterok:42\n", "--wrap\n" + b.mergeLine() + "\n"} {
			if !bytes.Contains(log, []byte(want)) {
				t.Errorf("%s: what was submitted lacks %q:\n%s", name, want, log)
			}
		}
	}
}

// TestPath holds that no path can be taken for a flag.
func TestPath(t *testing.T) {
	for path, want := range map[string]string{"-a.yaml": "./-a.yaml", "--": "./--", "a/-b": "a/-b", "./-a": "./-a", "/-": "/-"} {
		if got := experiment.Path(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// TestPlain holds that nothing that can't be seen gets into a script.
func TestPlain(t *testing.T) {
	for text, want := range map[string]bool{
		"a b": true, "größe": true, "'\"$`\\": true,
		"a\nb": false, "\x1b": false, "\x7f": false, "\u009b": false, "\u202e": false, "\u200b": false, "\x9b": false,
	} {
		for i, b := range []*Batch{{Folder: text}, {Image: text}, {Claim: text}, {Simulate: []string{text}}, {Merge: []string{text}}} {
			if b.Plain() != want {
				t.Errorf("%q, %d: %v, want %v", text, i, !want, want)
			}
		}
	}
}
