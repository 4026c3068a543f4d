/** What belongs to one organization besides its sessions. */
@NullMarked
package io.agentservice.client.organization;

import org.jspecify.annotations.NullMarked;
