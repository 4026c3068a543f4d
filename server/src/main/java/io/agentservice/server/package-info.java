/**
 * {@link io.agentservice.server.App} wires the features and owns what runs; {@link
 * io.agentservice.server.Main} is the process.
 */
@NullMarked
package io.agentservice.server;

import org.jspecify.annotations.NullMarked;
