/**
 * The index of repositories (api-org.md 10): which ones an organization has indexed, and what can
 * be found in them.
 *
 * <p>A branch that is to be indexed is a row that is due now and then. A server claims it for a
 * minute at a time, asks the repository's host for the newest commit, and where that is another one
 * than the index has, fetches it alone and reads the files that differ: a job. Whatever a killed
 * server has left, directory, job and hold, the next one takes up. Files are kept in chunks of some
 * dozen lines, found by PostgreSQL's full text; nothing is found that a git permission does not
 * cover at the moment of the search.
 *
 * <p>Uses {@code git} of this wing.
 */
@NullMarked
package io.agentservice.server.context.indexing;

import org.jspecify.annotations.NullMarked;
