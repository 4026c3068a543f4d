/** Encryption at rest. Knows no feature. */
@NullMarked
package io.agentservice.server.base.crypto;

import org.jspecify.annotations.NullMarked;
