package io.agentservice.server.enterprise.auditlogs;

/**
 * A record's place in the chain of its account (ADR 35).
 *
 * @param position from 1 on, without gaps, in the order of sealing
 * @param previousHash of the record before, in hex; zeros for the first
 * @param sealedAt Unix seconds, by the database's clock
 */
record AuditSeal(long position, String previousHash, String hash, long sealedAt) {}
