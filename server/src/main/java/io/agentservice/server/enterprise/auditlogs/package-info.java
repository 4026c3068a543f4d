/**
 * The audit log as administrators read it (auth.md 7, api-enterprise.md 7): of the account, or of
 * one organization. Written by {@code base.audit}, never changed, and sealed here in a chain (ADR
 * 35). Uses {@code base}.
 */
@NullMarked
package io.agentservice.server.enterprise.auditlogs;

import org.jspecify.annotations.NullMarked;
