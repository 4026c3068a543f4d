/**
 * The audit log (auth.md 7): one record per change, written in the transaction of the change, never
 * updated or deleted. Knows no feature.
 */
@NullMarked
package io.agentservice.server.base.audit;

import org.jspecify.annotations.NullMarked;
