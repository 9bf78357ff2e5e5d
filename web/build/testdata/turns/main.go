// Turns is a program in which functions are left in the middle and entered there again, in the ways that
// Go has for that: goroutines that take turns, stacks that grow and move, panics that are recovered from.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	fmt.Println(turns(4, 50))
	fmt.Println(deep(20000))
	for _, try := range []func() int{noPointer, noElement, noType, noDivisor, closed, deferred} {
		fmt.Println(recovered(try))
	}
	fmt.Println(pairs("left and entered again"))
	gone()
	fmt.Println("done")
}

// turns has goroutines hand numbers on in a circle, each adds its own.
func turns(n, rounds int) int {
	first := make(chan int)
	from := first
	for i := range n {
		source, to := from, make(chan int)
		go func() {
			for v := range source {
				to <- v + i
				runtime.Gosched()
			}
			close(to)
		}()
		from = to
	}
	sum := 0
	for range rounds {
		first <- 1
		sum += <-from
	}
	close(first)
	<-from
	return sum
}

// deep needs a large stack, while memory is tidied up.
func deep(n int) int {
	var here [16]int
	for i := range here {
		here[i] = n + i
	}
	if n%5000 == 0 {
		runtime.GC()
	}
	if n == 0 {
		return 0
	}
	below := deep(n - 1)
	return (below + here[n%len(here)]) % 1000003
}

type person struct {
	name [300]byte
	next *person
	hits int
}

func noPointer() int { return new(person).next.hits }

func noElement() int {
	list := []int{1, 2, 3}
	return list[len(list)+len(strings.Repeat("x", 4))]
}

func noType() int {
	var v any = "seven"
	return v.(int)
}

func noDivisor() int {
	var none int
	return 7 / none
}

func closed() int {
	c := make(chan int)
	close(c)
	close(c)
	return 0
}

// deferred goes on after a panic has been dealt with in its middle.
func deferred() (n int) {
	defer func() { n = n*10 + 1 }()
	func() {
		defer func() {
			if recover() != nil {
				n += 4
			}
		}()
		for i := range 3 {
			defer func() { n += i }()
		}
		n += noPointer()
	}()
	panic(fmt.Errorf("at %d: %w", n, errors.ErrUnsupported))
}

// recovered says how a function ends.
func recovered(try func() int) (said string) {
	defer func() {
		if r := recover(); r != nil {
			err, _ := r.(error)
			said = fmt.Sprint(r, errors.Is(err, errors.ErrUnsupported))
		}
	}()
	return fmt.Sprint(try())
}

// pairs counts pairs of letters, in several goroutines.
func pairs(text string) []string {
	var lock sync.Mutex
	var all sync.WaitGroup
	counts := map[string]int{}
	for i := range len(text) - 1 {
		all.Go(func() {
			lock.Lock()
			defer lock.Unlock()
			counts[text[i:i+2]]++
		})
	}
	all.Wait()
	var list []string
	for pair, n := range counts {
		if n > 1 {
			list = append(list, fmt.Sprintf("%s %d", pair, n))
		}
	}
	slices.Sort(list)
	return list
}

// gone ends a goroutine in the middle, in which something is deferred.
func gone() {
	ended := make(chan string)
	go func() {
		defer func() { ended <- "gone" }()
		func() {
			defer fmt.Println("on the way out")
			runtime.Goexit()
		}()
	}()
	fmt.Println(<-ended)
}
