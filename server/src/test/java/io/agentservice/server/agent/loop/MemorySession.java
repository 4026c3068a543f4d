package io.agentservice.server.agent.loop;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.ApprovalAnswer;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.mcp.McpAccess;
import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Author;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.CodeHosts;
import io.agentservice.server.agent.loop.tools.LinkedSession;
import io.agentservice.server.agent.loop.tools.Lookups;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import io.agentservice.server.engine.guardrails.Guardrail;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A session in memory; what stands in its log is the stored form, and survives its loops. */
final class MemorySession {
  static final String CORRUPT = "{\"parts\": 7}";

  private final SessionId id = Id.create(SessionId.class);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Event> log = new ArrayList<>();
  private final Deque<String> queued = new ArrayDeque<>();
  private long epoch = 1;
  final List<BigDecimal> reserved = new ArrayList<>();
  private final AtomicBoolean interruption = new AtomicBoolean();
  final AtomicInteger unreserved = new AtomicInteger();
  final MemoryFiles files = new MemoryFiles();
  final List<LoopEvent.AttachedFile> attached = new ArrayList<>();
  List<CheckoutPlan.Repository> repositories = List.of();

  /** What it names when it has none of these. */
  List<String> named = List.of("acme/repo");

  @Nullable Author coAuthor;
  Lookups lookups = Lookups.NONE;
  private boolean forked;
  Duration checkoutLimit = Duration.ofSeconds(40);
  Duration changesLimit = Duration.ZERO;
  Redactor redactor = Redactor.NONE;
  List<Guardrail> guardrails = List.of();
  volatile ApprovalPolicy approvals = ApprovalPolicy.NEVER;
  McpAccess mcp = McpAccess.NONE;
  @Nullable String title = "A test";
  List<LinkedSession> linked = List.of();
  ChildSessions children = ChildSessions.NONE;
  @Nullable JsonNode schema;
  LoopEvent.@Nullable LimitReached limit;
  Consumer<LoopEvent> afterAppend = _ -> {};
  Runnable whileReading = () -> {};

  SessionId id() {
    return id;
  }

