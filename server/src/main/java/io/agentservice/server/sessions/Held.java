package io.agentservice.server.sessions;

import io.agentservice.server.audit.Audit;
import io.agentservice.server.auth.Caller;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.Phase;
import io.agentservice.server.queue.EntryChange;
import io.agentservice.server.sessions.Status.Detail;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session and its entry that a batch has locked, and what becomes of them: the rows of
 * sessions.md 2 in which a claim begins, goes on or ends. Nothing is written before the batch does
 * it for all at once.
 */
final class Held {
  private final ClaimSql.Row row;
  private final int maxDeliveries;
  private final List<ClaimSql.Logged> events = new ArrayList<>();
  private final List<Audit.Entry> audits = new ArrayList<>();
  private Status status;
  private @Nullable Detail detail;
  private long epoch;
  private int failures;
  private Phase phase;
  private @Nullable String acceptorId;
  private Kind kind;
  private boolean changed;
  private boolean sessionChanged;
  private boolean unclaimed;
  private boolean removed;
  private boolean gaveUp;
  private ClaimSql.@Nullable Token token;

  /**
   * {@code maxDeliveries}: after how many claims without a machine the session gives up; 0: never.
   */
  Held(ClaimSql.Row row, int maxDeliveries) {
    this.row = row;
    this.maxDeliveries = maxDeliveries;
    status = row.status();
    detail = row.statusDetail();
    epoch = row.epoch();
    failures = row.failures();
    phase = row.phase();
    acceptorId = row.acceptorId();
    kind = row.kind();
    removed = row.removed();
  }

  boolean isOf(AccountId account) {
    return row.accountId().equals(account.value());
  }

  /** Claimed, but the deadline has passed and the lapse was not applied yet. */
  boolean lapsed() {
    return row.lapsed() && !unclaimed;
  }

  boolean isClaimed() {
    return phase == Phase.CLAIMED;
  }

  boolean isHeldBy(String acceptor) {
    return acceptor.equals(acceptorId);
  }

  /** Asleep or over: there is nothing to serve. */
  boolean isAtRest() {
    return status == Status.SUSPENDED || status.ended();
  }

  boolean changed() {
    return changed;
  }

  /** There is no entry, or none any more. */
  boolean removed() {
    return removed;
  }

  boolean unclaimed() {
    return unclaimed;
  }

  /** Rows 5, 6 and, when it is claimed already, 34. */
  void claim(ClaimCommand.Claim command) {
    if (phase == Phase.PENDING) {
      move(status == Status.NEW ? Status.CLAIMED : status, detail);
      audit(command.caller(), "claim_session", command.acceptorId());
    }
    token = new ClaimSql.Token(command.tokenSha256(), row.sessionId(), epoch);
    phase = Phase.CLAIMED;
    acceptorId = command.acceptorId();
    changed = true;
  }

  /** Rows 26 to 31: the claim is gone, given back by its holder. */
  void release(Caller caller) {
    audit(caller, "release_session", String.valueOf(acceptorId));
    unclaim();
  }

  /** The same because its deadline has passed. */
  void lapse() {
    audit(null, "lapse_claim", String.valueOf(acceptorId));
    unclaim();
  }

  private void unclaim() {
    switch (status) {
      case CLAIMED, RESUMING -> backToQueueOrGiveUp();
      case RUNNING -> {
        kind = Kind.RESUME;
        move(Status.RESUMING, null);
      }
      case NEW, SUSPENDED, EXIT, ERROR -> removed = true;
    }
    phase = Phase.PENDING;
    acceptorId = null;
    unclaimed = true;
    sessionChanged = true;
    changed = true;
  }

  private void backToQueueOrGiveUp() {
    failures++;
    if (maxDeliveries > 0 && failures >= maxDeliveries) {
      failures = 0;
      gaveUp = true;
      removed = true;
      move(Status.SUSPENDED, Detail.ERROR);
      return;
    }
    kind = row.hasConnected() || status == Status.RESUMING ? Kind.RESUME : Kind.NEW;
    move(status == Status.CLAIMED ? Status.NEW : Status.RESUMING, null);
  }

  /** Whoever worked under the epoch until now can write nothing more. */
  private void move(Status to, @Nullable Detail with) {
    status = to;
    detail = with;
    epoch++;
    sessionChanged = true;
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put("status", to.word());
    data.put("status_detail", Detail.word(with));
    events.add(new ClaimSql.Logged(row.sessionId(), events.size() + 1, epoch, "status", data));
  }

  private void audit(@Nullable Caller caller, String action, String acceptor) {
    audits.add(
        new Audit.Entry(
            new AccountId(row.accountId()),
            new OrgId(row.orgId()),
            caller,
            action,
            Map.of("session_id", row.sessionId(), "acceptor_id", acceptor)));
  }

  SessionId id() {
    return new SessionId(row.sessionId());
  }

  /** The epoch that a claim taken away had. */
  long revokedEpoch() {
    return row.epoch();
  }

  List<ClaimSql.Logged> events() {
    return events;
  }

  List<Audit.Entry> audits() {
    return audits;
  }

  ClaimSql.@Nullable Token token() {
    return token;
  }

  /** What is written to the session; null when nothing is. */
  ClaimSql.@Nullable Change sessionChange() {
    return sessionChanged
        ? new ClaimSql.Change(
            row.sessionId(),
            status,
            detail,
            epoch,
            failures,
            unclaimed,
            gaveUp ? "no_machine" : null,
            gaveUp ? "No machine connected after several claims" : null,
            events.size())
        : null;
  }

  EntryChange entryChange() {
    return new EntryChange(
        new AccountId(row.accountId()),
        id(),
        phase,
        acceptorId,
        kind,
        status.entryState(),
        removed);
  }
}
