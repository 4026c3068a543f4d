package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.engine.gitaccess.GitAccess.Way;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

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
    try (var in = decoded(exchange.body(), encoding)) {
      var push = Push.read(in);
      var way = forward.way(exchange);
      var session = exchange.admitted().session();
      var reasons = branches.refused(session, way.repository(), push.commands());
      if (!reasons.isEmpty()) {
        refuse(exchange, push, reasons, in);
        return;
      }
      branches.intend(session, way.repository(), push.commands());
      try {
        passOn(exchange, way, push, encoding == null ? exchange.length() : -1, in);
      } catch (GitRefusal e) {
        if (exchange.isAnswered() || !push.wantsReport()) {
          throw e;
        }
        exchange.answer(PushReport.refusal(push, e.text(), _ -> e.text(), e.text()));
      }
    }
  }

  private static InputStream decoded(InputStream in, @Nullable String encoding) throws IOException {
    if (encoding == null) {
      return in;
    }
    if (!encoding.equals("gzip")) {
      throw new GitRefusal(415, "A push is packed by gzip or not at all");
    }
    try {
      return new GZIPInputStream(in);
    } catch (ZipException _) {
      throw new GitRefusal(400, "What is to be pushed is not packed by gzip");
    }
  }

  private void passOn(GitExchange exchange, Way way, Push push, long length, InputStream in)
      throws IOException, InterruptedException {
    var report = new PushReport(push);
    try {
      forward.send(
          exchange,
          way,
          length,
          body -> {
            if (body.give(push.sent(), push.sent().length)) {
              GitForward.feed(body, in, exchange.operation());
            }
          },
          report::feed);
    } finally {
      settle(exchange, way, push, report);
    }
  }

  /** Also when git has gone meanwhile, and this thread is to end. */
  private void settle(GitExchange exchange, Way way, Push push, PushReport report) {
    var accepted = report.accepted();
    if (accepted.isEmpty()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      var admitted = exchange.admitted();
      branches.settle(
          admitted.session(), admitted.epoch(), way.repository(), push.commands(), accepted);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Git reads no answer before it has sent all. */
  private static void refuse(
      GitExchange exchange, Push push, Map<String, String> reasons, InputStream in)
      throws IOException {
    var first = reasons.entrySet().iterator().next();
    String message = "Nothing was pushed: %s: %s".formatted(first.getKey(), first.getValue());
    if (!push.wantsReport()) {
      throw new GitRefusal(403, message);
    }
    var piece = new byte[PIECE];
    while (in.read(piece) >= 0) {
      exchange.operation().moved();
    }
    exchange.answer(
        PushReport.refusal(
            push,
            "ok",
            ref -> reasons.getOrDefault(ref, "nothing was pushed, since another ref is refused"),
            message));
  }
}
