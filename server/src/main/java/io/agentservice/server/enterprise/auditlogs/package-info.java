/**
 * The audit log for administrators (auth.md 7, api-enterprise.md 7), sealed in a chain (ADR 35).
 */
@NullMarked
package io.agentservice.server.enterprise.auditlogs;

import org.jspecify.annotations.NullMarked;
