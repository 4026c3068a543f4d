package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.Test;

/** Changes a session (design/web.md 7.2). */
class SessionChangeIT extends OnOutpost {
  private String one() {
    return path("sessions/" + session());
  }

  private void used(String path, int acus) {
    server
        .given()
        .update(
            "UPDATE session SET model_dollars = ? * dollars_per_acu WHERE session_id = ?",
            acus,
            path.substring(path.lastIndexOf('/') + 1));
  }

  @Test
  void absentFieldsStayAndNullTakesThemAway() {
    String one = one();

    assertThat(admin.patch(one, json("title", "Mend the cart")).ok().text("/title"))
        .isEqualTo("Mend the cart");
    var limited = admin.patch(one, json("max_acu_limit", 7)).ok();
    assertThat(limited.text("/title")).isEqualTo("Mend the cart");
    assertThat(limits(one)).isEqualTo(7);
    admin.patch(one, "{}").ok();
    assertThat(limits(one)).isEqualTo(7);
    var cleared = admin.patch(one, "{\"title\":null,\"max_acu_limit\":null}").ok();
    assertThat(cleared.at("/title").isNull()).isTrue();
    assertThat(limits(one)).isZero();
  }

  private long limits(String one) {
    return server
        .given()
        .number(
            "SELECT coalesce(max_acu_limit, 0) FROM session WHERE session_id = ?",
            one.substring(one.lastIndexOf('/') + 1));
  }

  @Test
  void aLimitBelowWhatIsUsedIsRefused() {
    String one = one();
    used(one, 3);

    admin
        .patch(one, json("max_acu_limit", 2, "title", "t"))
        .invalid("body.max_acu_limit too_small");

    assertThat(admin.get(one).ok().text("/title")).isNotEqualTo("t");
    admin.patch(one, json("max_acu_limit", 3)).ok();
    used(one, 4);
    admin.patch(one, json("title", "t")).ok();
  }

  @Test
  void aSessionThatSleepsAtItsLimitWakesOnceItIsRaised() {
    String one = one();
    admin.patch(one, json("max_acu_limit", 1)).ok();
    used(one, 1);
    admin.post(one + "/sleep", "").ok();
    admin.post(one + "/resume", "").refused(409, "usage_limit_exceeded");

    admin.patch(one, json("max_acu_limit", 5)).ok();

    admin.post(one + "/resume", "").ok();
  }

  @Test
  void badFieldsAreNamedAndUnknownSessionsAreNotThere() {
    String one = one();
    admin.patch(one, json("title", "")).invalid("body.title too_short");
    admin.patch(one, json("title", "x".repeat(257))).invalid("body.title too_long");
    admin.patch(one, json("max_acu_limit", 0)).invalid("body.max_acu_limit too_small");
    admin
        .patch(path("sessions/agent-" + "0".repeat(32)), json("title", "t"))
        .refused(404, "session_not_found");
    var viewer = server.as(server.given().key(org, role("ViewOrgSessions")));
    viewer.patch(one, json("title", "t")).refused(403, "permission_denied");
  }

  @Test
  void theSecretsOfTheSessionAreMaskedInItsTitle() {
    String one =
        path("sessions/")
            + admin
                .post(
                    path("sessions"),
                    "{\"prompt\":\"p\",\"session_secrets\":{\"TOKEN\":\"s3cr3t-value\"}}")
                .ok()
                .text("/session_id");

    assertThat(admin.patch(one, json("title", "with s3cr3t-value")).ok().text("/title"))
        .isEqualTo("with [secret:TOKEN]");
  }

  @Test
  void theRecordOfTheChangeSaysWhatItWasBefore() {
    String one = one();
    admin.patch(one, json("max_acu_limit", 7)).ok();
    admin.patch(one, json("max_acu_limit", 9)).ok();

    var record = admin.get("/v3/enterprise/audit-logs?first=1&action=update_session").ok();

    assertThat(record.at("/items/0/data/changes/max_acu_limit").toString())
        .isEqualTo("{\"new\":9,\"old\":7}");
  }
}
