// Package gocgo computes squares in C, many at once.
package gocgo

// static long square(long n) { return n * n; }
import "C"

import "golang.org/x/sync/errgroup"

// Squares of the numbers below count.
func Squares(count int) ([]int, error) {
	squares := make([]int, count)
	var group errgroup.Group
	for n := range squares {
		group.Go(func() error {
			squares[n] = int(C.square(C.long(n)))
			return nil
		})
	}
	return squares, group.Wait()
}
