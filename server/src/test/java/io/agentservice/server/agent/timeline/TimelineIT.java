package io.agentservice.server.agent.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of a session by the interface (design/web.md 7.1). */
class TimelineIT extends OnTimeline {
  private static final String FILE = "attachment-" + "f".repeat(32);

  @Test
  void aPageHasTheStepsOfTheSession() {
    add(
        new LoopEvent.UserMessage(
            "event-" + "1".repeat(32),
            "Mend it",
            "Ann",
            List.of(new LoopEvent.AttachedFile(FILE, "attachments/2-build.log", 7)),
            List.of("https://example.org/x")));
    String command = ran("make\ntest", "all\nwell");
    long end = add(new LoopEvent.Finished("Mended", null));

    var page = admin.get(one + "/timeline").ok();

    int at = page.each("/kind").indexOf("message");
    assertThat(page.each("/kind").subList(at, at + 4))
        .containsExactly("message", "said", "command", "finished");
    var step = page.at("/items/" + (at + 2));
    assertThat(step.path("id").asString()).isEqualTo(command);
    assertThat(step.path("status").asString()).isEqualTo("ok");
    assertThat(step.path("title").asString()).isEqualTo("make");
    assertThat(step.path("body").asString()).isEqualTo("make\ntest");
    assertThat(step.path("exit_code").asInt()).isZero();
    assertThat(step.path("duration_ms").asInt()).isEqualTo(700);
    assertThat(step.path("output").toString())
        .isEqualTo("{\"head\":\"all\\nwell\\n\",\"tail\":\"\",\"bytes\":9,\"lines\":2}");
    assertThat(page.at("/items/" + at).path("user").asString()).isEqualTo("Ann");
    assertThat(page.at("/items/" + at).path("files").toString())
        .isEqualTo(
            "[{\"attachment_id\":\"%s\",\"path\":\"attachments/2-build.log\",\"bytes\":7}]"
                .formatted(FILE));
    assertThat(page.at("/items/" + at).path("links").toString())
        .isEqualTo("[\"https://example.org/x\"]");
    assertThat(step.path("files").toString()).isEqualTo("[]");
    assertThat(page.at("/items/" + (at + 1)).path("cost").toString())
        .isEqualTo(
            "{\"model\":\"model\",\"input\":440,\"cached\":300,\"output\":20,\"acus\":0.25}");
    assertThat(page.at("/last_seq").asLong()).isEqualTo(end);
    assertThat(page.at("/log_last_seq").asLong()).isEqualTo(end);
    assertThat(page.at("/has_before").asBoolean()).isFalse();
    assertThat(page.at("/has_after").asBoolean()).isFalse();
  }

  @Test
  void pagesGoBackAndForthAndToAnEvent() {
    String a = ran("a", "");
    long boundary = last() + 1;
    String b = ran("b", "");
    String c = ran("c", "");

    assertThat(admin.get(one + "/timeline?limit=2").ok().each("/id")).endsWith(c).doesNotContain(b);
    assertThat(admin.get(one + "/timeline?before=" + boundary).ok().each("/id"))
        .endsWith(a)
        .doesNotContain(b);
    assertThat(admin.get(one + "/timeline?after=" + (boundary - 1)).ok().each("/id"))
        .contains(b, c)
        .doesNotContain(a);
    assertThat(admin.get(one + "/timeline?limit=2&around=" + (boundary + 1)).ok().each("/id"))
        .contains(b)
        .doesNotContain(a, c);
  }

  @Test
  void badQueriesAreNamed() {
    admin.get(one + "/timeline?limit=0").invalid("query.limit too_small");
    admin.get(one + "/timeline?limit=501").invalid("query.limit too_large");
    admin.get(one + "/timeline?before=0").invalid("query.before too_small");
    admin.get(one + "/timeline?after=x").invalid("query.after type");
    admin.get(one + "/timeline?after=1&before=2").invalid("query.before not_allowed");
    admin.get(one + "/timeline?around=1&before=2").invalid("query.before not_allowed");
    admin.get(one + "/timeline?watch=true&limit=2").invalid("query.limit not_allowed");
    admin.get(one + "/find").invalid("query.q missing");
    admin.get(one + "/find?q=" + "x".repeat(201)).invalid("query.q too_long");
    admin.get(one + "/find?q=x&first=201").invalid("query.first too_large");
    admin.get(one + "/steps/e1/output?part=both").invalid("query.part enum");
  }

