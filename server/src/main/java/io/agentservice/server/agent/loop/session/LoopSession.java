package io.agentservice.server.agent.loop.session;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.tools.CodeHosts;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * The session that a loop drives, under one epoch. Every call is one transaction and is made by the
 * loop's thread only; every call but {@link #id} and {@link #epoch} throws {@link
 * StaleEpochException}, changing nothing, when the session has a newer epoch or no longer runs, and
 * {@link StoreAwayException} when what keeps the session can't be reached.
 */
public interface LoopSession {
  SessionId id();

  long epoch();

  /** What the session is about; read once when a loop starts. */
  LoopBrief brief();

  /**
   * Reads the whole log piece by piece, oldest first, events of other features included. What a
   * command put out beyond what the model saw is left out.
   */
  void history(Consumer<Event> reader);

  /**
   * Appends events ({@code LoopEvents.type}, {@code LoopEvents.data}) and what goes with them, all
   * in one transaction:
   *
   * <ul>
   *   <li>{@code AgentMessage}, and a {@code TurnEnd} whose message is not blank: a message of the
   *       agent;
   *   <li>{@code ModelTurn}, {@code Summarized}: its dollars are booked and the reservation ends;
   *   <li>{@code MachineAttached}: a reservation of an earlier loop ends;
   *   <li>{@code TurnEnd}: the session's state changes by the row of sessions.md section 2 that the
   *       kind names. {@code Waiting} and {@code Finished} leave the session working when a message
   *       is queued.
   * </ul>
   */
  void append(List<LoopEvent> events);

  /**
   * Takes the queued messages into the log, oldest first, and marks them delivered. Their texts are
   * masked already, as they are in the session's list of messages.
   */
  List<LoopEvent.UserMessage> deliver();

  /**
   * Waits until a message is queued; false when none came in time.
   *
   * @param pauses carries out each wait; only there may the thread be interrupted, for an interrupt
   *     while the session is being read would cost a connection to the database
   */
  boolean awaitMessage(Duration atMost, Pauses pauses);

  /** Carries out waits that the end of a loop cuts short. */
  interface Pauses {
    /** Waits, and answers what the wait answers; throws when the loop is to end. */
    boolean pause(Callable<Boolean> wait);
  }

  /**
   * Reserves the largest cost of the next model call, in US dollars, against every limit
   * (sessions.md section 5), beside what is reserved already: of two calls at the same time that
   * fit only apart, one is refused.
   *
   * @return the limit that would be passed; the call must not be made then, and the session keeps
   *     what it would have needed until it goes on
   */
  Optional<LoopEvent.LimitReached> reserve(BigDecimal dollars);

  /** What people and the agent give to each other. */
  SharedFiles files();

  /** The hosts of the repositories that it works on. */
  CodeHosts hosts();

  /** Ends the reservation of a call that has brought no answer. */
  void unreserve();
}
