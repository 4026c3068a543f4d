/**
 * Git of the machines, through this service (ADR 0055): a machine's git asks for a credential that
 * is good for one repository, one session and one generation of its claim, and speaks git's smart
 * HTTP to {@code /gateway/git/{host}/{path}}. The service looks again at each request, and puts the
 * token of the organization's connection into the request to the host; no machine ever sees one.
 *
 * <p>{@link io.agentservice.server.engine.gitaccess.GitAccess} decides who may do what, {@link
 * io.agentservice.server.engine.gitaccess.GitServlet} speaks to git, {@link
 * io.agentservice.server.engine.gitaccess.GitHosts} to the host. Packs are passed on as they come:
 * no more than a few pieces of one are in memory. What is to be pushed is read before, and judged
 * by what the session has pushed there ({@link
 * io.agentservice.server.engine.gitaccess.SessionBranches}). What is under way ends with the
 * session's claim ({@link io.agentservice.server.engine.gitaccess.Operations}).
 *
 * <p>Depends on {@code context.git}, on the gateway's question for credentials and on the base.
 * Reads sessions and their queue entries; changes neither.
 */
@NullMarked
package io.agentservice.server.engine.gitaccess;

import org.jspecify.annotations.NullMarked;
