/**
 * Playbooks: instructions that a session follows, of an organization or of the whole enterprise
 * (api-org.md 4, api-enterprise.md 15). A macro names at most one of those that an organization may
 * read, in any case of its letters.
 *
 * <p>Depends on the base only. Sessions take a copy when they start, so a change or deletion
 * reaches later ones only.
 */
@NullMarked
package io.agentservice.server.context.playbooks;

import org.jspecify.annotations.NullMarked;
