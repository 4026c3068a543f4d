/**
 * Reading repositories by git's own program: where clones are kept, and what is in a commit.
 *
 * <p>Knows no index. Nothing is checked out, and a credential is shown to its host alone.
 */
@NullMarked
package io.agentservice.server.context.indexing.clones;

import org.jspecify.annotations.NullMarked;
