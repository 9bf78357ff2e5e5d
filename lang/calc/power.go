package calc

import "math"

// Power returns x to the power of y, by multiplications only, so that it is the same on every
// machine; a half is a square root, which is also exact to the last bit. ok is false for
// exponents that aren't multiples of a half, and for roots of negative numbers.
func Power(x, y float64) (v float64, ok bool) {
	whole := math.Floor(y)
	root := 1.0
	switch y - whole {
	case 0:
	case 0.5:
		if x < 0 {
			return 0, false
		}
		root = math.Sqrt(x)
	default:
		return 0, false
	}
	if whole < 0 {
		return float64(root / WholePower(x, -whole)), true
	}
	return float64(root * WholePower(x, whole)), true
}

// WholePower multiplies x by itself n times, n at least 0.
func WholePower(x, n float64) float64 {
	v := 1.0
	for n >= 1 && v != 0 && !math.IsInf(v, 0) {
		if math.Mod(n, 2) == 1 {
			v = float64(v * x)
		}
		if n = math.Floor(n / 2); n >= 1 {
			x = float64(x * x)
		}
		if x == 1 || x == 0 && n >= 1 {
			return float64(v * x) // whatever is still to come
		}
	}
	return v
}
