/**
 * The end of every way of signing in (auth.md 1, 7): a web session with a hidden key, and its audit
 * record.
 */
@NullMarked
package io.agentservice.server.identity.signins;

import org.jspecify.annotations.NullMarked;
