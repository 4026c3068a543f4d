/**
 * How people answer what an agent asks them to approve. Stands above the sessions, which it wakes,
 * and the requests ({@link io.agentservice.server.engine.approvals}), and is wired by itself.
 */
@NullMarked
package io.agentservice.server.engine.sessions.approvals;

import org.jspecify.annotations.NullMarked;
