package io.agentservice.worker.doctor;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.Answer;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.wire.json.JsonException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the one call that all checks of the service share; null for what it did not tell.
 */
record Visit(Finding finding, @Nullable Instant serverTime, @Nullable List<Outpost> outposts) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static Visit to(Subject subject) {
    var token = subject.credential().token();
    if (token == null) {
      return failed(Finding.skipped("not asked without a token"));
    }
    ClientSettings settings;
    try {
      settings = ClientSettings.of(subject.server().apiUrl(), token).withRequestTimeout(PATIENCE);
    } catch (IllegalArgumentException e) {
      var message = String.valueOf(e.getMessage());
      return failed(
          message.contains("token")
              ? Finding.skipped("not asked with a token that can't be sent")
              : Finding.problem(message, "Give --api-url as https://host or http://host:port"));
    }
    try (var client = new AgentClient(settings)) {
      var query = Query.of("first", 1);
      var answer = client.request("GET", "/opbeta/outposts/outposts", query, null);
      var refusal = refusal(subject, answer);
      return refusal != null
          ? new Visit(refusal, answer.date(), null)
          : new Visit(
              Finding.ok(subject.server().apiUrl() + " answers and lets this token serve"),
              answer.date(),
              client.fleet().outposts());
    } catch (UnreachableException e) {
      return failed(Finding.problem(String.valueOf(e.getMessage()), e.hint()));
    } catch (ClientException e) {
      return failed(Finding.problem("Outposts can't be listed: " + e.getMessage(), e.hint()));
    }
  }

  private static Visit failed(Finding finding) {
    return new Visit(finding, null, null);
  }

  /** What is wrong with the answer; null when it is a list of outposts. */
  private static @Nullable Finding refusal(Subject subject, Answer answer) {
    var url = subject.server().apiUrl();
    int status = answer.status();
    if (answer.successful()) {
      return isPage(answer.body())
          ? null
          : Finding.problem(
              url + " answers, but is no agent service",
              "Give the address of the service's API as --api-url");
    }
    if (status >= 300 && status < 400) {
      return Finding.problem(
          url + " redirects to " + answer.header("Location"),
          "Give the address where the service itself answers as --api-url");
    }
    return switch (status) {
      case 401 ->
          Finding.problem(
              "The token is refused: " + detail(answer),
              "Set AGENT_OUTPOSTS_TOKEN to the key of a service user that exists and has not expired");
      case 403 ->
          Finding.problem(
              "The token may not serve outposts: " + detail(answer),
              "Give its service user the permission UseOutpostsMachine");
      case 404 ->
          Finding.problem(
              url + " has no outposts (404)",
              "Give --api-url without a path, unless the service stands below one");
      case 407 ->
          Finding.problem(
              "The proxy asks for a user and password, or refuses those in its address",
              "Write them as http://user:password@host:port, percent-encoded");
      default ->
          Finding.problem(
              url + " answered " + status + ": " + detail(answer),
              "Look at the service, or at what stands before it");
    };
  }

  private static boolean isPage(String body) {
    try {
      FleetJson.OUTPOST_PAGE.fromJson(body);
      return true;
    } catch (JsonException _) {
      return false;
    }
  }

  private static String detail(Answer answer) {
    try {
      var detail = answer.json().text("detail");
      return detail == null ? "no reason given" : detail;
    } catch (JsonException _) {
      return "no reason given";
    }
  }
}
