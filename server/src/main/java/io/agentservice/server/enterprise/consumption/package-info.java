/**
 * What was used, by day of billing (api-org.md 7, api-enterprise.md 8): of an organization, of the
 * account, and of a human, a service user or a session within either; and the billing cycles.
 *
 * <p>A day begins at 08:00 UTC. A trigger of the table {@code session} writes each growth of a
 * session's ACUs to {@code acu_booking}, on the second it was booked, and adds it to the session's
 * row of the day in {@code acu_day}; so the days of a session add up to its {@code acus_consumed},
 * always. Sums read {@code acu_day}, and {@code acu_booking} only for a day that the range cuts.
 */
@NullMarked
package io.agentservice.server.enterprise.consumption;

import org.jspecify.annotations.NullMarked;
