package io.agentservice.server.agent.loop.mcp.tokens;

import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.wire.text.Cut;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import okhttp3.FormBody;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Our tokens for a server, by client credentials (RFC 6749, 4.4), for that server alone (RFC 8707).
 * One is kept until it runs out or is refused; nothing of it is stored.
 */
public final class AccessTokens {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Before its end, so that it does not run out on its way. */
  private static final long EARLY_SECONDS = 30;

  private static final int LONGEST_REASON = 300;
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,16384}");

  private final TokenHttp http;
  private final URI resource;
  private final Grant grant;
  private @Nullable AuthorizationServer server;
  private volatile @Nullable String current;
  private long end;

  public AccessTokens(OutsideHttp http, URI resource, Grant grant) {
    this.http = new TokenHttp(http, grant.allowed());
    this.resource = resource;
    this.grant = grant;
  }

  /** The last one, which may be over; null: none yet. */
  public @Nullable String current() {
    return current;
  }

  /**
   * One that holds, within that time, finding out included; throws {@link TokenException} when
   * there is none to be had.
   */
  public synchronized String get(Duration limit) {
    String known = current;
    if (known != null && end != 0 && System.nanoTime() - end < 0) {
      return known;
    }
    var most = limit.compareTo(LIMIT) < 0 ? limit : LIMIT;
    try {
      return fetched(System.nanoTime() + most.toNanos());
    } catch (IOException e) {
      throw new TokenException("its token service can't be reached: " + e.getMessage());
    }
  }

  /** The server takes it no more. */
  public synchronized void refused(String token) {
    if (token.equals(current)) {
      end = 0;
    }
  }

  private String fetched(long until) throws IOException {
    var from = server;
    if (from == null) {
      from =
          grant.tokenUrl() == null
              ? new Discovery(http, until).of(resource)
              : new AuthorizationServer(grant.tokenUrl(), true);
      server = from;
    }
    var answer = http.send(request(from), until);
    if (answer.status() != 200) {
      throw new TokenException("its token service refuses us: " + reason(answer));
    }
    String token = answer.json().path("access_token").asString("");
    String type = answer.json().path("token_type").asString("Bearer");
    if (!TOKEN.matcher(token).matches() || !type.equalsIgnoreCase("Bearer")) {
      throw new TokenException("its token service answered without a bearer token");
    }
    long seconds = Math.min(answer.json().path("expires_in").asLong(3600), 86_400);
    end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.max(1, seconds - EARLY_SECONDS));
    current = token;
    return token;
  }

  private Request request(AuthorizationServer from) {
    var form = new FormBody.Builder().add("grant_type", "client_credentials");
    form.add("resource", resource.toString());
    String scope = grant.scope();
    if (scope != null) {
      form.add("scope", scope);
    }
    var request = new Request.Builder().url(from.tokenUrl().toString());
    if (from.takesBasic()) {
      String pair = encoded(grant.clientId()) + ":" + encoded(grant.secret());
      String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
      request.header("Authorization", "Basic " + basic);
    } else {
      form.add("client_id", grant.clientId()).add("client_secret", grant.secret());
    }
    return request.post(form.build()).build();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The words of RFC 6749, 5.2. */
  private static String reason(TokenHttp.Answer answer) {
    String error = answer.json().path("error").asString("");
    String more = answer.json().path("error_description").asString("");
    String words = error.isEmpty() ? "it answered " + answer.status() : error;
    return Cut.to(LONGEST_REASON, more.isEmpty() ? words : words + " (" + more + ")");
  }
}
