package io.agentservice.server.agent.loop.session;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.mcp.McpAccess;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.CodeHosts;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * A loop's session under one epoch; a call is a transaction on the loop's thread. Throws {@link
 * StaleEpochException}, changing nothing, under a newer epoch, and {@link StoreAwayException}.
 */
public interface LoopSession {
  SessionId id();

  long epoch();

  /** What the session is about; read once when a loop starts. */
  LoopBrief brief();

  /** Reads the whole log, oldest first, without outputs that the model did not see. */
  void history(Consumer<Event> reader);

  /**
   * Appends events ({@code LoopEvents.type}, {@code LoopEvents.data}) and what goes with them, all
   * in one transaction:
   *
   * <ul>
   *   <li>{@code AgentMessage}, and a {@code TurnEnd} whose message is not blank: a message of the
   *       agent;
   *   <li>{@code ModelTurn}, {@code Summarized}: its dollars are booked and the reservation ends;
   *   <li>{@code ApprovalRequested}: row 10; with a message that waits it is withdrawn at once;
   *   <li>{@code MachineAttached}: a reservation of an earlier loop ends;
   *   <li>{@code TurnEnd}: the session's state changes by the row of sessions.md section 2 that the
   *       kind names. {@code Waiting} and {@code Finished} leave the session working when a message
   *       is queued.
   * </ul>
   */
  void append(List<LoopEvent> events);

  /**
   * Whether a person has interrupted the agent since the last call, or since the end of the turn
   * before {@link #history}. One thread at a time.
   */
  boolean interrupted();

  /** Takes queued messages, masked, into the log, oldest first. */
  List<LoopEvent.UserMessage> deliver();

  /** False when none came. Only {@code pauses} may be interrupted, no database work. */
  boolean awaitMessage(Duration atMost, Pauses pauses);

  /** What a person is to approve, as it is now. */
  ApprovalPolicy approvalPolicy();

  /**
   * What came of a request, which stands in the log by then; empty when that took longer. Only
   * {@code pauses} may be interrupted, no database work.
   */
  Optional<LoopEvent.ApprovalAnswered> awaitAnswer(
      String approvalId, Duration atMost, Pauses pauses);

  /** By the clock that all servers share. */
  Instant now();

  /**
   * Appends the event, and the session sleeps until it is over, or one of the others does not work
   * any more (row 38 of sessions.md); false, and nothing, when a message is there or the machine
   * would not be kept.
   */
  boolean release(LoopEvent.Released event, List<String> others);

  /** Carries out waits that the end of a loop cuts short. */
  interface Pauses {
    /** Waits, and answers what the wait answers; throws when the loop is to end. */
    boolean pause(Callable<Boolean> wait);
  }

  /**
   * Reserves a call's largest cost in US dollars against every limit (sessions.md 5); answers a
   * limit that would be passed, and then the call must not be made.
   */
  Optional<LoopEvent.LimitReached> reserve(BigDecimal dollars);

  /** What is to be checked out, as it is now: a permission may have come since the last look. */
  CheckoutPlan checkouts();

  /** How long finding out what was changed may take; zero: nobody asks. */
  Duration changesLimit();

  /** The sessions that its agent starts. */
  ChildSessions children();

  /** What people and the agent give to each other. */
  SharedFiles files();

  /** Its MCP servers. */
  McpAccess mcp();

  /** The hosts of the repositories that it works on. */
  CodeHosts hosts();

  /** Ends the reservation of a call that has brought no answer. */
  void unreserve();
}
