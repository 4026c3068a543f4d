/**
 * The addresses of earlier versions, one package for each: translations to the features, without
 * SQL and without rules of their own. Uses {@code base}, {@code context}, {@code identity}, {@code
 * engine} and {@code enterprise}; nothing uses it.
 */
@NullMarked
package io.agentservice.server.legacy;

import org.jspecify.annotations.NullMarked;
