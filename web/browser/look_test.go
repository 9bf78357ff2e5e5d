package browser

import "testing"

func TestLook(t *testing.T) {
	p := opened(t)
	t.Log(js[string](p, `document.body.dataset.ready+" checked "+document.body.dataset.checked`))
	p.picture("start")
}
