/**
 * {@code agent admin}: who may come in, and with which roles.
 *
 * <p>Invariant: members, service users and groups hold roles in the same way.
 */
@NullMarked
package io.agentservice.cli.admin.access;

import org.jspecify.annotations.NullMarked;
