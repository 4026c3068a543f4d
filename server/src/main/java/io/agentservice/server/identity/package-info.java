/**
 * Who calls: the principals of an account, their keys and roles as resources. Uses {@code base}
 * only; what a request may do is decided in {@code base.auth}, which knows no resource.
 */
@NullMarked
package io.agentservice.server.identity;

import org.jspecify.annotations.NullMarked;
