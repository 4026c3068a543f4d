package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tags of a session (api-org.md 1.3). */
class SessionTagsIT extends OnOrganization {
  private String session;
  private String tags;

  @BeforeEach
  void session() {
    String id =
        member
            .post(path("sessions"), json("prompt", "p", "tags", List.of("b", "a")))
            .ok()
            .text("/session_id");
    session = path("sessions/" + id);
    tags = session + "/tags";
  }

  private static String body(String... words) {
    return List.of(words).stream()
        .map("\"%s\""::formatted)
        .collect(Collectors.joining(",", "{\"tags\":[", "]}"));
  }

  /** Item 45. */
  @Test
  void theyAreSortedAddedOnceAndReplaced() {
    assertThat(member.get(tags).ok().each("/tags", "")).containsExactly("a", "b");
    assertThat(member.post(tags, body("c", "a", "B")).ok().each("/tags", ""))
        .containsExactly("B", "a", "b", "c");
    assertThat(member.get(session).ok().each("/tags", "")).containsExactly("B", "a", "b", "c");
    assertThat(member.put(tags, body("z")).ok().each("/tags", "")).containsExactly("z");
    assertThat(member.put(tags, body()).ok().each("/tags", "")).isEmpty();
  }

  /** Item 45. */
  @Test
  void whatIsWrongIsToldAndNothingIsChanged() {
    for (String nothing : List.of("{}", "{\"tags\":null}")) {
      member.put(tags, nothing).invalid("body.tags missing");
    }
    member.post(tags, body()).invalid("body.tags too_short");
    member
        .put(tags, body("", "x".repeat(129)))
        .invalid("body.tags.0 too_short", "body.tags.1 too_long");
    member.put(tags, json("tags", "a")).invalid("body.tags type");
    String[] many = IntStream.range(0, 51).mapToObj(i -> "t" + i).toArray(String[]::new);
    member.put(tags, body(many)).invalid("body.tags too_long");
    String[] fifty = IntStream.range(0, 50).mapToObj(i -> "t" + i).toArray(String[]::new);
    member.post(tags, body(fifty)).invalid("body.tags too_long");
    assertThat(member.get(tags).ok().each("/tags", "")).containsExactly("a", "b");
    member.put(tags, body(fifty)).ok();
  }

  @Test
  void thoseWhoAddAtOnceLoseNothing() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Reply>> adds =
          IntStream.range(0, 12)
              .<Callable<Reply>>mapToObj(i -> () -> member.post(tags, body("t" + i)))
              .toList();
      for (var add : threads.invokeAll(adds)) {
        add.get().ok();
      }
    }
    assertThat(member.get(tags).ok().each("/tags", "")).hasSize(14);
  }
}
