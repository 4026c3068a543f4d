package io.agentservice.server.engine.push;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.App;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a person's browsers are told, and what becomes of it. */
class PushesIT extends OnPushes {
  @Override
  protected Map<String, String> settings() {
    var settings = new HashMap<>(super.settings());
    settings.put("AGENT_WATCH_KEEPALIVE_SECONDS", "1"); // so that a page that is left is missed
    return settings;
  }

  private PlayedBrowser.Told only() {
    await(() -> !browser.told().isEmpty());
    assertThat(browser.told()).hasSize(1);
    return browser.told().getFirst();
  }

  private int attempts() {
    return notices().at("/items/0/attempts").asInt(0);
  }

  private void becomes(String... outcomes) {
    await(() -> outcomes().equals(List.of(outcomes)));
  }

  @Test
  void aQuestionIsToldToItsPersonsBrowserAloneWithTheWayToIt() throws Exception {
    String id = subscribe();
    String session = session("Mend the cart");
    server
        .given()
        .update(
            "INSERT INTO event (session_id, seq, epoch, type, data) SELECT session_id, last_seq + 1, epoch, 'waiting',"
                + " '{\"message\": \"Which?\"}' FROM session WHERE session_id = ?",
            session);
    long step = server.given().number("SELECT max(seq) FROM event WHERE session_id = ?", session);
    stands(session, "status = 'RUNNING', status_detail = 'WAITING_FOR_USER', last_seq = " + step);

    var told = only();
    assertThat(told.body().path("title").asString()).isEqualTo("Mend the cart");
    assertThat(told.body().path("kind").asString()).isEqualTo("asks");
    String hex = session.replaceFirst(".*-", "");
    assertThat(told.body().path("url").asString())
        .isEqualTo("/sessions/%s?step=e%d".formatted(hex, step));
    assertThat(told.headers().getFirst("TTL")).isIn("86400", "86399", "86398", "86397");
    assertThat(told.headers().getFirst("Urgency")).isEqualTo("high");
    assertThat(told.headers().getFirst("Topic")).isEqualTo(hex);
    assertThat(told.headers().getFirst("Content-Encoding")).isEqualTo("aes128gcm");

    String key = person.get(SELF + "push-key").ok().text("/public_key");
    var claims = PlayedBrowser.claims(told, key);
    assertThat(claims.path("aud").asString()).isEqualTo(browser.origin());
    assertThat(claims.path("sub").asString()).isEqualTo("mailto:operator@127.0.0.1");

    becomes("delivered");
    var notice = notices().at("/items/0");
    assertThat(notice.path("push_subscription_id").asString()).isEqualTo(id);
    assertThat(notice.path("session_id").asString()).isEqualTo(session);
    assertThat(notice.path("attempts").intValue()).isEqualTo(1);
    assertThat(person.get(BROWSERS).ok().text("/items/0/last_outcome")).isEqualTo("delivered");
    var events = person.get(path("sessions/" + session + "/events")).ok();
    assertThat(events.each("/items", "/type")).contains("notification");
  }

  @Test
  void onlyWhatThePersonWantsIsTold() {
    subscribe();
    String first = session("first");
    stands(first, "status = 'RUNNING', status_detail = 'FINISHED'");
    String second = session("second");
    stands(second, "status = 'RUNNING', status_detail = 'WAITING_FOR_APPROVAL'");
    assertThat(only().body().path("kind").asString()).isEqualTo("approval");

    person.patch(SELF + "preferences", json("notify", List.of("finished"))).ok();
    asks(session("third"));
    stands(session("fourth"), "status = 'RUNNING', status_detail = 'FINISHED'");
    await(() -> browser.told().size() == 2);
    assertThat(browser.told().getLast().body().path("title").asString()).isEqualTo("fourth");
    assertThat(browser.told().getLast().headers().getFirst("Urgency")).isEqualTo("normal");
  }

  @Test
  void sessionsOfOthersAreNotTold() {
    subscribe();
    String others = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    asks(others);
    asks(session("mine"));
    assertThat(only().body().path("title").asString()).isEqualTo("mine");
  }

  @Test
  void aBusyServiceIsAskedAgainWhenItSaysAndNotBefore() {
    browser.answer(429, 3600);
    subscribe();
    asks(session("busy"));
    only();
    await(() -> attempts() == 1);
    assertThat(
            server
                .given()
                .number(
                    "SELECT extract(epoch FROM next_at - now())::bigint FROM push_notice WHERE user_id = ?",
                    user.value()))
        .isBetween(3500L, 3600L);
    due();
    becomes("delivered");
    assertThat(browser.told()).hasSize(2);
  }

  @Test
  void aBrowserThatIsGoneIsForgotten() {
    browser.answer(410, -1);
    subscribe();
    asks(session("gone"));
    becomes("gone");
    assertThat(person.get(BROWSERS).ok().at("/items").size()).isZero();
  }

