/** Names of repositories, as callers write and as rules compare them. Knows nothing else. */
@NullMarked
package io.agentservice.server.base.repositories;

import org.jspecify.annotations.NullMarked;
