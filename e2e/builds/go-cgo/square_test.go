package gocgo

import (
	"os"
	"testing"
)

func TestSquares(t *testing.T) {
	squares, err := Squares(100)
	if err != nil || squares[12] != 144 {
		t.Fatal(squares, err)
	}
	if err := os.WriteFile(os.Getenv("PROOF"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
}
