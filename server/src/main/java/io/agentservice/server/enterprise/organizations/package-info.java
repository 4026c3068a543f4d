/**
 * Organizations (api-enterprise.md 1). A deleted one is gone for every caller; its content is
 * erased after {@link io.agentservice.server.enterprise.organizations.Erasure#KEPT_DAYS} days.
 */
@NullMarked
package io.agentservice.server.enterprise.organizations;

import org.jspecify.annotations.NullMarked;
