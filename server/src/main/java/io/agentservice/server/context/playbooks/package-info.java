/**
 * Instructions that a session follows (api-org.md 4, api-enterprise.md 15). Of those that an
 * organization may read, a macro names one, in any case.
 *
 * <p>Sessions copy them at their start.
 */
@NullMarked
package io.agentservice.server.context.playbooks;

import org.jspecify.annotations.NullMarked;
