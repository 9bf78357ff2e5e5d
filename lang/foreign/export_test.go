package foreign

// Sections are all words with what is said of them.
var Sections = sections
