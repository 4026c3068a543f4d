/**
 * The session's Chrome ({@code AGENT_CHROME_PATH}, docs/gateway-protocol.md 6), driven by the
 * DevTools protocol and, within pages, by {@code page.js}.
 *
 * <p>States: none → running → ended, and again from the next request. Invariants: nothing starts
 * before the first request; an id is carried out at most once; every wait has the action's
 * deadline; Chrome listens on no port and ends with its pipes.
 */
@NullMarked
package io.agentservice.remote.browser;

import org.jspecify.annotations.NullMarked;
