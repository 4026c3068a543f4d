/**
 * What an account has beside its organizations' own things: the organizations themselves, what they
 * may use and have used, who did what. Uses {@code base}, {@code context}, {@code identity} and
 * {@code engine}; {@code web} and {@code legacy} may use it.
 */
@NullMarked
package io.agentservice.server.enterprise;

import org.jspecify.annotations.NullMarked;
