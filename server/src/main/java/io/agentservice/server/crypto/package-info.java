/** Encryption at rest. Knows no feature. */
@NullMarked
package io.agentservice.server.crypto;

import org.jspecify.annotations.NullMarked;
