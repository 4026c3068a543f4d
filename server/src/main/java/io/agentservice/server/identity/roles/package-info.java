/**
 * Built-in and custom roles (auth.md 4, api-enterprise.md 6). Nobody gives what he does not hold.
 */
@NullMarked
package io.agentservice.server.identity.roles;

import org.jspecify.annotations.NullMarked;
