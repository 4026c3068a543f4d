/**
 * Machines of sessions as people use them themselves (design/web.md 7.4): whether an organization
 * allows it, where a machine is, and that somebody uses it. What is used there is of the packages
 * above: terminals, the desktop. {@code servers} is the way to a machine that is connected to
 * another server.
 */
@NullMarked
package io.agentservice.server.agent.machines;

import org.jspecify.annotations.NullMarked;
