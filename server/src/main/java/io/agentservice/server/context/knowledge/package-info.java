/**
 * Knowledge (interface.md 2.5, 4.4; api-org.md 3): notes of an organization, or of the enterprise
 * for all to read.
 *
 * <p>Sibling folders differ in name; the tree is at most {@link
 * io.agentservice.server.context.knowledge.Folders#MAX_DEPTH} deep. This package is the pattern of
 * a feature (docs/adr/0013).
 */
@NullMarked
package io.agentservice.server.context.knowledge;

import org.jspecify.annotations.NullMarked;
