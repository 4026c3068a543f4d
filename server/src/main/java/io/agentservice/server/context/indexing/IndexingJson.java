package io.agentservice.server.context.indexing;

import io.agentservice.server.base.ids.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is indexed of a repository, on the wire (api-org.md 10). */
record IndexingJson(
    String repositoryPath,
    String gitConnectionHost,
    boolean indexingEnabled,
    List<String> branches,
    @Nullable Status indexingStatus) {

  static IndexingJson of(IndexedRepository repository) {
    var status = repository.status();
    return new IndexingJson(
        repository.repository().path(),
        repository.repository().host(),
        repository.enabled(),
        repository.branches(),
        status == null ? null : Status.of(status));
  }

  /** {@code latestCompletedWikiIndexJob}: always null, there are no wikis. */
  record Status(
      boolean indexingEnabled,
      List<Job> latestIndexes,
      @Nullable Job latestCompletedSearchIndexJob,
      @Nullable Job latestCompletedWikiIndexJob) {

    static Status of(IndexedRepository repository) {
      var status = repository.status();
      return of(status == null ? IndexedRepository.Status.off() : status);
    }

    static Status of(IndexedRepository.Status status) {
      var completed = status.completed();
      return new Status(
          status.enabled(),
          status.latest().stream().map(Job::of).toList(),
          completed == null ? null : Job.of(completed),
          null);
    }
  }

  record Job(
      JobId jobId, @Nullable String branchName, String commit, long createdAt, String status) {
    static Job of(IndexJob job) {
      return new Job(
          job.jobId(),
          job.branchName(),
          job.commit(),
          job.createdAt().getEpochSecond(),
          job.status());
    }
  }
}
