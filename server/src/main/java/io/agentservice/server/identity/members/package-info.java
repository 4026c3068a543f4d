/**
 * The members of an account and of its organizations: humans and service users, the roles that they
 * hold, and the provisioning of service users with their keys (auth.md 4, 5; api-enterprise.md 2,
 * 4; api-org.md 10). An account always has a living administrator; changes of its members wait for
 * each other, so that this holds at commit. Uses {@code base}, {@code roles} and {@code keys}.
 */
@NullMarked
package io.agentservice.server.identity.members;

import org.jspecify.annotations.NullMarked;
