// Package gomodule answers each request with an id of its own.
package gomodule

import (
	"fmt"
	"net/http"

	"github.com/google/uuid"
)

// Handler answers requests.
func Handler() http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(answer, uuid.New())
	})
}
