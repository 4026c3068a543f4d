package io.agentservice.server.engine.push;

import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.push.DeliverySql.Due;
import io.agentservice.server.engine.push.Notice.Outcome;
import io.agentservice.server.engine.push.PushServices.Manner;
import io.agentservice.server.engine.push.PushServices.Said;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.live.Turn;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.wire.text.Cut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells browsers what is due. What was handed over and not written down, since the server died in
 * between, is handed over again: the browser shows both as one, by their session.
 */
final class Deliveries {
  /** The name of the event that says what became of one. */
  static final String EVENT = "notification";

  private static final int AT_ONCE = 16;

  /** Longer than a try takes. */
  private static final int HELD_SECONDS = 60;

  private static final int LONGEST_TITLE = 200;
  private static final int FIRST_WAIT_SECONDS = 15;
  private static final int LONGEST_WAIT_SECONDS = 3600;
  private static final Duration IN_TIME = Duration.ofDays(1);

  /** Whoever looks at it so long has seen it. */
  private static final Duration SEEN = Duration.ofMinutes(10);

  private final Database database;
  private final Vault vault;
  private final Sessions sessions;
  private final Transitions transitions;
  private final Sender sender;

  /** By what it is sent. */
  record Sender(PushServices services, PushKey key, Supplier<String> contact) {}

  Deliveries(
      Database database, Vault vault, Sessions sessions, Transitions transitions, Sender sender) {
    this.database = database;
    this.vault = vault;
    this.sessions = sessions;
    this.transitions = transitions;
    this.sender = sender;
  }

  /** Until nothing is due. */
  void run(BooleanSupplier goesOn) {
    boolean more = true;
    while (more && goesOn.getAsBoolean()) {
      var due =
          database.inTransaction(
              tx -> tx.on(DeliverySql.class).take(AT_ONCE, HELD_SECONDS, Readers.FRESH_SECONDS));
      atOnce(due);
      more = !due.isEmpty();
    }
  }

  /** Each try has its limit, so all of them together have. The first failure is thrown. */
  private void atOnce(List<Due> due) {
    var tries = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      due.forEach(one -> tries.add(threads.submit(() -> tell(one))));
    }
    for (var done : tries) {
      try {
        done.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a browser could not be told", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void tell(Due due) {
    var session = sessions.find(due.sessionId()).orElse(null);
    byte[] sealed = due.sealed();
    if (session == null) {
      return; // it goes with its session
    }
    var before = before(due, session);
    if (before != null) {
      end(due, before, due.attempts());
    } else if (due.isRead()) {
      later(due, due.attempts(), Readers.PACE_SECONDS);
    } else if (sealed != null) {
      var target =
          Target.of(vault.decrypt(sealed, Subscriptions.context(due.pushSubscriptionId())));
      heard(due, send(due, session, target));
    }
  }

  /** Why it is not told at all; null: it is. */
  private @Nullable Outcome before(Due due, Session session) {
    var age = Duration.between(due.createdAt(), due.now());
    if (due.sealed() == null) {
      return Outcome.GONE;
    }
    if (!Turn.isStill(due.kind(), session)) {
      return Outcome.ANSWERED;
    }
    boolean wanted =
        database.with(
            NoticeSql.class,
            sql -> Notices.browsers(sql, session, due.kind()).contains(due.pushSubscriptionId()));
    if (!wanted) {
      return Outcome.WITHDRAWN;
    }
    if (due.isRead() && age.compareTo(SEEN) > 0) {
      return Outcome.SEEN;
    }
    return age.compareTo(IN_TIME) > 0 ? Outcome.EXPIRED : null;
  }

  private Said send(Due due, Session session, Target target) {
    var manner =
        new Manner(
            IN_TIME.minus(Duration.between(due.createdAt(), due.now())),
            due.kind().equals("asks") || due.kind().equals("approval"),
            session.sessionId().hex());
    return sender
        .services()
        .send(
            target,
            body(due, session),
            manner,
            sender.key().get(),
            sender.contact().get(),
            due.now());
  }

  private static byte[] body(Due due, Session session) {
    String title = session.task().title();
    var body = new LinkedHashMap<String, Object>();
    body.put("title", title == null ? "" : Cut.to(LONGEST_TITLE, title));
    body.put("kind", due.kind());
    body.put("session_id", session.sessionId().value());
    body.put("url", session.url("") + (due.step() == 0 ? "" : "?step=e" + due.step()));
    return Json.MAPPER.writeValueAsBytes(body);
  }

  private void heard(Due due, Said said) {
    int attempts = due.attempts() + 1;
    switch (said) {
      case Said.Taken _ -> end(due, Outcome.DELIVERED, attempts);
      case Said.Refused _ -> end(due, Outcome.REFUSED, attempts);
      case Said.Gone _ -> end(due, Outcome.GONE, attempts);
      case Said.Later(Duration after) ->
          later(due, attempts, after == null ? pause(attempts) : Math.max(1, after.toSeconds()));
    }
  }

  /** 15 s, 30 s, 60 s and so on, at most an hour. */
  private static long pause(int attempts) {
    return Math.min(LONGEST_WAIT_SECONDS, (long) FIRST_WAIT_SECONDS << Math.min(attempts - 1, 10));
  }

  private void later(Due due, int attempts, long seconds) {
    database.useTransaction(tx ->
        tx.on(DeliverySql.class).later(due.accountId(), due.pushNoticeId(), attempts, seconds));
  }

  /** With the event that says so, in the session's log. */
  private void end(Due due, Outcome outcome, int attempts) {
    database.useTransaction(tx -> {
      var locked = transitions.lock(tx, due.sessionId()).orElse(null);
      var sql = tx.on(DeliverySql.class);
      if (!sql.end(due.accountId(), due.pushNoticeId(), outcome.word(), attempts)) {
        return;
      }
      if (outcome == Outcome.GONE) {
        sql.gone(due.accountId(), due.pushSubscriptionId());
      } else if (attempts > 0) {
        sql.told(due.accountId(), due.pushSubscriptionId(), outcome.word());
      }
      if (locked != null) {
        var data = new LinkedHashMap<String, String>();
        data.put("kind", due.kind());
        data.put("outcome", outcome.word());
        data.put("push_notice_id", due.pushNoticeId().value());
        data.put("text", "A browser was to be told (%s): %s".formatted(due.kind(), outcome.word()));
        locked.log(EVENT, data);
        transitions.write(tx, locked);
      }
    });
  }
}
