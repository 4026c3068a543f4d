/**
 * Which tags sessions may have, and a default (api-enterprise.md 12); no list allows all. Writers
 * lock the organization's row.
 */
@NullMarked
package io.agentservice.server.context.tags;

import org.jspecify.annotations.NullMarked;
