/**
 * The secrets of an organization (api-org.md 5, sessions.md 6): sealed in the database, never in an
 * answer, in clear only for the remotes of the organization's sessions and for the redactor that
 * keeps them out of texts. There is no change of one: it is deleted and made anew.
 *
 * <p>Depends on the base only.
 */
@NullMarked
package io.agentservice.server.context.secrets;

import org.jspecify.annotations.NullMarked;
