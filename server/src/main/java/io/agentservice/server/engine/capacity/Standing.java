package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.metrics.AccountGauge;
import io.agentservice.server.base.metrics.AccountGauge.Reading;
import io.agentservice.server.engine.capacity.HypervisorSql.Serving;
import io.agentservice.server.engine.capacity.StandingSql.Line;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Sessions, queues and workers in figures. */
final class Standing {
  private static final List<String> OUTPOST = List.of("outpost", "name");

  private final Database database;

  Standing(Database database) {
    this.database = database;
  }

  List<AccountGauge> gauges() {
    return List.of(
        new AccountGauge(
            "sessions",
            "Sessions that wait for a machine or have one",
            List.of("status", "detail"),
            this::sessions),
        ofLines("queue_waiting", "Sessions that wait for a worker", Line::waiting),
        ofLines("queue_claimed", "Sessions that a worker has", Line::claimed),
        ofLines("queue_oldest_seconds", "The longest wait for a worker", Line::oldestSeconds),
        new AccountGauge(
            "workers",
            "Workers that take sessions, by the outpost that they watch",
            List.of("outpost"),
            this::workers));
  }

  private AccountGauge ofLines(String name, String help, ToDoubleFunction<Line> value) {
    return new AccountGauge(
        name,
        help,
        OUTPOST,
        account ->
            database.with(StandingSql.class, sql -> sql.lines(account)).stream()
                .map(line ->
                    Reading.of(value.applyAsDouble(line), line.outpostId().value(), line.name()))
                .toList());
  }

  private List<Reading> sessions(AccountId account) {
    return database.with(StandingSql.class, sql -> sql.sessions(account)).stream()
        .map(some ->
            Reading.of(
                (double) some.sessions(),
                some.status(),
                Objects.requireNonNullElse(some.detail(), "")))
        .toList();
  }

  private List<Reading> workers(AccountId account) {
    return database.with(HypervisorSql.class, sql -> sql.serving(account)).stream()
        .map(some -> Reading.of((double) some.workers(), outpost(some)))
        .toList();
  }

  private static String outpost(Serving serving) {
    var outpost = serving.outpostId();
    return outpost == null ? "" : outpost.value();
  }
}
