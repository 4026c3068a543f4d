/**
 * Which programs a command of the shell runs, as far as its text tells: {@link
 * io.agentservice.server.agent.loop.shell.ShellScript} for those who judge commands before they are
 * carried out.
 *
 * <p>It reads what bash reads and runs nothing: lists, pipes, groups, loops, functions,
 * substitutions and here-documents are looked into, and so are programs that run another one
 * ({@code env}, {@code sudo}, {@code xargs}, {@code sh -c}). Invariant: what it can't be sure of is
 * said to be unclear, never left out. Depends on nothing.
 */
@NullMarked
package io.agentservice.server.agent.loop.shell;

import org.jspecify.annotations.NullMarked;
