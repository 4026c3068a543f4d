/**
 * Reviews of pull requests (api-org.md 9): a session each, at most one pending or running for a
 * commit and organization. The host is asked before the transaction.
 */
@NullMarked
package io.agentservice.server.engine.reviews;

import org.jspecify.annotations.NullMarked;
