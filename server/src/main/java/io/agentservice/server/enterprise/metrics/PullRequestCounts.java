package io.agentservice.server.enterprise.metrics;

/**
 * Pull requests by address and present state: opened (open or draft), closed (unmerged), merged;
 * created is their sum. Taken over: pushed to, but opened by no session.
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
