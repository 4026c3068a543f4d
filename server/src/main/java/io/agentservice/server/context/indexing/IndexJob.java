package io.agentservice.server.context.indexing;

import io.agentservice.server.base.ids.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A look at a branch that found news, or failed.
 *
 * @param branchName null while the default branch is unknown
 * @param commit empty when the branch could not be read
 * @param status {@code in_progress}, {@code completed}, {@code failed}
 */
public record IndexJob(
    JobId jobId, @Nullable String branchName, String commit, Instant createdAt, String status) {}
