/**
 * The secrets of an organization (api-org.md 5, sessions.md 6): sealed in the database, in clear
 * only for remotes and the redactor; never changed.
 */
@NullMarked
package io.agentservice.server.context.secrets;

import org.jspecify.annotations.NullMarked;
