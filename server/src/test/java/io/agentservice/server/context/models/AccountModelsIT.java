package io.agentservice.server.context.models;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The models that an account has set up for all of its organizations. */
class AccountModelsIT extends OnOrganization {
  private static final String ALL = "/v3/enterprise/registered-models";
  private static final String KEY = "sk-swordfish";

  private ApiClient admin;

  @Override
  protected Map<String, String> settings() {
    return Map.of("ANTHROPIC_API_KEY", "k");
  }

  @BeforeEach
  void sign() {
    admin = server.admin();
  }

  /** They are of the account, which tests share. */
  @AfterEach
  void tidy() {
    admin.get(ALL).ok().each("/model_id").forEach(id -> admin.delete(ALL + "/" + id).ok());
  }

  private static String model(String name, Object... more) {
    var fields =
        new ArrayList<Object>(
            List.of(
                "name",
                name,
                "provider",
                "openai",
                "provider_model",
                "gpt-6.1",
                "keys",
                List.of(KEY)));
    Collections.addAll(fields, more);
    return json(fields.toArray());
  }

  private Reply patch(Reply made, String body) {
    return admin.send("PATCH", ALL + "/" + made.text("/model_id"), body);
  }

  private List<String> shown() {
    var models = admin.get(path("models")).ok();
    return models.each("/model").stream().filter(name -> !name.contains(":")).toList();
  }

  @Test
  void oneHasItsFieldsAndItsKeysAreShownNowhere() {
    var made = admin.post(ALL, model("shared", "effort", "low")).ok();
    assertThat(made.at("/key_count").intValue()).isEqualTo(1);
    assertThat(made.text("/effort")).isEqualTo("low");
    assertThat(made.at("/keys").isMissingNode()).isTrue();
    assertThat(patch(made, json("keys", List.of(KEY, "sk-2"))).ok().at("/key_count").intValue())
        .isEqualTo(2);
    assertThat(patch(made, json("effort", "high")).ok().at("/key_count").intValue()).isEqualTo(2);
    patch(made, json("keys", List.of("sk-3", "sk-4"))).ok();
    assertThat(
            server
                .given()
                .text(
                    "SELECT string_agg(data->'changes'->>'keys_mark', ' ' ORDER BY created_at) FROM audit_log WHERE action = 'update_model'")
                .split("\"new\""))
        .hasSize(3);
    assertThat(server.given().dump("account_model") + server.given().dump("audit_log"))
        .doesNotContain(KEY);
    assertThat(admin.get(ALL).ok().body()).doesNotContain(KEY);
  }

  @Test
  void everythingThatIsWrongIsTold() {
    admin
        .post(ALL, "{}")
        .invalid(
            "body.name missing",
            "body.provider missing",
            "body.provider_model missing",
            "body.keys missing");
    admin
        .post(ALL, model("a", "keys", List.of("a b", "c", "c")))
        .invalid("body.keys.0 pattern", "body.keys.2 inconsistent");
    admin.post(ALL, model("a", "fallback", "none")).invalid("body.fallback unknown_reference");
    admin.post(ALL, model("a", "fallback", "a")).invalid("body.fallback inconsistent");
    var made = admin.post(ALL, model("a")).ok();
    patch(made, "{\"keys\":null}").invalid("body.keys inconsistent");
    admin.post(ALL, model("a")).refused(409, "model_name_taken");
  }

  @Test
  void eachOrganizationMayNameItUnlessItHasOneOfThatName() {
    admin.post(ALL, model("shared")).ok();
    admin.post(ALL, model("other", "fallback", "shared")).ok();
    assertThat(shown()).containsExactly("other", "shared");
    admin.post(path("sessions"), json("prompt", "p", "model", "shared")).ok();
    admin.post(path("sessions"), json("prompt", "p", "model", "registered:other")).ok();
    admin
        .post(path("sessions"), json("prompt", "p", "model", "registered:none"))
        .invalid("body.model unknown_reference");

    String at = "https://models.example.com/v1";
    var own = json("name", "shared", "provider", "openai", "provider_model", "x", "base_url", at);
    admin.post(path("registered-models"), own).ok();
    assertThat(shown()).containsExactly("shared", "other");
  }

  @Test
  void oneIsTheDefaultWhereAnOrganizationHasNone() {
    admin.post(ALL, model("first", "is_default", true)).ok();
    admin.post(ALL, model("second", "is_default", true)).ok();
    assertThat(defaults()).containsExactly("second");
    String session = admin.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    assertThat(
            server.given().text("SELECT model FROM session WHERE session_id = '" + session + "'"))
        .isEqualTo("registered:second");

    String at = "https://models.example.com/v1";
    admin
        .post(
            path("registered-models"),
            json(
                "name", "own",
                "provider", "openai",
                "provider_model", "x",
                "base_url", at,
                "is_default", true))
        .ok();
    assertThat(defaults()).containsExactly("own");
  }

  private List<String> defaults() {
    return admin
        .get(path("models"))
        .ok()
        .at("/items")
        .valueStream()
        .filter(one -> one.path("is_default").asBoolean())
        .map(one -> one.path("model").asString())
        .toList();
  }
}