  @Test
  void whatIsRefusedIsNotTriedAgain() {
    browser.answer(400, -1);
    subscribe();
    asks(session("refused"));
    becomes("refused");
    assertThat(browser.told()).hasSize(1);
    assertThat(person.get(BROWSERS).ok().text("/items/0/last_outcome")).isEqualTo("refused");
  }

  @Test
  void aPrivateAddressIsNotAskedUnlessItsHostIsTrusted() {
    String body =
        browser
            .subscription("Laptop")
            .replaceFirst("http://127.0.0.1:[0-9]+", "https://localhost:1");
    person.post(BROWSERS, body).ok();
    asks(session("inside"));
    becomes("refused");
  }

  @Test
  void whoHasTheSessionOpenIsToldWhenHeHasLeftAndItStillAsks() {
    subscribe();
    String session = session("open");
    String stream = path("sessions/" + session + "/timeline?watch=true");
    try (var watch = signedIn(token).watch(stream, "TimelineFrame")) {
      watch.line();
      asks(session);
      await(() -> notices().at("/items").size() == 1);
      due();
      await(() ->
          server
                  .given()
                  .number(
                      "SELECT count(*) FROM push_notice WHERE user_id = ? AND next_at > now()",
                      user.value())
              == 1);
      assertThat(browser.told()).isEmpty();
    }
    await(() -> {
      unread();
      due();
      return outcomes().equals(List.of("delivered"));
    });
  }

  @Test
  void aProgramThatFollowsIsNoReader() {
    subscribe();
    String session = session("followed");
    try (var watch =
        person.watch(path("sessions/" + session + "/timeline?watch=true"), "TimelineFrame")) {
      watch.line();
      asks(session);
      becomes("delivered");
    }
  }

  @Test
  void whatWasAnsweredBeforeItWasToldIsNotTold() {
    browser.answer(503, 3600);
    subscribe();
    String session = session("answered");
    asks(session);
    await(() -> attempts() == 1);
    stands(session, "status_detail = 'WORKING'");
    due();
    becomes("answered");
    assertThat(browser.told()).hasSize(1);
  }

  @Test
  void aQuestionThatSleepsIsStillTold() {
    browser.answer(503, 3600);
    subscribe();
    String session = session("asleep");
    asks(session);
    await(() -> attempts() == 1);
    stands(
        session,
        "status = 'SUSPENDED', status_detail = 'INACTIVITY', prior_detail = 'WAITING_FOR_USER'");
    due();
    becomes("delivered");
  }

  @Test
  void whoMayNotSeeTheSessionAnyMoreIsToldNothing() {
    browser.answer(503, 3600);
    subscribe();
    asks(session("secret"));
    await(() -> attempts() == 1);
    server.given().update("DELETE FROM role_assignment WHERE principal_id = ?", user.value());
    due();
    becomes("withdrawn");
    assertThat(browser.told()).hasSize(1);
  }

  @Test
  void aNewQuestionTakesThePlaceOfTheOneBefore() {
    browser.answer(503, 3600);
    subscribe();
    String session = session("twice");
    asks(session);
    await(() -> attempts() == 1);
    stands(session, "status_detail = 'WORKING'");
    asks(session);
    becomes("delivered", "replaced");
  }

  @Test
  void whatCouldNotBeToldInADayExpires() {
    browser.answer(503, 3600);
    subscribe();
    asks(session("late"));
    await(() -> attempts() == 1);
    server
        .given()
        .update(
            "UPDATE push_notice SET created_at = now() - interval '25 hours', next_at = now() WHERE user_id = ?",
            user.value());
    becomes("expired");
  }

  @Test
  void twoServersTellEachTurnOnce() {
    subscribe();
    var sessions = new ArrayList<String>();
    for (int i = 0; i < 12; i++) {
      sessions.add(session("session " + i));
    }
    try (App other = server.furtherNode(settings(), UnaryOperator.identity())) {
      assertThat(other.address()).isNotEmpty();
      sessions.forEach(this::asks);
      await(() -> outcomes().equals(Collections.nCopies(12, "delivered")));
    }
    assertThat(browser.told().stream().map(told -> told.body().path("title").asString()))
        .hasSize(12)
        .doesNotHaveDuplicates();
  }

  @Test
  void whatWasNotLookedAtBeforeAServerDiedIsToldOnceByTheNextLook() throws Exception {
    subscribe();
    String session = session("crash");
    try (var _ = server.given().holding("SELECT FROM push_position FOR UPDATE")) {
      asks(session);
      await(() -> server.given().waiting() > 0);
      assertThat(browser.told()).isEmpty();
      server.leadAnew();
    }
    becomes("delivered");
    assertThat(browser.told()).hasSize(1);
  }
}