  @Test
  void whoeverDoesNotSeeTheSessionSeesNothingOfIt() {
    ran("secret", "x");
    var stranger = server.as(server.given().key(server.given().organization(), "org_admin"));
    var billing = server.as(server.given().key(org, role("ViewOrgConsumption")));
    for (String below :
        List.of("/timeline", "/find?q=x", "/usage", "/steps/e1/output", "/steps/e1/images/0")) {
      stranger.get(one + below).refused(404, "organization_not_found");
      billing.get(one + below).refused(403, "permission_denied");
      String own = one.replace(org.value(), server.given().organization().value());
      admin.get(own + below).refused(404, "session_not_found");
    }
  }

  @Test
  void theWholeOutputOfAStepIsGivenInPartsToo() {
    String whole = "line\n".repeat(2_000);
    String step = ran("seq " + "9".repeat(5_000), whole);

    assertThat(admin.get(one + "/steps/" + step + "/output").ok().body()).isEqualTo(whole + "\n");
    assertThat(admin.get(one + "/steps/" + step + "/output?part=body").ok().body())
        .isEqualTo("seq " + "9".repeat(5_000));
    var part = admin.with("Range", "bytes=5-8").get(one + "/steps/" + step + "/output");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("line");
    assertThat(part.header("Content-Range")).isEqualTo("bytes 5-8/10001");
    assertThat(part.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
    assertThat(part.header("Content-Security-Policy")).contains("sandbox");
    admin
        .with("Range", "bytes=99999-")
        .get(one + "/steps/" + step + "/output")
        .refused(416, "range_not_satisfiable");
  }

  @Test
  void stepsAndTextsThatAreNotThereAreNotFound() {
    String step = ran("true", "");
    admin.get(one + "/steps/" + step + "/output").refused(404, "output_not_found");
    for (String id : List.of("e999999", "e0", "x", "e1-1-1", "e" + "9".repeat(18), step + "0")) {
      admin.get(one + "/steps/" + id + "/output").refused(404, "step_not_found");
    }
    admin.get(one + "/steps/" + step + "/images/0").refused(404, "image_not_found");
    admin.get(one + "/steps/" + step + "/images/x").refused(404, "image_not_found");
    admin.get(one + "/steps/" + step + "/images/-1").refused(404, "image_not_found");
  }

  @Test
  void anImageOfAStepIsGivenAsItIs() {
    var use = Logs.call("c", "view", "{\"path\":\"a.png\"}");
    long seq = add(Logs.answer(use));
    byte[] bytes = {(byte) 0x89, 'P', 'N', 'G'};
    var image = new Part.Image("image/png", Base64.getEncoder().encodeToString(bytes));
    var odd = new Part.Image("text/html", Base64.getEncoder().encodeToString(bytes));
    add(new LoopEvent.ToolResult("c", List.of(image, odd), false, null, 5, 0, null));

    var step =
        admin.get(one + "/timeline").ok().json().path("items").valueStream().toList().getLast();
    assertThat(step.path("images").toString())
        .isEqualTo(
            "[{\"media_type\":\"image/png\",\"bytes\":4},{\"media_type\":\"text/html\",\"bytes\":4}]");

    var given = admin.get(one + "/steps/e" + seq + "-0/images/0").ok();
    assertThat(given.header("Content-Type")).isEqualTo("image/png");
    assertThat(given.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(admin.get(one + "/steps/e" + seq + "-0/images/1").ok().header("Content-Type"))
        .isEqualTo("application/octet-stream");
  }

  @Test
  void aTextIsFoundWhereverItStandsAndWhateverItsCase() {
    String command =
        ran("grep -r needle", "x".repeat(9_000) + "\nthe Needle is here\n" + "y".repeat(9_000));
    add(new LoopEvent.Nudge("a NEEDLE"));
    String other = ran("ls", "in the haystack a nee\u00dfle");

    var found = admin.get(one + "/find?q=needle").ok();

    assertThat(found.each("/step_id")).containsExactly(command, "e" + (last() - 3));
    assertThat(found.text("/items/0/excerpt")).isEqualTo("grep -r needle");
    assertThat(found.at("/has_next_page").asBoolean()).isFalse();
    assertThat(admin.get(one + "/find?q=needle%20is").ok().text("/items/0/excerpt"))
        .startsWith("\u2026x")
        .contains("x the Needle is here y")
        .endsWith("y\u2026");
    assertThat(admin.get(one + "/find?q=NEE%C3%9F").ok().each("/step_id")).containsExactly(other);
    assertThat(admin.get(one + "/find?q=nothing+of+it").ok().each("/step_id")).isEmpty();
    var first = admin.get(one + "/find?q=needle&first=1").ok();
    assertThat(first.each("/step_id")).containsExactly(command);
    assertThat(first.at("/has_next_page").asBoolean()).isTrue();
    assertThat(
            admin
                .get(one + "/find?q=needle&first=1&after_seq=" + first.at("/last_seq").asLong())
                .ok()
                .each("/step_id"))
        .containsExactly("e" + (last() - 3));
  }
}
