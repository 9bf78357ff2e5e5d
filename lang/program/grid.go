package program

// Grid is the sort of a space.
type Grid uint8

// The sorts of space.
const (
	NoGrid Grid = iota
	SquareGrid
	HexGrid
	ZoneGrid
	PlaneGrid
)

// GridFacts is what reading, checking and showing have to know of a sort of space. What can be asked
// of one is what its type in interp/board implements.
type GridFacts struct {
	// Name is the word that rulesets have for it, Step what is gone from one place to the next, where
	// that isn't measured.
	Name, Step string
	// Rows is set if the places lie in columns and rows, so that maps are drawn, places are written
	// [column, row], and a thing may cover several. Elsewhere a map lists zones.
	Rows bool
	// Shifted is set if every odd row lies half a space to the right.
	Shifted bool
	// Diagonals is set if steps may be diagonal, and pass closed corners.
	Diagonals bool
	// Points is set if the places are the points of a plane: lengths and coordinates have decimals,
	// and a way goes in straight legs, not from space to space.
	Points bool
}

// gridFacts are by [Grid], in the order in which messages list them.
var gridFacts = [...]GridFacts{
	NoGrid:     {Name: "none"},
	SquareGrid: {Name: "square", Step: "space", Rows: true, Diagonals: true},
	HexGrid:    {Name: "hex", Step: "space", Rows: true, Shifted: true},
	ZoneGrid:   {Name: "zones", Step: "border"},
	PlaneGrid:  {Name: "plane", Rows: true, Points: true},
}

// Facts returns what has to be known of a sort of space; it is not to be changed.
func (g Grid) Facts() *GridFacts { return &gridFacts[g] }

// GridNames are the words that rulesets have for the sorts of space, by [Grid].
func GridNames() []string {
	names := make([]string, len(gridFacts))
	for i, f := range gridFacts {
		names[i] = f.Name
	}
	return names
}
