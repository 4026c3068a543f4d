package gomodule

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/google/uuid"
)

func TestAnIdIsAnswered(t *testing.T) {
	server := httptest.NewServer(Handler())
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(answer.Body)
	if _, err := uuid.ParseBytes(body); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("PROOF"), body, 0o644); err != nil {
		t.Fatal(err)
	}
}
