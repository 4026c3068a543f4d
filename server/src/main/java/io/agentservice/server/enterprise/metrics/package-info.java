/**
 * Figures of what people and sessions did (api-org.md 7, api-enterprise.md 9): who was active,
 * sessions, pull requests, searches. Each is counted from the things themselves when it is asked
 * for, in an organization or in the account, within a range of time: nothing is kept that could
 * differ from them.
 *
 * <p>Searches are read from the view {@code search_made}.
 */
@NullMarked
package io.agentservice.server.enterprise.metrics;

import org.jspecify.annotations.NullMarked;
