package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Principal.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A browser that lets itself be told: its worker is a real one, its push service is not there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AppPushIT {
  private static final String KEY =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

  /** What the browser's maker would do with his push service. */
  private static final String SERVICE =
      """
      { const made = { options: { applicationServerKey: null }, toJSON: () => ({
          endpoint: 'https://push.example.org/one', keys: { p256dh: '%s', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
          unsubscribe: async () => { localStorage.removeItem('played'); return true; } };
        PushManager.prototype.getSubscription = async () => localStorage.getItem('played') ? made : null;
        PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
          if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('no key');
          localStorage.setItem('played', '1'); return made; }; }
      """
          .formatted(KEY);

  private AppInBrowser app;

  @BeforeAll
  void start(@TempDir Path home, @TempDir Path profile) throws Exception {
    app = new AppInBrowser(home, profile);
    app.browser.call("Page.enable", Map.of());
    app.browser.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", SERVICE));
    app.browser.call(
        "Browser.grantPermissions",
        Map.of("origin", app.server.app.address(), "permissions", List.of("notifications")));
    app.browser.call("ServiceWorker.enable", Map.of());
    app.signIn(app.server.key(Kind.PAT_USER, app.server.value("SELECT user_id FROM human")));
  }

  @AfterAll
  void stop() {
    if (app != null) {
      app.close();
    }
  }

  @Test
  void aBrowserIsSubscribedToldAndRemoved() throws Exception {
    app.open("/me");
    app.click("Tell this browser");
    app.untilShown("this one");
    app.untilShown("by push.example.org");

    String message =
        "{\"title\": \"Mend <b>it</b>\", \"kind\": \"asks\", \"session_id\": \"s\", \"url\": \"/sessions/1?step=e7\"}";
    for (int i = 0; i < 2; i++) { // the second one takes the place of the first
      shows(
          message, "Mend <b>it</b>: Asks you " + app.server.app.address() + "/sessions/1?step=e7");
    }
    assertThat(app.browser.complaints()).isEmpty();
    assertThat(app.violations("push")).isEmpty();

    app.click("Remove");
    app.until("!document.body.innerText.includes('push.example.org')");
    app.until(
        "localStorage.getItem('played') === null && localStorage.getItem('agent-push') === null");
  }

  /**
   * Pushes until there is the one notification, and no other. Chromium forgets one that is asked
   * for in the moment between its being kept and its being displayed, so each push is asked for
   * once.
   */
  private void shows(String message, String text) throws Exception {
    String shown = "";
    for (int i = 0; i < 30 && !shown.equals(text); i++) {
      app.browser.call(
          "ServiceWorker.deliverPushMessage",
          Map.of(
              "origin",
              app.server.app.address(),
              "registrationId",
              app.browser.workers().getLast(),
              "data",
              message));
      shown = shown();
    }
    assertThat(shown).isEqualTo(text);
  }

  private String shown() throws Exception {
    return app.browser
        .awaited(
            """
            (async () => {
              await new Promise(done => setTimeout(done, 1000));
              const all = await (await navigator.serviceWorker.getRegistration('/app/')).getNotifications();
              return all.map(each => each.title + ': ' + each.body + ' ' + each.data).join();
            })()
            """)
        .asString();
  }
}
