package diag

// JoinAnd joins names: "a, b and c".
func JoinAnd(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	head := list[0]
	for _, name := range list[1 : len(list)-1] {
		head += ", " + name
	}
	return head + " and " + list[len(list)-1]
}
