/**
 * What every feature stands on and none of which knows a feature: ids, problems, the database,
 * HTTP, who calls and what he may, the audit log, settings. Any wing may use it; it uses no other
 * wing.
 */
@NullMarked
package io.agentservice.server.base;

import org.jspecify.annotations.NullMarked;
