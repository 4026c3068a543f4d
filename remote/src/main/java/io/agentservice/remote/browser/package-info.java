/**
 * The session's browser: the Chrome of {@code AGENT_CHROME_PATH}, driven by its DevTools protocol
 * (docs/gateway-protocol.md section 6).
 *
 * <p>{@code Browser} takes requests and does them one at a time; {@code Chrome} is the running
 * program and the protocol on its pipes; {@code Tabs} and {@code Tab} follow its pages by their
 * events; {@code Actions} does what is asked in the current tab, by {@code page.js} for what only a
 * script in the page can find out. States: none → running → ended, and again from the next request.
 *
 * <p>Invariants: nothing is started before the first request; a request's id is carried out at most
 * once; every wait has the action's deadline; Chrome listens on no port and ends with its pipes,
 * whatever becomes of the remote.
 */
@NullMarked
package io.agentservice.remote.browser;

import org.jspecify.annotations.NullMarked;
