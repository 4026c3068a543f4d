package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.App;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.settings.Settings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests of signing in with an identity provider, with a server of their class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnProvider {
  protected Path home;
  protected IdentityProvider provider;
  protected PageServer server;
  protected BrowserAway browser;

  @BeforeAll
  void start(@TempDir Path ofTheClass) {
    home = ofTheClass;
    provider = new IdentityProvider();
    server = new PageServer(home, provider.settings());
    browser = new BrowserAway(server.http);
  }

  @AfterAll
  void stop() {
    server.close();
    provider.close();
  }

  @BeforeEach
  void aPerson() {
    provider.behave();
    provider.person = IdentityProvider.person("auth0|ada", "ada@example.org");
  }

  protected HttpResponse<String> signIn() throws Exception {
    String address = server.app.address();
    return browser.begin(address, "/").end(address);
  }

  protected static String cookie(HttpResponse<String> done) {
    assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
    return BrowserAway.header(done, "Set-Cookie").split(";", 2)[0];
  }

  protected JsonNode self(String cookie) throws Exception {
    return Json.MAPPER.readTree(server.get("/v3/self", cookie).body());
  }

  protected String people() throws Exception {
    return server.value("SELECT string_agg(h::text, ' ' ORDER BY user_id) FROM human h");
  }

  protected String lastLogin() throws Exception {
    return server.value(
        "SELECT concat(user_id, ' ', data) FROM audit_log WHERE action = 'login' ORDER BY created_at DESC, audit_log_id DESC LIMIT 1");
  }

  /** A page for people that says why; nobody is signed in, and no human is there who wasn't. */
  protected static void refused(HttpResponse<String> answer, int status, String why) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(why, "Sign in").doesNotContain("xception", "Idempotency");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  protected App node(Map<String, String> more) {
    var values = new HashMap<>(provider.settings());
    values.put("AGENT_HOME", home.resolve("node").toString());
    values.put("AGENT_MASTER_KEY", masterKey());
    values.put("AGENT_ATTACHMENT_STORE", home.resolve("data/attachments").toString());
    values.put("AGENT_DATABASE_URL", server.database.jdbcUrl());
    values.put("AGENT_PORT", "0");
    values.putAll(more);
    return App.start(Settings.read(values));
  }

  private String masterKey() {
    try {
      return Files.readString(home.resolve("master.key")).strip();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
