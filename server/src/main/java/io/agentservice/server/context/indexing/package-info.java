/**
 * The index of repositories (api-org.md 10).
 *
 * <p>A due branch is held by one server for a minute at a time, which asks the host for the newest
 * commit and reads what differs: a job. The next server resumes a killed one's. Files are kept in
 * chunks for PostgreSQL's full text search; results need a git permission at that moment.
 */
@NullMarked
package io.agentservice.server.context.indexing;

import org.jspecify.annotations.NullMarked;
