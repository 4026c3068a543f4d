package io.agentservice.server.http;

import io.agentservice.server.auth.WebSessions;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.problems.ProblemException;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams that this node is writing. They end between two frames: at the end of their time,
 * when the node drains, and soon after their credential no longer admits its holder (auth.md 1).
 */
final class OpenStreams {
  private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);

  private final Gate gate;
  private final Map<Thread, Stream> streams = new ConcurrentHashMap<>();
  private volatile boolean draining;

  OpenStreams(Gate gate) {
    this.gate = gate;
  }

  private record Stream(Admission admission, Context context) {}

  /** What a stream was admitted by; many streams share one, which is looked at once for all. */
  private record Admission(
      @Nullable String authorization, @Nullable String cookie, Access access, @Nullable OrgId org) {

    static Admission of(Context context, Access access) {
      String org = context.pathParamMap().get("org_id");
      return new Admission(
          context.header("Authorization"),
          context.cookie(WebSessions.COOKIE),
          access,
          org == null ? null : OrgId.parse(org));
    }
  }

  /** Runs the writer to the end of its stream. */
  void run(Context context, Access access, Writer writer) throws IOException, InterruptedException {
    var stream = new Stream(Admission.of(context, access), context);
    streams.put(Thread.currentThread(), stream);
    try {
      if (!draining) {
        writer.write();
      }
    } catch (IOException e) {
      LOG.debug("stream ended by its client path={}", context.path());
    } catch (InterruptedException | RuntimeException e) {
      if (!draining && streams.containsKey(Thread.currentThread())) {
        throw e;
      }
      LOG.debug("stream was ended path={}", context.path());
    } finally {
      streams.remove(Thread.currentThread());
      // An interrupt was meant for the writer; the container still has to finish the answer.
      var _ = Thread.interrupted();
    }
  }

  /** Ends the streams whose credential was revoked, has expired or lost its permission. */
  void endRevoked() {
    var admitted = new HashMap<Admission, Boolean>();
    streams.forEach((thread, stream) -> {
      if (!admitted.computeIfAbsent(stream.admission(), _ -> isAdmitted(stream))
          && streams.remove(thread, stream)) {
        thread.interrupt();
      }
    });
  }

  private boolean isAdmitted(Stream stream) {
    var access = stream.admission().access();
    if (access instanceof Access.Open || access instanceof Access.OpenPage) {
      return true;
    }
    try {
      gate.permit(access, gate.authenticate(stream.context()), stream.context());
      return true;
    } catch (ProblemException e) {
      return false;
    }
  }

  /** Ends all, and from now on each at once. */
  void drain() {
    draining = true;
    streams.keySet().forEach(Thread::interrupt);
  }

  /** Writes a stream until it is over. */
  @FunctionalInterface
  interface Writer {
    void write() throws IOException, InterruptedException;
  }
}
