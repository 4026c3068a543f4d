package io.agentservice.server.base.http.requests;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.problems.ProblemException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueryTest {
  /** A query of names and values in turn. */
  private static Query query(String... pairs) {
    var sent = new LinkedHashMap<String, List<String>>();
    for (int i = 0; i < pairs.length; i += 2) {
      sent.computeIfAbsent(pairs[i], _ -> new ArrayList<>()).add(pairs[i + 1]);
    }
    return new Query(sent, 100);
  }

  private static void refuses(Query query, String... failures) {
    assertThatThrownBy(query::check)
        .isInstanceOfSatisfying(
            ProblemException.class,
            e ->
                assertThat(e.problem().failures())
                    .extracting(failure -> failure.loc().getLast() + " " + failure.type())
                    .containsExactly(failures));
  }

  @Test
  void anArrayIsUnderstoodInAllItsForms() {
    for (var query :
        List.of(
            query("k", "a", "k", "b"),
            query("k[]", "a", "k[]", "b"),
            query("qs[k]", "a", "qs[k]", "b"),
            query("qs[k][]", "a", "qs[k][]", "b"),
            query("qs", json("k", List.of("a", "b"), "other", null)))) {
      assertThat(query.any("k")).containsExactly("a", "b");
      query.check();
    }
    assertThat(query("k", "a,b").any("k")).containsExactly("a,b", "a", "b");
    assertThat(query("k", "a,b").words("k", List.of("a", "b", "c"))).containsExactly("a", "b");
  }

  @Test
  void aScalarIsNotSplitAndComesFromEveryForm() {
    assertThat(query("k", "a,b").text("k")).isEqualTo("a,b");
    assertThat(query("qs[n]", "7").integer("n", 1, 9, 0)).isEqualTo(7);
    assertThat(query("qs", json("n", 7, "b", true)).integer("n", 1, 9, 0)).isEqualTo(7);
    assertThat(query("qs", json("n", 7, "b", true)).optionalBool("b")).isTrue();
    var wrong = query("qs", json("n", fields("a", 1)));
    wrong.integer("n", 1, 9, 0);
    refuses(wrong, "n type");
  }

  @Test
  void formsThatSayTheSameAgreeAndOthersConflictOnTheSecond() {
    var agreeing =
        query("k", "b,a", "qs", json("k", List.of("a", "b")), "first", "2", "limit", "2");
    agreeing.any("k");
    assertThat(agreeing.firstOrLimit()).isEqualTo(2);
    agreeing.check();
    var conflicting = query("qs[k]", "a", "k", "b", "limit", "2", "first", "3");
    conflicting.any("k");
    conflicting.firstOrLimit();
    refuses(conflicting, "k alias_conflict", "first alias_conflict");
    var word = query("devin_id", "x", "agent_id", "y");
    assertThat(word.text("agent_id")).isEqualTo("x");
    refuses(word, "agent_id alias_conflict");
  }

  @Test
  void whatIsEmptyCountsAsAbsent() {
    var query = query("k", "", "n", "", "b", "", "t", "", "w", "", "qs", "", "order", "");
    assertThat(query.any("k")).isEmpty();
    assertThat(query.integer("n", 1, 9, 5)).isEqualTo(5);
    assertThat(query.optionalBool("b")).isNull();
    assertThat(query.time("t")).isNull();
    assertThat(query.oneOf("w", List.of("a"))).isNull();
    query.refuse("order", "gone");
    query.check();
    assertThat(query.filters()).isEqualTo("{}");
    assertThat(query("k", "", "k", "a").any("k")).containsExactly("a");
  }

  @Test
  void aWrapperThatIsNoObjectIsRefused() {
    refuses(query("qs", "[1]"), "qs type");
    refuses(query("qs", "{"), "qs type");
  }

  @Test
  void twoHundredValuesAreTakenHoweverTheyAreWritten() {
    String many = String.join(",", IntStream.range(0, 200).mapToObj(i -> "v" + i).toList());
    var query = query("k", many);
    assertThat(query.any("k")).hasSize(201);
    query.check();
    var tooMany = query("k", many, "k", "one more");
    tooMany.any("k");
    refuses(tooMany, "k too_long");
  }

  @Test
  void numbersAndTimesBeyondWhatCanBeKeptAreTooLarge() {
    var query = query("n", "99999999999999999999", "t", "9224318016000", "u", "9224318015999");
    query.integer("n", 1, 9, 0);
    query.time("t");
    assertThat(query.time("u")).isNotNull();
    refuses(query, "n too_large", "t too_large");
  }

  @Test
  void filtersAreOneTextInWhicheverOrderAndFormTheyWereWritten() {
    assertThat(filters(query("k", "b,a", "first", "3", "b", "1")))
        .isEqualTo(filters(query("b", "true", "qs[k][]", "a", "qs[k][]", "b", "after", "x")));
    assertThat(filters(query("k", "a"))).isNotEqualTo(filters(query("k", "b")));
  }

  private static String filters(Query query) {
    query.any("k");
    query.firstOrLimit();
    query.text("after");
    query.optionalBool("b");
    return query.filters();
  }

  @Test
  void everythingThatWasSentIsKeptForTheDigestOfARequest() {
    assertThat(query("a", "1", "b", "2").sent())
        .isEqualTo(Map.of("a", List.of("1"), "b", List.of("2")));
  }
}
