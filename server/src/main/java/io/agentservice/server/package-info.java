/**
 * The server: {@link io.agentservice.server.App} wires the features in dependency order and owns
 * what runs; {@link io.agentservice.server.Main} is the process around it. Nothing depends on this
 * package.
 */
@NullMarked
package io.agentservice.server;

import org.jspecify.annotations.NullMarked;
