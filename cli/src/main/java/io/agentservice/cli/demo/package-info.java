/**
 * {@code agent demo}: one whole session on an example, without network or model key.
 *
 * <p>Invariant: only the model is recorded.
 */
@NullMarked
package io.agentservice.cli.demo;

import org.jspecify.annotations.NullMarked;
