package io.agentservice.server.engine.sessions.usage;

import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** Of sessions that were found by their scope. */
interface UsageSql {
  /** As of now: a machine that is attached counts up to now. */
  @SqlQuery(
      """
      SELECT acus(seconds, s.model_dollars, s.seconds_per_acu, s.dollars_per_acu) AS acus,
             acus(seconds, 0, s.seconds_per_acu, s.dollars_per_acu) AS machine_acus,
             acus(0, s.model_dollars, s.seconds_per_acu, s.dollars_per_acu) AS token_acus,
             floor(seconds)::bigint AS machine_seconds,
             least(s.max_acu_limit, o.max_session_acu_limit) AS acu_limit,
             now() AS at
        FROM session s JOIN organization o USING (org_id)
       CROSS JOIN LATERAL (
              SELECT s.machine_seconds + coalesce(greatest(extract(epoch FROM now() - s.machine_since), 0), 0)
             ) AS attached (seconds)
       WHERE s.session_id = :sessionId
      """)
  Used used(SessionId sessionId);

  /** The costliest first; what a fork has of another session's log (epoch 0) is not of its use. */
  @SqlQuery(
      """
      SELECT coalesce(e.data->>'model', 'unknown') AS model, count(*) AS calls,
             coalesce(sum((e.data->'usage'->>'input_tokens')::bigint
                        + (e.data->'usage'->>'cache_read_tokens')::bigint
                        + (e.data->'usage'->>'cache_write_tokens')::bigint), 0)::bigint AS input_tokens,
             coalesce(sum((e.data->'usage'->>'cache_read_tokens')::bigint), 0)::bigint AS cached_tokens,
             coalesce(sum((e.data->'usage'->>'output_tokens')::bigint), 0)::bigint AS output_tokens,
             round(coalesce(sum((e.data->>'dollars')::numeric), 0) / s.dollars_per_acu, 6) AS acus
        FROM session s JOIN event e ON e.session_id = s.session_id
       WHERE s.session_id = :sessionId AND (s.forked_from_seq IS NULL OR e.epoch > 0)
         AND e.type IN ('model_turn', 'model_interrupted', 'context_summarized', 'guardrail_judged')
       GROUP BY 1, s.dollars_per_acu
       ORDER BY acus DESC, model
      """)
  List<SessionUsage.OfModel> models(SessionId sessionId);

  record Used(
      BigDecimal acus,
      BigDecimal machineAcus,
      BigDecimal tokenAcus,
      long machineSeconds,
      @Nullable Integer acuLimit,
      Instant at) {}
}
