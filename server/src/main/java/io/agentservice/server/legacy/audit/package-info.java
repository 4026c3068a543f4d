/**
 * The audit log of versions 1 and 2 (api-legacy.md 3, 4): the newest records between two bounds.
 */
@NullMarked
package io.agentservice.server.legacy.audit;

import org.jspecify.annotations.NullMarked;
