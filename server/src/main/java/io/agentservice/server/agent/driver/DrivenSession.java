package io.agentservice.server.agent.driver;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.driver.mcp.SessionMcp;
import io.agentservice.server.agent.driver.models.SessionModel;
import io.agentservice.server.agent.driver.stalls.Doings;
import io.agentservice.server.agent.driver.traces.SessionTrace;
import io.agentservice.server.agent.driver.traces.Traces;
import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.mcp.McpAccess;
import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.CodeHosts;
import io.agentservice.server.agent.loop.tools.LinkedSession;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.Turns.Turn;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.parts.Session;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A session as its loop sees it, for one connection of its remote. */
final class DrivenSession implements LoopSession {
  /** How soon a message that another node stored is noticed. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private final SessionId id;
  private final Tenure tenure;
  private final AccountId account;
  private final Sessions sessions;
  private final Turns turns;
  private final Approvals approvals;
  private final List<Guardrail> guardrails;
  private final Sources sources;
  private final EventLog log;
  private final EventSignals signals;
  private final Redactor redactor;
  private final DrivenFiles files;
  private final StepMeters meters;
  private final Doings doings;
  private final SessionTrace trace;

  /** When the calls that run were begun, by their ids. */
  private final Map<String, Long> begun = new HashMap<>();

  /** Number of the last event that was looked at for an interruption. */
  private long seen;

  /** Whether the log ends with an interruption that the agent has not heard of. */
  private boolean open;

  DrivenSession(
      Session session,
      Tenure tenure,
      SessionsFeature feature,
      List<Guardrail> guardrails,
      Sources sources,
      SessionModel model,
      EventLog log,
      EventSignals signals,
      StepMeters meters,
      Doings doings,
      Traces traces) {
    this.id = session.sessionId();
    this.tenure = tenure;
    this.account = session.accountId();
    this.sessions = feature.sessions();
    this.turns = feature.turns();
    this.approvals = feature.approvals();
    this.guardrails = List.copyOf(guardrails);
    this.sources = sources;
    this.log = log;
    this.signals = signals;
    this.redactor = sessions.redactor(id).with(model.keys());
    this.meters = meters;
    this.doings = doings;
    this.trace = traces.of(session, () -> Reach.of(() -> sessions.find(id).orElseThrow()));
    var scope = new Scope(account, session.orgId());
    this.files = new DrivenFiles(sessions.attachments(), turns, scope, id, tenure);
  }

  @Override
  public SessionId id() {
    return id;
  }

  @Override
  public long epoch() {
    return tenure.epoch();
  }

  @Override
  public LoopBrief brief() {
    return Reach.of(() -> brief(sessions.find(id).orElseThrow()));
  }

  private LoopBrief brief(Session session) {
    var manner = sessions.manner(id);
    var lookups = new DrivenLookups(sources, files.scope(), id);
    var notes = lookups.notes(session);
    return new LoopBrief(
        session.task().title(),
        session.task().repos(),
        session.task().playbookText(),
        notes,
        OutputShape.of(session, manner),
        manner.mode(),
        manner.outputRequired()
            && (session.task().structuredOutputSchema() != null || !manner.anyOutput()),
        manner.links().stream()
            .flatMap(link -> sessions.find(link).map(this::linked).stream())
            .toList(),
        sessions.oneTimeCodes(id),
        lookups.of(notes, host -> answer(turn -> turn.allow(host))),
        redactor,
        guardrails);
  }

  private LinkedSession linked(Session session) {
    return new LinkedSession(
        session.sessionId().value(),
        Objects.requireNonNullElse(session.task().title(), ""),
        () -> Reach.of(() -> Course.of(reader -> log.fold(session.sessionId(), reader))));
  }

  @Override
  public void history(Consumer<Event> reader) {
    var turn = new ArrayList<Event>();
    trace.begin();
    Reach.of(() -> {
      log.fold(
          id,
          event -> {
            seen = event.seq();
            open = event.type().equals(EventLog.INTERRUPT) || (open && !endsTurn(event));
            Doings.collect(turn, event);
            trace.past(event);
            reader.accept(event);
          });
      return true;
    });
    doings.begin(id, turn);
  }

  private static boolean endsTurn(Event event) {
    return switch (event.type()) {
      case "waiting", "interrupted", "finished", "limit_reached", "suspended", "failure" -> true;
      default -> false;
    };
  }

  @Override
  public boolean interrupted() {
    var news = Reach.of(() -> log.news(id, seen));
    seen = news.last();
    boolean since = open || news.interrupted();
    open = false;
    return since;
  }

  @Override
  public void append(List<LoopEvent> events) {
    long start = System.nanoTime();
    change(turn -> events.forEach(event -> Appending.append(turn, event)));
    long end = System.nanoTime();
    meters.wrote(end - start);
    events.forEach(event -> observe(event, end));
  }

  private void observe(LoopEvent event, long now) {
    meters.saw(event);
    doings.saw(id, event);
    trace.saw(event);
    if (event instanceof LoopEvent.ToolIntent intent) {
      begun.put(intent.callId(), now);
    } else if (event instanceof LoopEvent.ToolResult result) {
      Long start = begun.remove(result.callId());
      if (start != null) { // else it began before this connection, or was never carried out
        meters.ran(now - start);
      }
    }
  }

