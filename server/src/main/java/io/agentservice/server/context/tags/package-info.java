/**
 * Which tags the sessions of an organization may have, and which one a session gets that is created
 * without any (api-enterprise.md 12). An organization without a list allows all; the default is one
 * of the list. Writers hold the organization's row.
 *
 * <p>Depends on the base only.
 */
@NullMarked
package io.agentservice.server.context.tags;

import org.jspecify.annotations.NullMarked;
