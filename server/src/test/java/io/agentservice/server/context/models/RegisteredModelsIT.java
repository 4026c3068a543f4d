package io.agentservice.server.context.models;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The models that an organization has set up. */
class RegisteredModelsIT extends OnOrganization {
  private static final String FAST =
      json("name", "fast", "provider", "openai", "provider_model", "gpt-6.1", "key_secret", "KEY");

  private String models;
  private ApiClient admin;

  @Override
  protected Map<String, String> settings() {
    return Map.of("ANTHROPIC_API_KEY", "k");
  }

  @BeforeEach
  void paths() {
    models = path("registered-models");
    admin = server.as(server.given().key(org, "org_admin"));
    admin.post(path("secrets"), json("key", "KEY", "value", "swordfish")).ok();
  }

  private Reply patch(Reply made, String body) {
    return admin.send("PATCH", one(made), body);
  }

  private String one(Reply made) {
    return models + "/" + made.text("/model_id");
  }

  /** A change of one that is there, in a field alone. */
  private Reply with(String field, Object value) {
    var made = admin.post(models, FAST).ok();
    try {
      return patch(made, json(field, value));
    } finally {
      admin.delete(one(made)).ok();
    }
  }

  @Test
  void oneHasItsFieldsAndNamesItsKeyWithoutShowingIt() {
    var made = admin.post(models, FAST).ok();
    assertThat(made.text("/provider_model")).isEqualTo("gpt-6.1");
    assertThat(made.text("/key_secret")).isEqualTo("KEY");
    for (String field : List.of("base_url", "context_tokens", "input_price", "effort")) {
      assertThat(made.at("/" + field).isNull()).as(field).isTrue();
    }
    assertThat(made.at("/takes_images").booleanValue()).isTrue();
    assertThat(made.text("/org_id")).isEqualTo(org.value());
    assertThat(made.body() + admin.get(models).ok().body()).doesNotContain("swordfish");
    assertThat(server.given().dump("registered_model") + server.given().dump("audit_log"))
        .doesNotContain("swordfish");
  }

  @Test
  void everythingThatIsWrongIsTold() {
    admin
        .post(models, "{}")
        .invalid(
            "body.name missing",
            "body.provider missing",
            "body.provider_model missing",
            "body.key_secret missing");
    with("name", "A b").invalid("body.name pattern");
    with("name", "openai:x").invalid("body.name pattern");
    with("provider_model", "a\nb").invalid("body.provider_model pattern");
    for (String url : List.of("ftp://x", "https://u:p@x/", "https://x/#a", "https://x/?a", "no")) {
      with("base_url", url).invalid("body.base_url format");
    }
    with("key_secret", "NONE").invalid("body.key_secret unknown_reference");
    with("effort", "much").invalid("body.effort enum");
    with("context_tokens", 1999).invalid("body.context_tokens too_small");
    with("context_tokens", 100_000_001).invalid("body.context_tokens too_large");
    with("output_tokens", 99).invalid("body.output_tokens too_small");
    with("input_price", 1).invalid("body.input_price inconsistent");
    with("input_price", -0.1).invalid("body.input_price too_small");
    with("input_price", 10_000.1).invalid("body.input_price too_large");
    with("input_price", 0.0000001).invalid("body.input_price pattern");
    with("input_price", "1").invalid("body.input_price type");
  }

  private List<String> keys(Reply made) {
    var keys = new ArrayList<String>();
    made.at("/key_secrets").forEach(key -> keys.add(key.asString()));
    return keys;
  }

  @Test
  void oneMayHaveSeveralKeysTheFirstOfWhichIsAlsoShownAlone() {
    admin.post(path("secrets"), json("key", "NEXT", "value", "fish")).ok();
    var made = admin.post(models, FAST).ok();
    assertThat(keys(made)).containsExactly("KEY");
    var both = patch(made, json("key_secrets", List.of("NEXT", "KEY"))).ok();
    assertThat(both.text("/key_secret")).isEqualTo("NEXT");
    assertThat(keys(both)).containsExactly("NEXT", "KEY");
    assertThat(keys(patch(made, json("takes_images", false)).ok())).containsExactly("NEXT", "KEY");
    assertThat(keys(patch(made, json("key_secret", "KEY")).ok())).containsExactly("KEY");
    var together = json("key_secret", "KEY", "key_secrets", List.of("KEY", "NEXT"));
    assertThat(keys(patch(made, together).ok())).containsExactly("KEY", "NEXT");
    assertThat(keys(admin.get(one(made)).ok())).containsExactly("KEY", "NEXT");
    assertThat(
            server
                .given()
                .text(
                    "SELECT string_agg(data->'changes'->'key_secrets'->>'new', ' ' ORDER BY created_at) FROM audit_log WHERE action = 'update_model' AND data->>'model_id' = '%s'"
                        .formatted(made.text("/model_id"))))
        .contains("NEXT");

    patch(made, json("key_secret", "NEXT", "key_secrets", List.of("KEY")))
        .invalid("body.key_secret inconsistent");
    patch(made, json("key_secrets", List.of("KEY", "NONE")))
        .invalid("body.key_secrets.1 unknown_reference");
    patch(made, json("key_secrets", List.of("KEY", "KEY")))
        .invalid("body.key_secrets.1 inconsistent");
    patch(made, json("key_secrets", List.of())).invalid("body.key_secrets inconsistent");
    patch(made, json("key_secrets", "KEY")).invalid("body.key_secrets type");
    var eleven = IntStream.range(0, 11).mapToObj(i -> "K" + i).toList();
    eleven.forEach(key -> admin.post(path("secrets"), json("key", key, "value", "v")).ok());
    patch(made, json("key_secrets", eleven)).invalid("body.key_secrets too_long");
    patch(made, json("key_secrets", eleven.subList(0, 10))).ok();
  }

