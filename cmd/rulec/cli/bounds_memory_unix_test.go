//go:build unix

package cli

import (
	"os"
	"runtime"
	"syscall"
)

// memory returns how many bytes a process has had at most.
func memory(p *os.ProcessState) int64 {
	most := int64(p.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS != "darwin" {
		most <<= 10
	}
	return most
}