  void send(String text) {
    lock.lock();
    try {
      queued.add(text);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A person answers the newest request for approval. */
  void answer(ApprovalAnswer answer, @Nullable String reason) {
    lock.lock();
    try {
      var asked = events(LoopEvent.ApprovalRequested.class).getLast().approvalId();
      add(epoch, new LoopEvent.ApprovalAnswered(asked, answer, reason, "ann"));
    } finally {
      lock.unlock();
    }
  }

  private void add(long claimed, LoopEvent event) {
    log.add(
        new Event(
            id,
            log.size() + 1L,
            claimed,
            LoopEvents.type(event),
            LoopEvents.data(event),
            Instant.now()));
    changed.signalAll();
  }

  /** A person interrupts its agent. */
  void interrupt() {
    interruption.set(true);
  }

  /** A new claim: loops of earlier epochs are stale from now on. */
  LoopSession claim() {
    lock.lock();
    try {
      epoch++;
      return current();
    } finally {
      lock.unlock();
    }
  }

  /** The present claim. */
  LoopSession current() {
    return new View(epoch);
  }

  /** Another session that begins with the first of these events. */
  MemorySession forked(int events) {
    var fork = new MemorySession();
    fork.forked = true;
    fork.title = title;
    fork.repositories = repositories;
    fork.changesLimit = changesLimit;
    fork.files.given.putAll(files.given);
    fork.lock.lock();
    try {
      events().stream().limit(events).forEach(event -> fork.add(0, event));
    } finally {
      fork.lock.unlock();
    }
    return fork;
  }

  void corrupt() {
    log.add(new Event(id, log.size() + 1L, epoch, "model_turn", CORRUPT, Instant.now()));
  }

  List<LoopEvent> events() {
    lock.lock();
    try {
      return log.stream().map(e -> LoopEvents.read(e.type(), e.data())).toList();
    } finally {
      lock.unlock();
    }
  }

  List<Event> log() {
    lock.lock();
    try {
      return List.copyOf(log);
    } finally {
      lock.unlock();
    }
  }

  <T extends LoopEvent> List<T> events(Class<T> kind) {
    return log().stream()
        .filter(line -> !line.data().equals(CORRUPT))
        .map(line -> LoopEvents.read(line.type(), line.data()))
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** Waits until the newest event is of a kind; there is no other way out but a failure. */
  <T extends LoopEvent> T await(Class<T> kind) throws InterruptedException {
    long left = TimeUnit.SECONDS.toNanos(120);
    lock.lock();
    try {
      while (log.isEmpty() || !kind.isInstance(events().getLast())) {
        if (left <= 0) {
          throw new AssertionError("no " + kind.getSimpleName() + " but " + events());
        }
        left = changed.awaitNanos(left);
      }
      return kind.cast(events().getLast());
    } finally {
      lock.unlock();
    }
  }

  private final class View implements LoopSession {
    private final long claimed;

    View(long claimed) {
      this.claimed = claimed;
    }

    @Override
    public SessionId id() {
      return id;
    }

    @Override
    public long epoch() {
      return claimed;
    }

    @Override
    public LoopBrief brief() {
      return new LoopBrief(
          title,
          repositories.isEmpty()
              ? named
              : repositories.stream().map(CheckoutPlan.Repository::name).toList(),
          null,
          List.of(),
          schema,
          null,
          true,
          linked,
          Map.of(),
          lookups,
          redactor,
          guardrails);
    }

    @Override
    public void history(Consumer<Event> reader) {
      log().forEach(reader);
    }

    @Override
    public void append(List<LoopEvent> events) {
      lock.lock();
      try {
        requireEpoch();
        events.forEach(event -> add(claimed, event));
      } finally {
        lock.unlock();
      }
      events.forEach(afterAppend);
    }

    @Override
    public boolean interrupted() {
      return interruption.getAndSet(false);
    }

    @Override
    public List<LoopEvent.UserMessage> deliver() {
      lock.lock();
      try {
        requireEpoch();
        var messages =
            queued.stream()
                .map(text ->
                    new LoopEvent.UserMessage(
                        Id.create(EventId.class).value(),
                        text,
                        "ann",
                        List.copyOf(attached),
                        List.of()))
                .toList();
        queued.clear();
        append(List.copyOf(messages));
        return messages;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean awaitMessage(Duration atMost, Pauses pauses) {
      whileReading.run();
      return pauses.pause(() -> awaitMessage(atMost));
    }

    private boolean awaitMessage(Duration atMost) throws InterruptedException {
      lock.lock();
      try {
        requireEpoch();
        long left = atMost.toNanos();
        while (queued.isEmpty() && left > 0) {
          left = changed.awaitNanos(left);
        }
        return !queued.isEmpty();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public McpAccess mcp() {
      return mcp;
    }

    @Override
    public ApprovalPolicy approvalPolicy() {
      return approvals;
    }

    @Override
    public Optional<LoopEvent.ApprovalAnswered> awaitAnswer(
        String approvalId, Duration atMost, Pauses pauses) {
      var found = answerTo(approvalId);
      if (found.isEmpty()) {
        pauses.pause(() -> {
          Thread.sleep(atMost);
          return true;
        });
      }
      return found;
    }

    private Optional<LoopEvent.ApprovalAnswered> answerTo(String approvalId) {
      return events(LoopEvent.ApprovalAnswered.class).stream()
          .filter(answer -> answer.approvalId().equals(approvalId))
          .findFirst();
    }

    @Override
    public Instant now() {
      return Instant.now();
    }

    @Override
    public boolean release(LoopEvent.Released event, List<String> others) {
      lock.lock();
      try {
        if (queued.isEmpty()) {
          append(List.of(event));
          epoch++;
        }
        return queued.isEmpty();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Optional<LoopEvent.LimitReached> reserve(BigDecimal dollars) {
      reserved.add(dollars);
      return Optional.ofNullable(limit);
    }

    @Override
    public CheckoutPlan checkouts() {
      return new CheckoutPlan(
          repositories, "org-1", "agent/", new Author("A", "a@b"), coAuthor, checkoutLimit, forked);
    }

    @Override
    public Duration changesLimit() {
      return changesLimit;
    }

    @Override
    public SharedFiles files() {
      return files;
    }

    @Override
    public ChildSessions children() {
      return children;
    }

    @Override
    public CodeHosts hosts() {
      return _ -> {
        throw new AssertionError("no test of a loop asks a host");
      };
    }

    @Override
    public void unreserve() {
      unreserved.incrementAndGet();
    }

    private void requireEpoch() {
      if (claimed != epoch) {
        throw new StaleEpochException("epoch " + claimed + " is over");
      }
    }
  }
}
