/**
 * Serves the specification of this API (completions.md 4). The specification is the files of the
 * module {@code spec}, one per address and one per schema; {@link
 * io.agentservice.server.base.openapi.Specification} makes one document of them. Knows no feature:
 * that routes and operations agree is the work of a test.
 */
@NullMarked
package io.agentservice.server.base.openapi;

import org.jspecify.annotations.NullMarked;
