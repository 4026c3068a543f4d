package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the bodies of sessions and messages may say (api-org.md 1.2 to 1.4, sessions.md 6). */
class SessionCreationIT extends OnOrganization {
  private String sessions;

  @BeforeEach
  void paths() {
    sessions = path("sessions");
  }

  private Reply send(String fields) {
    return member.post(sessions, "{\"prompt\":\"p\"" + fields + "}");
  }

  private Reply withSecrets(String secrets) {
    return send(",\"session_secrets\":" + secrets);
  }

  @Test
  void linksAreSessionsOfTheOrganizationInAnySpelling() {
    var other = send("").ok();
    String hex = other.text("/session_id").substring("agent-".length());
    for (String link : List.of(hex, "agent-" + hex, "devin-" + hex, other.text("/url"))) {
      assertThat(
              send(",\"session_links\":[\"%s\"]".formatted(link))
                  .ok()
                  .at("/is_advanced")
                  .booleanValue())
          .isTrue();
    }
    assertThat(send(",\"session_links\":[]").ok().at("/is_advanced").booleanValue()).isFalse();
    var elsewhere = server.given().organization();
    server
        .admin()
        .post(
            "/v3/organizations/" + elsewhere + "/sessions",
            json(
                "prompt",
                "p",
                "session_links",
                List.of(hex, "agent-" + "0".repeat(32), "https://x.y/sessions/" + hex, 7, "")))
        .invalid(
            "body.session_links.0 unknown_reference",
            "body.session_links.1 unknown_reference",
            "body.session_links.2 unknown_reference",
            "body.session_links.3 type",
            "body.session_links.4 too_short");
  }

  @Test
  void whatAnIdCantBeIsAnUnknownReferenceAndNoFaultOfTheServer() {
    send(",\"knowledge_ids\":[\"a\\u0000b\"],\"session_links\":[\"a\\u0000b\"]")
        .invalid("body.knowledge_ids.0 pattern", "body.session_links.0 pattern");
    send(",\"playbook_id\":7,\"secret_ids\":[\"secret-x\"],\"structured_output_required\":1")
        .invalid(
            "body.playbook_id type",
            "body.secret_ids.0 unknown_reference",
            "body.structured_output_required type");
    send(",\"secret_ids\":[],\"playbook_id\":null").ok();
  }

  @Test
  void aParentIsNamedOnceByQueryOrBody() {
    String parent = send("").ok().text("/session_id");
    String other = send("").ok().text("/session_id");
    String body = json("prompt", "p", "parent_session_id", "%s");
    String query = sessions + "?agent_id=" + parent;
    assertThat(
            member
                .post(query, body.formatted(parent.replace("agent-", "devin-")))
                .ok()
                .text("/parent_session_id"))
        .isEqualTo(parent);
    member.post(query, body.formatted(other)).invalid("body.parent_session_id alias_conflict");
    member
        .post(sessions + "?devin_id=" + "0".repeat(32), json("prompt", "p"))
        .invalid("query.devin_id unknown_reference");
    member
        .post(query + "&devin_id=" + other, json("prompt", "p"))
        .invalid("query.devin_id alias_conflict");
  }

  @Test
  void addressesOfAttachmentsAreOfHttpAndNotTooManyOrTooLong() {
    String one = send("").ok().text("/session_id");
    String messages = sessions + "/" + one + "/messages";
    String longest = "https://h/" + "x".repeat(2073);
    String good = ",\"attachment_urls\":[\"http://a/b\",\"HTTPS://a.b:1/c?d#e\",\"%s\"]}";
    member.post(sessions, "{\"prompt\":\"p\"" + good.formatted(longest)).ok();
    member.post(messages, "{\"message\":\"m\"" + good.formatted(longest)).ok();
    String bad =
        ",\"attachment_urls\":[\"ftp://a/b\",\"a/b\",\"https:///x\",\"%sx\",\"\",null]}"
            .formatted(longest);
    String[] failures = {
      "body.attachment_urls.0 format",
      "body.attachment_urls.1 format",
      "body.attachment_urls.2 format",
      "body.attachment_urls.3 too_long",
      "body.attachment_urls.4 too_short",
      "body.attachment_urls.5 type"
    };
    member.post(sessions, "{\"prompt\":\"p\"" + bad).invalid(failures);
    member.post(messages, "{\"message\":\"m\"" + bad).invalid(failures);
    String many =
        ",\"attachment_urls\":%s}"
            .formatted(Json.MAPPER.writeValueAsString(Collections.nCopies(51, "http://a/b")));
    member.post(sessions, "{\"prompt\":\"p\"" + many).invalid("body.attachment_urls too_long");
    member.post(messages, "{\"message\":\"m\"" + many).invalid("body.attachment_urls too_long");
  }

