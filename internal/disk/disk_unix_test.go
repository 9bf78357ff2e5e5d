//go:build linux || darwin

package disk

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestReadWaitsForNothing holds that what may never end, or never begin, isn't read.
func TestReadWaitsForNothing(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/zero", "/dev/null"} {
		if _, err := Read(path, 100); err == nil || !strings.Contains(err.Error(), "can't read "+path+": it isn't a plain file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestReplaceOnFullDisk holds that a file which can't be written to its end leaves the
// old one, and nothing else: there is room for 100 bytes only.
func TestReplaceOnFullDisk(t *testing.T) {
	dir := world(t)
	before := listed(t, dir)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	small := limit
	small.Cur = 100
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "full")
	err := Replace(path, bytes.Repeat([]byte("x"), 101))
	kept, _ := os.ReadFile(path)
	fits := Replace(filepath.Join(dir, "link"), bytes.Repeat([]byte("y"), 100))
	if reset := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); reset != nil {
		t.Fatal(reset)
	}
	if !errors.Is(err, syscall.EFBIG) || !strings.HasPrefix(err.Error(), "can't write "+path+": ") {
		t.Errorf("too much: %v", err)
	}
	if string(kept) != "before" {
		t.Errorf("too much left %q", kept)
	}
	if text, err := os.ReadFile(path); fits != nil || err != nil || string(text) != strings.Repeat("y", 100) {
		t.Errorf("what fits: %q, %v, %v", text, fits, err)
	}
	if after := listed(t, dir); after != before {
		t.Errorf("the folder holds %s, want %s", after, before)
	}
}

// TestReplaceUnwritable holds that nothing happens to a file, or to one in a folder,
// that may not be written.
func TestReplaceUnwritable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := world(t)
	for _, locked := range []string{"full", "."} {
		locked = filepath.Join(dir, locked)
		info, err := os.Stat(locked)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(locked, 0o555); err != nil {
			t.Fatal(err)
		}
		err = Replace(filepath.Join(dir, "full"), []byte("after"))
		if err == nil || !strings.Contains(err.Error(), "full: permission denied") {
			t.Errorf("%s is locked: %v", locked, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "full")); err != nil || string(text) != "before" {
			t.Errorf("%s is locked: %q, %v", locked, text, err)
		}
		if err := os.Chmod(locked, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReplaceDevice holds that devices are written to and stay what they are.
func TestReplaceDevice(t *testing.T) {
	if err := Replace(os.DevNull, []byte("after")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Errorf("%s is no device any more: %v, %v", os.DevNull, info, err)
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		return
	}
	if err := Replace("/dev/full", []byte("after")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("/dev/full: %v", err)
	}
}
