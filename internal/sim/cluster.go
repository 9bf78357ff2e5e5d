package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang/diag"
)

// Batch has what a batch system needs to run a simulation.
type Batch struct {
	// Name is the name of the job: small letters, digits and hyphens.
	Name string
	// Simulate is the command line of the simulation without --shard, Merge that of the merge without the parts;
	// Folder is the folder of the parts.
	Simulate, Merge []string
	Folder          string
	Shards          uint64
	// Image is the container image for Kubernetes, Claim the name of the volume claim that all its pods share.
	Image, Claim string
}

// Slurm returns a script that is a job array when Slurm runs it. Run by hand it submits itself, and the merge after
// it.
func (b *Batch) Slurm() string {
	return fmt.Sprintf(`#!/bin/bash
# Plays %[2]d shards as a job array, then merges them.
#   bash THIS-FILE             submits both; the report is in %[1]s.txt when all is done
#   sbatch --array=7 THIS-FILE runs shard 7 again; then run the merge: %[4]s
#SBATCH --job-name=%[1]s
#SBATCH --array=0-%[3]d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --output=%[1]s-%%a.log
set -euo pipefail
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  exec %[5]s --workers "${SLURM_CPUS_PER_TASK:-1}" --shard auto/%[2]d --out %[6]s
fi
job=$(sbatch --parsable "$0")
sbatch --parsable --dependency="afterok:$job" --job-name=%[1]s-merge --output=%[1]s.txt --wrap %[7]s
`, b.Name, b.Shards, b.Shards-1, b.mergeLine(), experiment.Quote(b.Simulate), b.folder(), experiment.Quote([]string{b.mergeLine()}))
}

// mergeLine returns the command line that merges all parts.
func (b *Batch) mergeLine() string {
	return fmt.Sprintf("%s %s/%s-*-of-%d%s", experiment.Quote(b.Merge), b.folder(), b.Name, b.Shards, experiment.PartSuffix)
}

// folder returns the folder of the parts, quoted for a shell.
func (b *Batch) folder() string { return experiment.Quote([]string{experiment.Path(b.Folder)}) }

// Kubernetes returns an indexed job, and a suspended job that merges.
func (b *Batch) Kubernetes() string {
	return fmt.Sprintf(`# Plays %[2]d shards as an indexed job. The files are on the volume of the claim %[4]s,
# which all pods share; the image has rulec in its path.
#   kubectl apply -f THIS-FILE
#   kubectl wait --for=condition=complete --timeout=-1s job/%[1]s
#   kubectl patch job/%[1]s-merge -p '{"spec":{"suspend":false}}'
#   kubectl logs job/%[1]s-merge
apiVersion: batch/v1
kind: Job
metadata:
  name: %[1]s
spec:
  completionMode: Indexed
  completions: %[2]d
  parallelism: %[2]d
  backoffLimit: %[2]d
%[5]s
---
apiVersion: batch/v1
kind: Job
metadata:
  name: %[1]s-merge
spec:
  suspend: true
  backoffLimit: 2
%[6]s
`, b.Name, b.Shards, b.Image, b.Claim,
		b.pod(experiment.Quote(b.Simulate)+fmt.Sprintf(" --workers 1 --shard auto/%d --out %s", b.Shards, b.folder())),
		b.pod(b.mergeLine()))
}

// pod returns the template of a pod that runs a command line. The shell is replaced by rulec, so that rulec gets
// the signal to end.
func (b *Batch) pod(line string) string {
	return fmt.Sprintf(`  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: rulec
          image: %s
          workingDir: /data
          command: [sh, -c, %s]
          resources:
            requests: {cpu: "1", memory: 256Mi}
          volumeMounts:
            - {name: data, mountPath: /data}
      volumes:
        - name: data
          persistentVolumeClaim: {claimName: %s}`, yamlText(b.Image), containerText("exec "+line), yamlText(b.Claim))
}

// Plain reports whether the words are safe in a script, even in its comments: all their characters are visible.
func (b *Batch) Plain() bool {
	for _, word := range slices.Concat([]string{b.Folder, b.Image, b.Claim}, b.Simulate, b.Merge) {
		if diag.Visible(word) != word {
			return false
		}
	}
	return true
}

// yamlText quotes a text without control characters for YAML, in single quotes.
func yamlText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// containerText quotes a word of a container's command. There $(NAME) is replaced by a variable before any shell
// sees it, and $$ by $.
func containerText(s string) string { return yamlText(strings.ReplaceAll(s, "$", "$$")) }
