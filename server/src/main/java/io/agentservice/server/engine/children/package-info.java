/**
 * Sessions that agents have started: whose they are, what becomes of them when their parent ends,
 * and what a session may use together with all above and below it (docs/children.md, ADR 0064).
 *
 * <p>Sessions that callers of the API have made with a {@code parent_session_id} have no row here:
 * they are shown as children, and are their caller's.
 */
@NullMarked
package io.agentservice.server.engine.children;

import org.jspecify.annotations.NullMarked;