  @Test
  void pricesAreExactAndTheLargestAreTaken() {
    var made = admin.post(models, FAST).ok();
    String all =
        """
        {"input_price":0.1,"output_price":10000,"cache_read_price":0.000001,"cache_write_price":0}
        """;
    var priced = patch(made, all).ok();
    assertThat(priced.body())
        .contains(
            "\"input_price\":0.1,", "\"output_price\":10000,", "\"cache_read_price\":0.000001");
    patch(made, "{\"input_price\":null}").invalid("body.input_price inconsistent");
    patch(made, json("context_tokens", 100_000_000, "output_tokens", 10_000_000)).ok();
  }

  @Test
  void aChangeLeavesTheRestAndIsJudgedByWhatItMakes() {
    var made = admin.post(models, FAST).ok();
    patch(made, "{\"key_secret\":null}").invalid("body.key_secret inconsistent");
    var local = patch(made, "{\"key_secret\":null,\"base_url\":\"http://models.example/v1\"}").ok();
    assertThat(local.text("/provider_model")).isEqualTo("gpt-6.1");
    assertThat(patch(made, json("takes_images", false)).ok().text("/base_url"))
        .isEqualTo("http://models.example/v1");
    patch(made, json("context_tokens", 8000, "output_tokens", 8000))
        .invalid("body.output_tokens inconsistent");
    patch(made, "{\"name\":null}").invalid("body.name missing");
    assertThat(patch(made, json("provider", "anthropic")).ok().text("/provider"))
        .isEqualTo("openai");
  }

  @Test
  void namesAreUniqueInTheOrganization() {
    var fast = admin.post(models, FAST).ok();
    admin.post(models, FAST).refused(409, "model_name_taken");
    var other = admin.post(models, FAST.replace("fast", "slow")).ok();
    patch(other, json("name", "fast")).refused(409, "model_name_taken");
    patch(fast, json("name", "fast")).ok();
    assertThat(admin.delete(one(fast)).ok().text("/name")).isEqualTo("fast");
    admin.delete(one(fast)).refused(404, "model_not_found");
    patch(other, json("name", "fast")).ok();
  }

  @Test
  void anOrganizationHasAtMostFifty() {
    IntStream.range(0, 50).forEach(i -> admin.post(models, FAST.replace("fast", "m" + i)).ok());
    admin.post(models, FAST).invalid("body not_allowed");
  }

  @Test
  void membersReadThemAndAdministratorsWrite() {
    var made = admin.post(models, FAST).ok();
    assertThat(member.get(models).ok().each("/name")).containsExactly("fast");
    assertThat(member.get(one(made)).ok().text("/provider")).isEqualTo("openai");
    member.post(models, FAST).refused(403, "permission_denied");
    member.send("PATCH", one(made), "{}").refused(403, "permission_denied");
    member.delete(one(made)).refused(403, "permission_denied");
  }

  @Test
  void anotherOrganizationsIsAsIfItWereNotThere() {
    var made = admin.post(models, FAST).ok();
    var other = server.given().organization();
    String foreign = "/v3/organizations/" + other + "/registered-models/" + made.text("/model_id");
    server.admin().get(foreign).refused(404, "model_not_found");
    server.admin().send("PATCH", foreign, "{}").refused(404, "model_not_found");
    server.admin().delete(foreign).refused(404, "model_not_found");
    server
        .admin()
        .post("/v3/organizations/" + other + "/sessions", json("prompt", "p", "model", "fast"))
        .invalid("body.model unknown_reference");
    assertThat(server.admin().get("/v3/organizations/" + other + "/models").ok().each("/model"))
        .doesNotContain("fast");
  }

  @Test
  void theListIsPagedNewestFirst() {
    for (String name : List.of("a", "b", "c")) {
      admin.post(models, FAST.replace("fast", name)).ok();
    }
    var first = member.get(models + "?first=2").ok();
    assertThat(first.each("/name")).containsExactly("c", "b");
    assertThat(first.at("/total").longValue()).isEqualTo(3);
    String next = models + "?first=2&after=" + first.text("/end_cursor");
    assertThat(member.get(next).ok().each("/name")).containsExactly("a");
  }