  @Test
  void secretsAreAnArrayOrAMapOfAnyKeysWithinBounds() {
    String largest = "v".repeat(65_536);
    withSecrets(
            "[{\"key\":\"A\",\"value\":\"\"},{\"key\":\"not a name=\",\"value\":\"%s\"}]"
                .formatted(largest))
        .ok();
    withSecrets("{\"A\":\"\",\"%s\":\"v\"}".formatted("\u00e9".repeat(256))).ok();
    withSecrets("[{\"key\":\"A\",\"value\":\"v\",\"sensitive\":null}]").ok();
    withSecrets("{}").ok();
    withSecrets("null").ok();
    withSecrets("7").invalid("body.session_secrets type");
    withSecrets(
            """
            [7, {}, {"key": "", "value": 1}, {"key": "A", "value": "%sv"},
             {"key": "A", "value": "v", "sensitive": "no"}, {"key": "%s", "value": null}]
            """
                .formatted(largest, "k".repeat(257)))
        .invalid(
            "body.session_secrets.0 type",
            "body.session_secrets.1.key missing",
            "body.session_secrets.1.value missing",
            "body.session_secrets.2.key too_short",
            "body.session_secrets.2.value type",
            "body.session_secrets.3.value too_long",
            "body.session_secrets.4.sensitive type",
            "body.session_secrets.4 duplicate",
            "body.session_secrets.5.key too_long",
            "body.session_secrets.5.value missing");
    withSecrets(json("", "v", "B", 7))
        .invalid("body.session_secrets. too_short", "body.session_secrets.B type");
    var many = Json.MAPPER.createObjectNode();
    for (int i = 0; i <= 100; i++) {
      many.put("K" + i, "v");
    }
    withSecrets(many.toString()).invalid("body.session_secrets too_long");
  }

  @Test
  void aTimeThatTheDatabaseCantKeepIsTooLarge() {
    for (String bound : List.of("created_after", "created_before", "updated_after")) {
      String query = sessions + "?" + bound + "=";
      member.get(query + "10000000000000").invalid("query." + bound + " too_large");
      member.get(query + "9".repeat(30)).invalid("query." + bound + " too_large");
      member.get(query + "9224318015999").ok();
      member.get(query + "0").ok();
    }
  }

  @Test
  void aCursorHoldsForItsFiltersInAnyOrderOfTheirValues() {
    for (int i = 0; i < 3; i++) {
      send(",\"tags\":[\"a\",\"b\"]").ok();
    }
    String list = sessions + "?first=1&tags=a&tags=b&origins=api,cli&is_archived=0";
    String after = "&after=" + member.get(list).ok().text("/end_cursor");
    String turned = sessions + "?is_archived=false&origins=cli&origins=api&tags=b&tags=a&first=2";
    assertThat(member.get(turned + after).ok().at("/items")).hasSize(2);
    assertThat(member.get(turned.replace("first", "limit") + after).ok().at("/items")).hasSize(2);
    member.get(turned.replace("tags=a", "tags=c") + after).refused(400, "invalid_cursor");
    member.get(sessions + "?first=1" + after).refused(400, "invalid_cursor");
  }

  @Test
  void whoeverHoldsUseAgentSessionsByAnyRoleCanBeActedFor() {
    var admin = server.admin();
    var uses = role("enterprise", "ManageAccountSessions"); // implies it
    var reads = role("org", "ViewOrgSessions");
    String body = json("prompt", "p", "create_as_user_id", "%s");

    var reader = server.given().human(org, reads);
    var elsewhere = server.given().human(server.given().organization(), "org_member");
    var gone = server.given().human(org, "org_member");
    server.given().update("UPDATE human SET deleted_at = now() WHERE user_id = ?", gone.value());
    for (var nobody : List.of(reader, elsewhere, gone)) {
      admin
          .post(sessions, body.formatted(nobody))
          .invalid("body.create_as_user_id unknown_reference");
    }
    var user = server.given().human(org, reads);
    server
        .given()
        .update(
            "INSERT INTO role_assignment (principal_id, role_id) VALUES (?, ?)",
            user.value(),
            uses);
    assertThat(admin.post(sessions, body.formatted(user)).ok().text("/user_id"))
        .isEqualTo(user.value());
  }

  private String role(String type, String permission) {
    return server
        .admin()
        .post(
            "/v3/enterprise/roles",
            json(
                "role_name",
                permission + " of " + org,
                "role_type",
                type,
                "permissions",
                List.of(permission)))
        .ok()
        .text("/role_id");
  }
}
