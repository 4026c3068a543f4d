package io.agentservice.server.enterprise.metrics;

/**
 * Pull requests that sessions found, each address once, by their present state. Opened ones are
 * open or draft, closed ones are not merged; created are the three together. Those taken over are
 * what sessions pushed to and none of them opened.
 */
public record PullRequestCounts(
    long prsCreatedCount,
    long prsOpenedCount,
    long prsClosedCount,
    long prsMergedCount,
    long prsTakenOverCount,
    long prsTakenOverOpenedCount,
    long prsTakenOverClosedCount,
    long prsTakenOverMergedCount) {}
