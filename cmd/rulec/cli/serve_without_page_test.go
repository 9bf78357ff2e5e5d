//go:build !page

package cli

import (
	"strings"
	"testing"
)

// TestWithoutPage holds that a command which was built without the page says how to get one.
func TestWithoutPage(t *testing.T) {
	var out, errs strings.Builder
	if code := run([]string{"serve"}, nil, &out, &errs); code != exitFailed || out.Len() > 0 || !strings.Contains(errs.String(), "'go run ./web/build' in rulec's own folder and add --page web/dist") {
		t.Errorf("exit code %d: %s%s", code, &out, &errs)
	}
}
