/**
 * The wall around a remote and all that it starts (docs/isolation.md): {@link
 * io.agentservice.worker.sandbox.Sandbox} says whether and how: by bubblewrap, where {@link
 * io.agentservice.worker.sandbox.Walls} says what is seen behind it, or by a container, where
 * {@link io.agentservice.worker.sandbox.ContainerMounts} does.
 */
@NullMarked
package io.agentservice.worker.sandbox;

import org.jspecify.annotations.NullMarked;
