/**
 * What goes back: {@link io.agentservice.server.base.http.answers.Answer}s, their JSON, problems on
 * the wire, headers and times.
 */
@NullMarked
package io.agentservice.server.base.http.answers;

import org.jspecify.annotations.NullMarked;
