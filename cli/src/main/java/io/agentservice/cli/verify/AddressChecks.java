package io.agentservice.cli.verify;

import io.agentservice.cli.audit.AuditTrail;
import io.agentservice.cli.home.ServiceAddress;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.Answer;
import io.agentservice.client.http.Query;
import io.agentservice.server.base.audit.AuditCheck.Verdict;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.trust.Certificate;
import io.agentservice.worker.doctor.Finding;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What answers at the service's address, and at those of its servers. */
record AddressChecks(Subject subject, InstantSource now) {
  private static final int ROUNDS = 9;
  private static final Duration MOST_SKEW = Duration.ofSeconds(10);
  private static final Duration SOON = Duration.ofDays(21);

  /** Nobody's session: the gateway asks for a token before it looks. */
  private static final String NOBODY = "agent-" + "0".repeat(32);

  Finding service() {
    var client = subject.client();
    var millis = new ArrayList<Long>();
    for (int round = 0; round < ROUNDS; round++) {
      long begun = System.nanoTime();
      var unready = unready(client);
      if (unready != null) {
        return unready;
      }
      millis.add((System.nanoTime() - begun) / 1_000_000);
    }
    long median = millis.stream().sorted().toList().get(ROUNDS / 2);
    return Finding.ok("%s is ready, and says so in %d ms".formatted(client.baseUrl(), median));
  }

  /** Null when it is ready. */
  private static @Nullable Finding unready(AgentClient client) {
    var answer = client.request("GET", "/readyz", Query.NONE, null);
    if (answer.status() == 200 && !isOurs(answer)) {
      return Finding.problem(
          client.baseUrl() + " answers, but is no agent service", "Is this the service's address?");
    }
    return answer.status() == 200
        ? null
        : Finding.problem(
            "%s is not ready: it answers %d, %s"
                .formatted(client.baseUrl(), answer.status(), words(answer)),
            answer.status() == 503
                ? "docs/operations.md says what each of these words means"
                : "Is this the address of the service?");
  }

  private static boolean isOurs(Answer answer) {
    try {
      return answer.json().text("status") != null;
    } catch (JsonException _) {
      return false;
    }
  }

  private static String words(Answer answer) {
    var text = answer.body().strip();
    return text.isEmpty() ? "without a word" : text.substring(0, Math.min(text.length(), 200));
  }

  Finding key() {
    var self = subject.client().self();
    var name = Objects.requireNonNullElse(self.text("service_user_name"), self.text("user_name"));
    return Finding.ok("it is of " + name);
  }

  Finding clock() {
    var time = subject.client().request("GET", "/healthz", Query.NONE, null).date();
    if (time == null) {
      return Finding.skipped("the answer tells no time");
    }
    var ahead = Duration.between(time, now.instant());
    return ahead.abs().compareTo(MOST_SKEW) <= 0
        ? Finding.ok("agrees with this machine's")
        : Finding.warning(
            "The service's clock is %d s %s this machine's"
                .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "ahead of" : "behind"),
            "Synchronize both (NTP): sign-ins, signed addresses and certificates depend on it");
  }

  Finding tls() {
    var address = subject.client().baseUrl();
    if (!address.getScheme().equalsIgnoreCase("https")) {
      return ServiceAddress.isLocal(address.toString())
          ? Finding.ok("not needed: the address is of this machine")
          : Finding.warning(
              "Keys and what sessions read cross the network in clear",
              "Put TLS before the service, and give its https address");
    }
    try {
      var end = Certificate.end(address, System.getenv());
      var left = Duration.between(now.instant(), end);
      return left.compareTo(SOON) > 0
          ? Finding.ok("the certificate is good for %d days".formatted(left.toDays()))
          : Finding.warning(
              "The certificate ends in %d days, at %s".formatted(left.toDays(), end), "Renew it");
    } catch (IOException e) {
      return Finding.skipped("its certificate can't be read directly: " + e.getMessage());
    }
  }

  /** Proxies that don't pass the request for an upgrade leave a plain GET of it. */
  Finding gateway(@Nullable URI named) {
    var base = named == null ? URI.create(subject.client().baseUrl() + "/gateway") : named;
    var at = base.toString().replaceFirst("(?i)^http", "ws") + "/sessions/" + NOBODY;
    int status = subject.client().websocket(URI.create(at));
    return switch (status) {
      case 401 -> Finding.ok("asks remotes for their token, by websocket");
      case 426 ->
          Finding.problem(
              "The request for a websocket arrives without it: remotes can't connect",
              "Have the proxy pass the headers Upgrade and Connection, and HTTP/1.1");
      case 407 ->
          Finding.problem(
              "The proxy of this machine asks for a user and password, or refuses those in its address",
              "Write them as http://user:password@host:port, percent-encoded");
      default ->
          Finding.problem(
              "Where remotes connect, %s, answers %d".formatted(base, status),
              "Lead /gateway to the service as well, or give --gateway-url");
    };
  }

  Finding servers() {
    var account = subject.client().self().text("account_id");
    for (var server : subject.servers().entrySet()) {
      var unready = unready(server.getValue());
      if (unready != null) {
        return unready;
      }
      if (!Objects.equals(server.getValue().self().text("account_id"), account)) {
        return Finding.problem(
            server.getKey() + " is a server of another installation",
            "Give all servers the same AGENT_DATABASE_URL");
      }
    }
    return Finding.ok("%d are ready, of one installation".formatted(subject.servers().size()));
  }

  Finding audit(long most) {
    if (most == 0) {
      return Finding.skipped("not asked for");
    }
    return AuditTrail.check(subject.client(), most)
        .map(verdict ->
            switch (verdict) {
              case Verdict.Whole(var head, int unsealed) ->
                  Finding.ok(
                      "%,d records are whole, %d wait for their seal; head %s"
                          .formatted(head.position(), unsealed, head));
              case Verdict.Broken(String what, long position, String detail) ->
                  what.equals("empty")
                      ? Finding.ok("there is no record yet")
                      : Finding.problem(
                          "%s at place %d: %s".formatted(what, position, detail),
                          "Keep an export, and look who can write to the database");
            })
        .orElseGet(() ->
            Finding.skipped(
                "it has more than %,d records: `agent audit export`, then `verify`"
                    .formatted(most)));
  }
}
