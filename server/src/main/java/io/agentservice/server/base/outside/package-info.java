/**
 * Where the service goes in the name of an organization: to addresses of the internet, and to
 * others only by names that the installation trusts.
 */
@NullMarked
package io.agentservice.server.base.outside;

import org.jspecify.annotations.NullMarked;
