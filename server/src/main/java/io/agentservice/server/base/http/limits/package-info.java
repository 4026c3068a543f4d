/**
 * From where callers may come and how often (auth.md 6, completions.md 9), with counts shared by
 * all servers.
 */
@NullMarked
package io.agentservice.server.base.http.limits;

import org.jspecify.annotations.NullMarked;
