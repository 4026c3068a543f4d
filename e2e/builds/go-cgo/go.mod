module example/gocgo

go 1.22

require golang.org/x/sync v0.10.0
