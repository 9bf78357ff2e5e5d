package difficulty

// The bounds of grades: how often the side wins at least, and how often someone, or most of it, falls at most.
//
// Spec: difficulty.md, Grades.
const (
	easyWins, easySomeone = 0.95, 0.25
	fairWins, fairMost    = 0.75, 0.25
	hardWins              = 0.40
)

// Grades explains the grades.
const Grades = `easy: wins at least 95 of 100 fights, and a member falls in at most 25
fair: wins at least 75, and most fall in at most 25
hard: wins at least 40
deadly: anything else`

// gradeOf returns the grade for the shares of wins, and of fights in which someone or most of the side fall.
func gradeOf(wins, someone, most float64) string {
	switch {
	case wins >= easyWins && someone <= easySomeone:
		return "easy"
	case wins >= fairWins && most <= fairMost:
		return "fair"
	case wins >= hardWins:
		return "hard"
	}
	return "deadly"
}

// grade grades the encounter, at both ends of the intervals.
func (r *Report) grade() {
	someone, most := r.Fallen[1].Share, r.Fallen[2].Share
	r.Grade = gradeOf(r.Wins.High, someone.Low, most.Low)
	r.Worst = gradeOf(r.Wins.Low, someone.High, most.High)
}
