package io.agentservice.server.enterprise.auditlogs;

/**
 * A record's place in its account's chain (ADR 35).
 *
 * @param position from 1, without gaps
 * @param previousHash in hex; zeros for the first
 * @param sealedAt Unix seconds, by the database's clock
 */
record AuditSeal(long position, String previousHash, String hash, long sealedAt) {}
