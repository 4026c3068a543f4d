/**
 * What was used, by billing day from 08:00 UTC (api-org.md 7, api-enterprise.md 8), and billing
 * cycles.
 *
 * <p>A trigger writes each growth of a session's ACUs to {@code acu_booking} and adds it to {@code
 * acu_day}, which so sums up to {@code acus_consumed}. Sums read {@code acu_booking} for cut days
 * only.
 */
@NullMarked
package io.agentservice.server.enterprise.consumption;

import org.jspecify.annotations.NullMarked;
