/**
 * The members of an account and of its organizations: humans, service users and groups of the
 * identity provider, the roles that they hold, and the provisioning of service users with their
 * keys (auth.md 4, 5; api-enterprise.md 2 to 4; api-org.md 10). A human may do what he or any of
 * his groups may; who is in a group is known from sign-ins. An account always has a living
 * administrator who is one himself; changes of its members wait for each other, so that this holds
 * at commit. Uses {@code base}, {@code roles} and {@code keys}.
 */
@NullMarked
package io.agentservice.server.identity.members;

import org.jspecify.annotations.NullMarked;
