@NullMarked
package io.agentservice.server.base.crypto;

import org.jspecify.annotations.NullMarked;
