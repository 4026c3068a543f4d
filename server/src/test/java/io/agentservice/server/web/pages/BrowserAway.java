package io.agentservice.server.web.pages;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A browser that goes to an identity provider to sign in. */
record BrowserAway(HttpClient http) {

  /**
   * Come so far that the provider has sent it back.
   *
   * @param begun our answer that sent it away
   * @param cookie what it keeps
   * @param back path and query that it is sent back to
   */
  record Way(BrowserAway browser, HttpResponse<String> begun, String cookie, String back) {
    HttpResponse<String> end(String address) throws Exception {
      return browser.visit(address + back, cookie);
    }
  }

  Way begin(String address, String next) throws Exception {
    var begun = visit(address + "/login/oidc?next=" + next, "a=b");
    if (begun.statusCode() != 303) {
      throw new AssertionError(begun.statusCode() + " " + begun.body());
    }
    var back = URI.create(header(visit(header(begun, "Location"), "a=b"), "Location"));
    String cookie = header(begun, "Set-Cookie").split(";", 2)[0];
    return new Way(this, begun, cookie, back.getRawPath() + "?" + back.getRawQuery());
  }

  HttpResponse<String> visit(String address, String cookie) throws Exception {
    return visit(address, "Cookie", cookie);
  }

  HttpResponse<String> visit(String address, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address)).headers(headers).build();
    return http.send(request, BodyHandlers.ofString());
  }

  static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElseThrow(() -> new AssertionError(answer.body()));
  }
}
