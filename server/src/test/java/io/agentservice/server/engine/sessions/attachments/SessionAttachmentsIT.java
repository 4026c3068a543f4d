package io.agentservice.server.engine.sessions.attachments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What sessions and messages bring along (api-org.md 1.2, 1.3; sessions.md 4). */
class SessionAttachmentsIT extends OnOrganization {
  private Reply upload(String name) {
    return member.upload(path("attachments"), name, name.getBytes(UTF_8)).ok();
  }

  private static String body(String field, String text, String... urls) {
    return Json.MAPPER.writeValueAsString(
        Map.of(field, text, "attachment_urls", Arrays.asList(urls)));
  }

  private Reply create(String prompt, String... urls) {
    return member.post(path("sessions"), body("prompt", prompt, urls));
  }

  private List<String> attachmentsOf(Reply session, String pointer) {
    return member
        .get(path("sessions/" + session.ok().text("/session_id") + "/attachments"))
        .ok()
        .each(pointer);
  }

  private List<String> attachedBy(Reply session, int message) {
    String messages = path("sessions/" + session.text("/session_id") + "/messages");
    return member.get(messages).ok().each("/items/" + message + "/attachment_ids", "");
  }

  @Test
  void item54OwnAttachmentsBecomeTheSessionsAndOtherAddressesStayText() {
    var first = upload("a.txt");
    var second = upload("b.txt");
    var _ = upload("c.txt");
    var session =
        create(
            "p",
            first.text("/url"),
            "https://other.example/x.pdf",
            second.text("/url"),
            first.text("/url"));

    var list =
        member.get(path("sessions/" + session.ok().text("/session_id") + "/attachments")).ok();
    assertThat(list.each("/attachment_id"))
        .containsExactly(second.text("/attachment_id"), first.text("/attachment_id"));
    assertThat(list.each("/source")).containsOnly("user");
    assertThat(list.each("/url")).contains(first.text("/url"));
    assertThat(list.each("/size_bytes")).containsOnly("5");
    assertThat(list.at("/total").intValue()).isEqualTo(2);
    assertThat(attachedBy(session, 0))
        .containsExactly(first.text("/attachment_id"), second.text("/attachment_id"));
    assertThat(
            server
                .given()
                .text(
                    "SELECT attachment_links::text FROM message WHERE session_id = ?",
                    session.text("/session_id")))
        .isEqualTo("{https://other.example/x.pdf}");
    assertThat(
            server
                .given()
                .number("SELECT count(*) FROM attachment WHERE org_id = ? AND used", org.value()))
        .isEqualTo(2);
  }

  @Test
  void aMessageBringsFurtherOnesWhichAreCounted() {
    var session = create("p").ok();
    var file = upload("a.txt");
    String messages = path("sessions/" + session.text("/session_id") + "/messages");
    member.post(messages, body("message", "m", file.text("/url"), "http://other.example/")).ok();

    assertThat(attachedBy(session, 1)).containsExactly(file.text("/attachment_id"));
    assertThat(attachedBy(session, 0)).isEmpty();
    var audit = server.given().audit(org).getLast();
    assertThat(audit.action()).isEqualTo("send_message");
    assertThat(audit.data().get("attachment_count").intValue()).isEqualTo(2);
  }

  @Test
  void addressesOfThisServerThatNameNothingHereAreRefused() {
    var file = upload("a.txt");
    String url = file.text("/url");
    var other = server.given().organization();
    var elsewhere =
        server
            .as(server.given().key(other, "org_member"))
            .upload("/v3/organizations/" + other + "/attachments", "a.txt", new byte[1])
            .ok()
            .text("/url");
    var refused =
        create(
            "p",
            url.replace("a.txt", "b.txt"),
            elsewhere,
            elsewhere.replace(other.value(), org.value()),
            url.replace(org.value(), other.value()),
            url.replaceAll("attachments/[^/]*", "attachments/" + "0".repeat(32)),
            url.replaceAll("attachments/[^/]*", "attachments/x"),
            server.address() + "/v1/attachments/x/%zz");
    refused.invalid(
        "body.attachment_urls.0 unknown_reference",
        "body.attachment_urls.1 unknown_reference",
        "body.attachment_urls.2 unknown_reference",
        "body.attachment_urls.3 unknown_reference",
        "body.attachment_urls.4 unknown_reference",
        "body.attachment_urls.5 unknown_reference",
        "body.attachment_urls.6 unknown_reference");
    assertThat(server.given().number("SELECT count(*) FROM session WHERE org_id = ?", org.value()))
        .isZero();
  }

  @Test
  void item120LinesOfAPromptAndAMessageAttach() {
    var old = server.as(server.given().legacyKey(null, org));
    String ofVersion1 =
        old.upload("/v1/attachments", "\u00fc 1.txt", "x".getBytes(UTF_8)).ok().body();
    var file = upload("a.txt");
    String foreign = foreign(server.given().organization());
    var session =
        create(
            "Look:\nATTACHMENT:\"%s\"\r\nATTACHMENT: \t\"%s\"\nATTACHMENT:\"%s\"\nATTACHMENT:\"nothing\""
                .formatted(file.text("/url"), ofVersion1, foreign));

    assertThat(attachmentsOf(session, "/name")).containsExactlyInAnyOrder("a.txt", "\u00fc 1.txt");
    assertThat(
            member
                .get(path("sessions/" + session.text("/session_id") + "/messages"))
                .ok()
                .text("/items/0/message"))
        .contains("ATTACHMENT:\"" + file.text("/url"))
        .contains("ATTACHMENT:\"nothing\"");

    var second = create("p").ok();
    member
        .post(
            path("sessions/" + second.text("/session_id") + "/messages"),
            body(
                "message",
                "see ATTACHMENT:\"%1$s\"\n ATTACHMENT:\"%1$s\"\nATTACHMENT:%1$s"
                    .formatted(file.text("/url"))))
        .ok();
    assertThat(attachmentsOf(second, "/name")).as("no line of that form").isEmpty();
    member
        .post(
            path("sessions/" + second.text("/session_id") + "/messages"),
            body("message", "ATTACHMENT:\"%s\"".formatted(file.text("/url"))))
        .ok();
    assertThat(attachmentsOf(second, "/name")).containsExactly("a.txt");
  }

  private String foreign(OrgId other) {
    return server
        .as(server.given().key(other, "org_member"))
        .upload("/v3/organizations/" + other + "/attachments", "f.txt", new byte[1])
        .ok()
        .text("/url");
  }

  @Test
  void filesOfOneNameHavePlacesOfTheirOwn() {
    String long1 = "x".repeat(240) + ".txt";
    create("another session", upload("a.txt").text("/url")).ok();
    var session =
        create(
            "p",
            upload("a.txt").text("/url"),
            upload("A.txt").text("/url"),
            upload("a.txt").text("/url"),
            upload("a<b>:c?.txt").text("/url"),
            upload(long1).text("/url"));

    assertThat(
            server
                .given()
                .text(
                    "SELECT string_agg(file_name, ' ' ORDER BY file_name COLLATE \"C\") FROM session_attachment WHERE session_id = ?",
                    session.ok().text("/session_id")))
        .isEqualTo("2-A.txt 3-a.txt a.txt a_b__c_.txt " + "x".repeat(180) + ".txt");
  }

  @Test
  void theListOfASessionThatIsNotThereIsA404() {
    member
        .get(path("sessions/agent-" + "0".repeat(32) + "/attachments"))
        .refused(404, "session_not_found");
  }
}
