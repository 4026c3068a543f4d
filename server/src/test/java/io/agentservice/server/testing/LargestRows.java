package io.agentservice.server.testing;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.base.ids.OrgId;

/** Fills an organization with rows that are as large as the API lets them be. */
public final class LargestRows {
  private final TestServer server;
  private final OrgId org;

  public LargestRows(TestServer server, OrgId org) {
    this.server = server;
    this.org = org;
  }

  /** Notes of 1 MiB each. */
  public void notes(int count) {
    server
        .given()
        .update(
            """
            INSERT INTO note (note_id, account_id, org_id, name, body, trigger, is_enabled, created_at)
            SELECT 'note-' || md5(?::text || n), account_id, ?, 'n' || n, repeat('x', 1048576), 'always', true,
                   now() - make_interval(secs => n)
              FROM account, generate_series(1, ?) n
            """,
            org.value(),
            org.value(),
            count);
  }

  /** A session with its prompt and so many messages of 1 MiB; its id. */
  public String messages(int count) {
    String session = session();
    server
        .given()
        .update(
            """
            INSERT INTO message (event_id, session_id, source, message, origin, delivery)
            SELECT 'event-' || substr(md5(?::text), 1, 8) || lpad(n::text, 24, '0'), ?, 'user', repeat('x', 1048576), 'api', 'delivered'
              FROM generate_series(1, ?) n
            """,
            session,
            session,
            count);
    return session;
  }

  /** Sessions with a result of 256 KiB each. */
  public void results(int count) {
    for (int i = 0; i < count; i++) {
      session();
    }
    server
        .given()
        .update(
            """
            UPDATE session SET structured_output = jsonb_build_object('a', repeat('x', 262144)) WHERE org_id = ?
            """,
            org.value());
  }

  /** A session with its first event and so many of 256 KiB; its id. */
  public String events(int count) {
    String session = session();
    server
        .given()
        .update(
            """
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT session_id, last_seq + n, epoch, 'tool_result',
                   jsonb_build_object('call_id', 'call-' || n, 'content', '[]'::jsonb, 'error', false,
                                      'duration_millis', 1, 'cut_characters', 1, 'output', repeat('x', 262144))
              FROM session, generate_series(1, ?) n
             WHERE session_id = ?
            """,
            count,
            session);
    server
        .given()
        .update("UPDATE session SET last_seq = last_seq + ? WHERE session_id = ?", count, session);
    return session;
  }

  private String session() {
    return server
        .admin()
        .post("/v3/organizations/" + org + "/sessions", json("prompt", "p"))
        .ok()
        .text("/session_id");
  }
}
