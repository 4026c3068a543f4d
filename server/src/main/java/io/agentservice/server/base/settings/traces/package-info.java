/** Whether and where traces of sessions are sent, by the names that OpenTelemetry gives to it. */
@NullMarked
package io.agentservice.server.base.settings.traces;

import org.jspecify.annotations.NullMarked;
