#!/bin/sh
cd "$(dirname "$0")/.." || exit 1
exec node --test --test-reporter=spec tests/
