package io.agentservice.server.context.indexing;

import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface IndexSearchSql {
  /** The terms in the form for {@link #best}; may be empty. */
  @SqlQuery("SELECT index_query(:exact, :parts, :everyTerm)::text")
  Optional<String> query(List<String> exact, List<String> parts, boolean everyTerm);

  /**
   * The best candidates of these branches, best first; {@code rank} orders them by any term, since
   * PostgreSQL ranks several by nearness.
   */
  @SqlQuery(
      """
      SELECT f.path, c.branch_id, c.line_start, c.body, best.score
        FROM (SELECT k.file_id, k.line_start, ts_rank(k.words, CAST(:rank AS tsquery)) AS score
                FROM (SELECT file_id, line_start, words FROM index_chunk
                       WHERE words @@ (CAST(quote_literal('#' || :orgId) AS tsquery) && CAST(:wanted AS tsquery))
                         AND branch_id = ANY (:branchIds)
                       LIMIT :candidates) AS k
               ORDER BY score DESC, k.file_id, k.line_start
               LIMIT :most) AS best
        JOIN index_chunk c ON c.file_id = best.file_id AND c.line_start = best.line_start
        JOIN index_file f ON f.file_id = best.file_id
       ORDER BY best.score DESC, best.file_id, best.line_start
      """)
  List<Row> best(
      OrgId orgId, String wanted, String rank, List<Long> branchIds, int candidates, int most);

  /** A chunk that fits. */
  record Row(String path, long branchId, int lineStart, String body, double score) {}
}
