package program

// Grid is the type of a space.
type Grid uint8

// The types of space.
const (
	NoGrid Grid = iota
	SquareGrid
	HexGrid
	ZoneGrid
	PlaneGrid
)

// GridFacts is what decoding, checking and rendering need to know about a type of space. Its type in
// interp/board implements what can be asked about it.
type GridFacts struct {
	// Name is its word in rulesets, Step the unit of a move from one place to the next, where moves
	// aren't measured.
	Name, Step string
	// Rows is set if the places are in columns and rows, so that maps are drawn, places are written
	// [column, row], and a thing may cover several. Otherwise a map lists zones.
	Rows bool
	// Shifted is set if every odd row is shifted half a space to the right.
	Shifted bool
	// Diagonals is set if steps may be diagonal, and pass closed corners.
	Diagonals bool
	// Points is set if the places are the points of a plane: lengths and coordinates have decimals,
	// and a path has straight legs instead of spaces.
	Points bool
}

// gridFacts has the facts by [Grid], in the order in which messages list them.
var gridFacts = [...]GridFacts{
	NoGrid:     {Name: "none"},
	SquareGrid: {Name: "square", Step: "space", Rows: true, Diagonals: true},
	HexGrid:    {Name: "hex", Step: "space", Rows: true, Shifted: true},
	ZoneGrid:   {Name: "zones", Step: "border"},
	PlaneGrid:  {Name: "plane", Rows: true, Points: true},
}

// Facts returns the facts about a type of space; callers must not change them.
func (g Grid) Facts() *GridFacts { return &gridFacts[g] }

// GridNames returns the words for the types of space in rulesets, by [Grid].
func GridNames() []string {
	names := make([]string, len(gridFacts))
	for i, f := range gridFacts {
		names[i] = f.Name
	}
	return names
}
