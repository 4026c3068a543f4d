/**
 * Members, their roles, and service users with their keys (auth.md 4, 5; api-enterprise.md 2 to 4;
 * api-org.md 10). A human may do what he or his groups may. An account always has a living
 * administrator of its own: changes of members lock the account.
 */
@NullMarked
package io.agentservice.server.identity.members;

import org.jspecify.annotations.NullMarked;
