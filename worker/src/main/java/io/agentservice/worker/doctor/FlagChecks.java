package io.agentservice.worker.doctor;

import io.agentservice.client.http.EnvironmentProxies;
import java.net.URI;
import java.util.List;

/** What the flags and variables themselves tell. */
final class FlagChecks {
  private static final List<URI> ELSEWHERE =
      List.of(URI.create("http://elsewhere.invalid"), URI.create("https://elsewhere.invalid"));

  private FlagChecks() {}

  static Finding flags(Subject subject) {
    var fault = subject.flagFault();
    return fault == null
        ? Finding.ok("every value is one that start takes")
        : Finding.problem(fault, "Correct the flag, or its variable");
  }

  static Finding token(Subject subject) {
    var token = subject.credential().token();
    if (token == null || token.isBlank()) {
      return Finding.problem(
          "No token", "Set AGENT_OUTPOSTS_TOKEN to the key of a service user (UseOutpostsMachine)");
    }
    if (!token.chars().allMatch(c -> c > ' ' && c < 127)) {
      return Finding.problem(
          "The token holds a space, a line end or another character that no token has",
          "Set it again, as one word; a file may hold more than the token");
    }
    if (token.chars().anyMatch(c -> c == '"' || c == '\'' || c == '`')) {
      return Finding.problem(
          "The token holds a quotation mark",
          "Leave the quotation marks out: files of variables take them literally");
    }
    return subject.credential().inArguments()
        ? Finding.warning(
            "The token is an argument, which everybody on this machine can read",
            "Set AGENT_OUTPOSTS_TOKEN instead of --token")
        : Finding.ok("there is one");
  }

  static Finding proxy(Subject subject) {
    var proxies = new EnvironmentProxies(subject.environment());
    for (var address : List.of(subject.server().apiUrl(), subject.server().staticBaseUrl())) {
      var flaw = proxies.flaw(address);
      if (flaw != null) {
        return Finding.problem(flaw, "Correct the variable, or unset it");
      }
    }
    for (var address : ELSEWHERE) {
      var flaw = proxies.flaw(address);
      if (flaw != null) {
        return Finding.warning(flaw + "; the worker does not need it", "Correct it, or unset it");
      }
    }
    return Finding.ok(way(proxies, subject.server().apiUrl()));
  }

  private static String way(EnvironmentProxies proxies, URI address) {
    var proxy = proxies.select(address).getFirst().address();
    return proxy == null ? "none for " + address : proxy + " for " + address;
  }
}
