/**
 * Keys of humans and service users (auth.md 1). A token leaves this package once. Permissions and
 * audit are the callers'.
 */
@NullMarked
package io.agentservice.server.identity.keys;

import org.jspecify.annotations.NullMarked;
