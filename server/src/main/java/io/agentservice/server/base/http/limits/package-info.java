/**
 * From where callers may come and how often (auth.md 6, completions.md 9): the address of a
 * request, ranges of addresses, the access list of an account, and the windows in which requests
 * are counted, shared by all servers through the database. Uses {@code problems} and, for the JSON,
 * {@code answers}.
 */
@NullMarked
package io.agentservice.server.base.http.limits;

import org.jspecify.annotations.NullMarked;
