/** What every feature stands on; knows no feature. Any wing may use it. */
@NullMarked
package io.agentservice.server.base;

import org.jspecify.annotations.NullMarked;
