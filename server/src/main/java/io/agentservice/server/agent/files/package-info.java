/** The files of a session's machine, for people who look on (design/web.md 7.3). */
@NullMarked
package io.agentservice.server.agent.files;

import org.jspecify.annotations.NullMarked;
