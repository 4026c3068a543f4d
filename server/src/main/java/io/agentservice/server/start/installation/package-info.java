/**
 * The keys and secrets of an installation: its master key, the ways in that a first start makes,
 * and what must be masked wherever it appears. Kept in {@code installation_secret}; an advisory
 * lock lets one server at a time make them.
 */
@NullMarked
package io.agentservice.server.start.installation;

import org.jspecify.annotations.NullMarked;
