/**
 * What goes back: the kinds of {@link io.agentservice.server.base.http.answers.Answer}, their JSON
 * in the word that the server is set to, the form of a problem on the wire, the headers and times
 * that answers carry. Uses {@code problems}; knows neither requests nor routes.
 */
@NullMarked
package io.agentservice.server.base.http.answers;

import org.jspecify.annotations.NullMarked;