  @Test
  void sessionsMayChooseThemBesideTheServersOwn() {
    admin.post(models, FAST).ok();
    var listed = member.get(path("models")).ok();
    assertThat(listed.each("/model")).endsWith("fast").contains("anthropic:claude-sonnet-5-5");
    int last = listed.each("/model").size() - 1;
    assertThat(listed.at("/items/" + last + "/available").booleanValue()).isTrue();
    assertThat(listed.at("/items/" + last + "/context_tokens").longValue()).isEqualTo(272_000);
    String secret = admin.get(path("secrets")).ok().text("/items/0/secret_id");
    admin.delete(path("secrets") + "/" + secret).ok();
    var without = member.get(path("models")).ok();
    assertThat(without.text("/items/" + last + "/reason")).contains("KEY");
    assertThat(without.at("/items/" + last + "/available").booleanValue()).isFalse();
  }

  @Test
  void aSessionWithAModelThatThereIsNotIsRefused() {
    admin.post(models, FAST).ok();
    for (String known : List.of("fast", "registered:fast", "claude-sonnet-5-5", "anthropic:new")) {
      member.post(path("sessions"), json("prompt", "p", "model", known)).ok();
    }
    for (String unknown :
        List.of(
            "slow", "registered:slow", "registered:", "openai:gpt-5", "other:x", "anthropic:")) {
      member
          .post(path("sessions"), json("prompt", "p", "model", unknown))
          .invalid("body.model unknown_reference");
    }
  }

  private boolean isDefault(Reply made) {
    return admin.get(one(made)).ok().at("/is_default").booleanValue();
  }

  private String keptBy(String body) {
    String id = member.post(path("sessions"), body).ok().text("/session_id");
    return server
        .given()
        .text("SELECT coalesce(model, 'none') FROM session WHERE session_id = '%s'".formatted(id));
  }

  @Test
  void oneMayBeTheDefaultAndOnlyOne() {
    assertThat(keptBy(json("prompt", "p"))).isEqualTo("none");
    var fast = admin.post(models, FAST.replace("}", ",\"is_default\":true}")).ok();
    assertThat(keptBy(json("prompt", "p"))).isEqualTo("registered:fast");
    assertThat(keptBy(json("prompt", "p", "model", "anthropic:new"))).isEqualTo("anthropic:new");

    var slow = admin.post(models, FAST.replace("fast", "slow")).ok();
    assertThat(isDefault(slow)).isFalse();
    patch(slow, json("is_default", true)).ok();
    assertThat(isDefault(fast)).isFalse();
    assertThat(keptBy(json("prompt", "p"))).isEqualTo("registered:slow");
    admin.post(models, FAST.replace("fast", "new").replace("}", ",\"is_default\":true}")).ok();
    assertThat(isDefault(slow)).isFalse();

    var listed = member.get(path("models")).ok();
    var defaults =
        IntStream.range(0, listed.each("/model").size())
            .filter(i -> listed.at("/items/%d/is_default".formatted(i)).booleanValue())
            .mapToObj(i -> listed.text("/items/%d/model".formatted(i)));
    assertThat(defaults).containsExactly("new");
  }

  @Test
  void itsFallbackIsAModelThatSessionsMayName() {
    admin.post(models, FAST).ok();
    var slow = admin.post(models, FAST.replace("fast", "slow")).ok();
    assertThat(slow.at("/fallback").isNull()).isTrue();
    for (String named : List.of("fast", "registered:fast")) {
      assertThat(patch(slow, json("fallback", named)).ok().text("/fallback"))
          .isEqualTo("registered:fast");
    }
    assertThat(patch(slow, "{}").ok().text("/fallback")).isEqualTo("registered:fast");
    assertThat(patch(slow, json("fallback", "anthropic:new")).ok().text("/fallback"))
        .isEqualTo("anthropic:new");
    assertThat(patch(slow, "{\"fallback\":null}").ok().at("/fallback").isNull()).isTrue();
    for (String other : List.of("none", "registered:none", "openai:gpt-5", "replay:/etc/x")) {
      patch(slow, json("fallback", other)).invalid("body.fallback unknown_reference");
    }
    patch(slow, json("fallback", "slow")).invalid("body.fallback inconsistent");
    patch(slow, json("fallback", "registered:slow")).invalid("body.fallback inconsistent");
    patch(slow, json("fallback", 1)).invalid("body.fallback type");
  }

  @Test
  void everyWriteIsAudited() {
    var made = admin.post(models, FAST).ok();
    patch(made, json("base_url", "https://models.example.com")).ok();
    admin.delete(one(made)).ok();
    String of = " FROM audit_log WHERE data->>'model_id' = '%s'".formatted(made.text("/model_id"));
    assertThat(
            server
                .given()
                .text("SELECT string_agg(action, ' ' ORDER BY created_at, audit_log_id)" + of))
        .isEqualTo("create_model update_model delete_model");
    assertThat(
            server
                .given()
                .text(
                    "SELECT data->'changes'->'base_url'->>'new'"
                        + of
                        + " AND action = 'update_model'"))
        .isEqualTo("https://models.example.com");
  }
}
