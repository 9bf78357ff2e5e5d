// Package board is the space of a fight: squares, hexes, zones or a plane, how far it is from one
// to another, what lies in a line, which way leads where, and who stands in it.
//
// The places of a [Board] are numbered: place 1 is column 0 of row 0, then row by row. An
// encounter without a map stands on open ground that reaches program.OpenMargin spaces
// beyond its outermost things, to every side.
//
// On hexes the rows are horizontal and every odd row (the second, the fourth ..) lies half
// a space further right; a space has neighbours to the north-east, east, south-east,
// south-west, west and north-west. On zones the place is the zone's index plus 1, and one
// step crosses one border. On a plane they are the points of a fine lattice.
//
// A thing of footprint n covers on squares n columns and n rows, its place being the one
// in the north-west; on hexes all spaces less than n away from its place; on zones one zone. On a plane n is the diameter of a
// round base, in spaces, around its place.
//
// Who stands where, and what the rules say about standing there, comes from [Positions];
// the package knows nothing else of a fight.
//
// Spec: geometry.md; hexes.md; sight.md; paths.md; planes.md; plane_paths.md.
package board
