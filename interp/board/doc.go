// Package board is the space of a fight: squares, hexes, zones or a plane, with distances,
// lines, ways and positions.
//
// The places of a [Board] are numbered: place 1 is column 0 of row 0, then row by row. An
// encounter without a map is on open ground that extends program.OpenMargin spaces
// beyond its outermost things in every direction.
//
// On hexes the rows are horizontal and every odd row (the second, the fourth ..) is shifted half
// a space to the right; a space has neighbours to the north-east, east, south-east,
// south-west, west and north-west. On zones the place is the zone's index plus 1, and one
// step crosses one border. On a plane they are the points of a fine lattice.
//
// On squares a thing of footprint n covers n columns and n rows, and its place is the one
// in the north-west; on hexes it covers all spaces less than n from its place; on zones one zone. On a plane n is the diameter of
// a round base, in spaces, around its place.
//
// The positions of things, and the rules about positions, come from [Positions];
// the package knows nothing else about a fight.
//
// Spec: geometry.md; hexes.md; sight.md; paths.md; planes.md; plane_paths.md.
package board
