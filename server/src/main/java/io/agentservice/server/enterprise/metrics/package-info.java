/**
 * Figures of people and sessions (api-org.md 7, api-enterprise.md 9), always counted from the
 * things themselves.
 */
@NullMarked
package io.agentservice.server.enterprise.metrics;

import org.jspecify.annotations.NullMarked;
