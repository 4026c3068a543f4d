/** What an agent is given beside its prompt. Uses {@code base} only; any wing above may use it. */
@NullMarked
package io.agentservice.server.context;

import org.jspecify.annotations.NullMarked;
