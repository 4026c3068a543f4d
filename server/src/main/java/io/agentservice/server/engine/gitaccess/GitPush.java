package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.engine.gitaccess.GitAccess.Way;
import io.agentservice.server.engine.gitaccess.Push.Command;
import io.agentservice.server.engine.gitaccess.SessionBranches.Judgement;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Looks at what is to be pushed, and passes it on or says of each ref why not. */
final class GitPush {
  private static final int PIECE = 32 << 10;

  private final GitForward forward;
  private final SessionBranches branches;

  GitPush(GitForward forward, SessionBranches branches) {
    this.forward = forward;
    this.branches = branches;
  }

  /** A push, as it comes, once its commands are read. */
  void push(GitExchange exchange) throws IOException, InterruptedException {
    exchange.operation().awaitsGit(true);
    var encoding = exchange.request().getHeader("Content-Encoding");
    if (encoding == null) {
      push(exchange, exchange.body(), exchange.length());
    } else if (encoding.equals("gzip")) {
      try (var in = new GZIPInputStream(exchange.body())) {
        push(exchange, in, -1);
      } catch (ZipException | EOFException _) {
        throw new GitRefusal(400, "What is to be pushed is not packed by gzip");
      }
    } else {
      throw new GitRefusal(415, "A push is packed by gzip or not at all");
    }
  }

  private void push(GitExchange exchange, InputStream in, long length)
      throws IOException, InterruptedException {
    var push = Push.read(in);
    var way = forward.way(exchange);
    var judged = branches.judge(exchange.admitted().session(), way.repository(), push.commands());
    if (!judged.refused().isEmpty()) {
      refuse(exchange, push, judged.refused(), in);
      return;
    }
    try {
      passOn(exchange, way, push, judged, length, in);
    } catch (GitRefusal e) {
      if (exchange.isAnswered() || !push.wantsReport()) {
        throw e;
      }
      readAll(exchange, in);
      exchange.answer(PushReport.refusal(push, e.text(), _ -> e.text(), e.text()));
    }
  }

  private void passOn(
      GitExchange exchange, Way way, Push push, Judgement judged, long length, InputStream in)
      throws IOException, InterruptedException {
    var report = new PushReport(push);
    forward.send(
        exchange,
        way,
        length,
        body -> {
          if (body.give(push.sent(), push.sent().length)) {
            feed(exchange, push, judged.forward(), body, in);
          }
        },
        (bytes, count) -> {
          report.feed(bytes, count);
          settle(exchange, way, judged, report.taken());
        });
  }

  /** The end of a pack does not go before it is known what all commits have come from. */
  private void feed(
      GitExchange exchange, Push push, List<Command> forwardOnly, SentBody body, InputStream in)
      throws IOException, InterruptedException {
    var operation = exchange.operation();
    if (!forwardOnly.isEmpty()) {
      try (var commits = new PackCommits(push.idBytes())) {
        var piece = new byte[PIECE];
        while (!commits.isOver()) {
          int read = in.read(piece);
          operation.moved();
          commits.feed(piece, 0, Math.max(0, read));
          if (read < 0 || commits.isOver()) {
            check(exchange, commits, forwardOnly);
          }
          if (read < 0 || !body.give(piece, read)) {
            return;
          }
          operation.moved();
        }
      }
    }
    GitForward.feed(body, in, operation);
  }

  private void check(GitExchange exchange, PackCommits commits, List<Command> forwardOnly) {
    for (var command : forwardOnly) {
      if (!commits.leads(command.before(), command.after())) {
        throw new GitRefusal(
            403, command.ref() + ": " + branches.others(exchange.admitted().session()));
      }
    }
  }

  /**
   * Before git hears of it, which may push again at once; also when git has gone meanwhile, and
   * this thread is to end.
   */
  private void settle(GitExchange exchange, Way way, Judgement judged, List<Command> taken) {
    if (taken.isEmpty()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      var admitted = exchange.admitted();
      branches.settle(
          admitted.session(), admitted.epoch(), way.repository(), taken, judged.forward());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Git reads no answer before it has sent all. */
  private static void readAll(GitExchange exchange, InputStream in) throws IOException {
    exchange.operation().awaitsGit(true);
    var piece = new byte[PIECE];
    while (in.read(piece) >= 0) {
      exchange.operation().moved();
    }
  }

  private static void refuse(
      GitExchange exchange, Push push, Map<String, String> reasons, InputStream in)
      throws IOException {
    var first = reasons.entrySet().iterator().next();
    String message = "Nothing was pushed: %s: %s".formatted(first.getKey(), first.getValue());
    if (!push.wantsReport()) {
      throw new GitRefusal(403, message);
    }
    readAll(exchange, in);
    exchange.answer(
        PushReport.refusal(
            push,
            "ok",
            ref -> reasons.getOrDefault(ref, "nothing was pushed, since another ref is refused"),
            message));
  }
}
