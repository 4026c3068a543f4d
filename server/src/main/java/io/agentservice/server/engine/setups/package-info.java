/**
 * How an organization's repositories are made ready for work (api-legacy.md 4.1): commands, kept
 * for each repository, and run by a session when they are set. Depends on sessions and git.
 */
@NullMarked
package io.agentservice.server.engine.setups;

import org.jspecify.annotations.NullMarked;
