/**
 * Master key, first ways in, and what must be masked, in {@code installation_secret} under an
 * advisory lock.
 */
@NullMarked
package io.agentservice.server.start.installation;

import org.jspecify.annotations.NullMarked;
