package io.agentservice.server.engine.push;

import io.agentservice.server.base.outside.OutsideHosts.ClosedException;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.engine.push.sealing.Vapid;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** Hands bodies over to the push services of browsers (RFC 8030), one try each. */
final class PushServices {
  private static final MediaType BYTES = MediaType.get("application/octet-stream");
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final OutsideHttp http;

  PushServices(OutsideHttp http) {
    this.http = http;
  }

  /**
   * What goes with a body.
   *
   * @param left how long the service may keep it
   * @param topic a newer one of the same topic takes its place, while the browser is away
   */
  record Manner(Duration left, boolean urgent, String topic) {}

  /** What the service has said. */
  sealed interface Said {
    record Taken() implements Said {}

    record Gone() implements Said {}

    record Refused() implements Said {}

    /** {@code after}: null where it does not say. */
    record Later(@Nullable Duration after) implements Said {}
  }

  /** {@code now}: by the database's clock. */
  Said send(Target target, byte[] clear, Manner manner, Vapid vapid, String contact, Instant now) {
    var request =
        new Request.Builder()
            .url(target.endpoint())
            .post(RequestBody.create(target.sealed(clear), BYTES))
            .header("Authorization", vapid.authorization(target.uri(), contact, now))
            .header("Content-Encoding", "aes128gcm")
            .header("TTL", String.valueOf(Math.max(0, manner.left().toSeconds())))
            .header("Urgency", manner.urgent() ? "high" : "normal")
            .header("Topic", manner.topic())
            .header("User-Agent", "agent-service")
            .build();
    var call = http.client().newCall(request);
    call.timeout().timeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    try (var response = call.execute()) {
      int status = response.code();
      if (status / 100 == 2) {
        return new Said.Taken();
      }
      if (status == 404 || status == 410) {
        return new Said.Gone();
      }
      return status == 429 || status >= 500
          ? new Said.Later(after(response.header("Retry-After"), now))
          : new Said.Refused();
    } catch (ClosedException _) {
      return new Said.Refused();
    } catch (IOException _) {
      return new Said.Later(null);
    }
  }

  /** At most an hour; null for what is neither seconds nor a date. */
  static @Nullable Duration after(@Nullable String header, Instant now) {
    if (header == null) {
      return null;
    }
    Duration wanted;
    if (header.matches("[0-9]{1,9}")) {
      wanted = Duration.ofSeconds(Long.parseLong(header));
    } else {
      try {
        var date = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME);
        wanted = Duration.between(now, date.toInstant());
      } catch (DateTimeException _) {
        return null;
      }
    }
    return wanted.isNegative()
        ? Duration.ZERO
        : wanted.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wanted;
  }
}