  @Override
  public List<LoopEvent.UserMessage> deliver() {
    // Before the transaction, but for what comes in between: it takes its time.
    var masked = new HashMap<String, Masked>();
    Reach.of(() -> sessions.messagesThatWait(id))
        .forEach(message -> masked.put(message.eventId(), masked(message)));
    var delivered = new ArrayList<LoopEvent.UserMessage>();
    change(turn -> {
      delivered.clear(); // of a try that was undone
      for (var message : turn.deliver()) {
        var texts = masked.computeIfAbsent(message.eventId(), _ -> masked(message));
        var event =
            new LoopEvent.UserMessage(
                message.eventId(),
                texts.message(),
                message.username(),
                attached(message.attachmentIds()),
                texts.links());
        turn.event(LoopEvents.type(event), LoopEvents.data(event));
        delivered.add(event);
      }
    });
    delivered.forEach(trace::saw);
    return delivered;
  }

  /** What a message says, without secrets: also those that it was not known to have when sent. */
  private record Masked(String message, List<String> links) {}

  private Masked masked(Message message) {
    return new Masked(
        redactor.mask(message.message()),
        message.attachmentLinks().stream().map(redactor::mask).toList());
  }

  private List<LoopEvent.AttachedFile> attached(List<AttachmentId> ids) {
    return sessions.attachments().files(files.scope(), id, ids).stream()
        .map(file ->
            new LoopEvent.AttachedFile(
                file.attachmentId().value(), "attachments/" + file.fileName(), file.sizeBytes()))
        .toList();
  }

  @Override
  public CheckoutPlan checkouts() {
    return Reach.of(() -> {
      var session = sessions.find(id).orElseThrow();
      return sources.checkouts().of(files.scope(), session.task().repos(), session.requester());
    });
  }

  @Override
  public Duration changesLimit() {
    return sources.checkouts().changesLimit();
  }

  @Override
  public SharedFiles files() {
    return files;
  }

  @Override
  public ChildSessions children() {
    return new DrivenChildren(sources.children(), id, tenure, log);
  }

  @Override
  public McpAccess mcp() {
    var mcp =
        new SessionMcp(
            sources.mcp(),
            Objects.requireNonNull(files.scope().orgId()),
            id,
            () -> sessions.secrets(id));
    return new McpAccess(() -> Reach.of(mcp::endpoints), mcp.http());
  }

  @Override
  public CodeHosts hosts() {
    return new DrivenCodeHosts(sources, files.scope(), id, sessions);
  }

  @Override
  public boolean awaitMessage(Duration atMost, Pauses pauses) {
    return await(
            atMost, pauses, () -> sessions.messagesWait(id) ? Optional.of(true) : Optional.empty())
        .isPresent();
  }

  @Override
  public ApprovalPolicy approvalPolicy() {
    return Reach.of(() -> approvals.policy(id));
  }

  @Override
  public Optional<LoopEvent.ApprovalAnswered> awaitAnswer(
      String approvalId, Duration atMost, Pauses pauses) {
    return await(atMost, pauses, () -> DrivenApprovals.answer(approvals, id, approvalId));
  }

  private <T> Optional<T> await(Duration atMost, Pauses pauses, Supplier<Optional<T>> look) {
    long end = System.nanoTime() + atMost.toNanos();
    try (var listener = signals.listen(id)) {
      while (true) {
        var found = Reach.of(look);
        var left = Duration.ofNanos(end - System.nanoTime());
        if (found.isPresent() || left.isNegative()) {
          return found;
        }
        pauses.pause(() -> listener.await(left.compareTo(POLL) < 0 ? left : POLL));
      }
    }
  }

  @Override
  public Instant now() {
    return Reach.of(turns::now);
  }

  @Override
  public boolean release(LoopEvent.Released event, List<String> others) {
    return answer(turn ->
        turn.sleepUntil(
            event.waitFor(),
            Instant.parse(event.until()),
            others.stream().map(SessionId::new).toList(),
            LoopEvents.type(event),
            LoopEvents.data(event)));
  }

  @Override
  public Optional<LoopEvent.LimitReached> reserve(BigDecimal dollars) {
    return answer(turn -> turn.reserve(dollars))
        .map(limit ->
            new LoopEvent.LimitReached(
                limit.detail().name().toLowerCase(Locale.ROOT),
                "The next step could pass the limit of %d ACU of %s"
                    .formatted(limit.acus(), limit.whose())));
  }

  @Override
  public void unreserve() {
    change(Turn::unreserve);
  }

  private void change(Consumer<Turn> changes) {
    answer(turn -> {
      changes.accept(turn);
      return true;
    });
  }

  private <T> T answer(Function<Turn, T> changes) {
    try {
      return Reach.of(() -> turns.answer(id, tenure, changes));
    } catch (Turns.StaleException e) {
      throw new StaleEpochException(String.valueOf(e.getMessage()));
    }
  }
}
