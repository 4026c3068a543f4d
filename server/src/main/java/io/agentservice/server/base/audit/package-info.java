/** The audit log (auth.md 7): a record per change, in its transaction, never updated or deleted. */
@NullMarked
package io.agentservice.server.base.audit;

import org.jspecify.annotations.NullMarked;
