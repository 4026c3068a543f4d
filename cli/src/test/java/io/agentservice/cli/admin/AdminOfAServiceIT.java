package io.agentservice.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.testing.OnService;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code agent admin}, against a server. */
class AdminOfAServiceIT extends OnService {
  private String organization(String name) {
    return json("admin", "org", "create", name).required("org_id");
  }

  private List<String> items(String field, String... arguments) {
    return json(arguments).objects("items").stream().map(item -> item.text(field)).toList();
  }

  private static List<String> roles(JsonObject holder) {
    return holder.objects("role_assignments").stream()
        .map(held -> held.object("role").text("role_id"))
        .toList();
  }

  @Test
  void anOrganizationIsMadeLimitedAndDeleted() {
    var made = json("admin", "org", "create", "Blue", "--session-acus", "3");
    String id = made.required("org_id");
    assertThat(made.text("max_session_acu_limit")).isEqualTo("3");
    assertThat(run("admin", "org", "list")).isZero();
    assertThat(out.toString()).contains(id + "  3  -  Blue");

    var changed =
        json("admin", "org", "update", id, "--session-acus", "none", "--cycle-acus", "50");
    assertThat(changed.text("max_session_acu_limit")).isNull();
    assertThat(changed.text("max_cycle_acu_limit")).isEqualTo("50");
    assertThat(changed.text("name")).isEqualTo("Blue");
    assertThat(json("admin", "org", "update", id).fields()).isEqualTo(changed.fields());
    assertThat(run("admin", "org", "update", id, "--cycle-acus", "many")).isEqualTo(2);
    assertThat(err.toString()).contains("'many' is no number of ACUs", "--cycle-acus");
    assertThat(run("admin", "org", "create", "blue")).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);

    assertThat(json("admin", "org", "delete", id).text("name")).isEqualTo("Blue");
    assertThat(run("admin", "org", "show", id, "--json")).isEqualTo(1);
    assertThat(JsonObject.parse(err.toString().strip()).text("code"))
        .isEqualTo("organization_not_found");
  }

  @Test
  void whatSessionsOfAnOrganizationReachIsSaidAndTakenBack() {
    String org = organization("Walled");
    assertThat(run("admin", "network-policy", "show", org)).isZero();
    assertThat(out.toString()).startsWith("unrestricted, as for all organizations");
    assertThat(
            run(
                "admin",
                "network-policy",
                "set",
                org,
                "--host=*.example.com",
                "--range=10.0.0.0/8",
                "--range=fd00::/8"))
        .isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "the gateway and what is listed:", "*.example.com", "10.0.0.0/8", "fd00::/8");
    assertThat(json("admin", "network-policy", "set", org, "--nothing").list("allow")).isEmpty();
    assertThat(run("admin", "network-policy", "set", org)).isEqualTo(2);
    assertThat(run("admin", "network-policy", "set", org, "--nothing", "--unrestricted"))
        .isEqualTo(2);
    assertThat(json("admin", "network-policy", "clear", org).text("source"))
        .isEqualTo("installation");
  }

  @Test
  void howLongEndedSessionsOfAnOrganizationAreKeptIsSaidAndTakenBack() {
    String org = organization("Kept");
    assertThat(run("admin", "retention", "show", org)).isZero();
    assertThat(out.toString().strip()).isEqualTo("for ever, as for all organizations");
    assertThat(run("admin", "retention", "set", org, "30")).isZero();
    assertThat(out.toString().strip()).isEqualTo("30 days after their end");
    assertThat(run("admin", "retention", "set", org, "-1")).isEqualTo(1);
    assertThat(json("admin", "retention", "clear", org).text("source")).isEqualTo("installation");
  }

  @Test
  void aModelOfAllOrganizationsIsMadeChangedAndDeletedAndItsKeysAreNeverShown() throws IOException {
    var file = Files.createTempFile("model", ".json");
    Files.writeString(
        file,
        """
        {"name": "of-all", "provider": "openai", "provider_model": "m-1",
         "base_url": "https://models.example/v1", "keys": ["sk-first-of-all", "sk-second-of-all"]}
        """);
    var made = json("admin", "model", "create", file.toString());
    String id = made.required("model_id");
    assertThat(run("admin", "model", "list")).isZero();
    assertThat(out.toString()).contains(id + "  openai  m-1  2  of-all").doesNotContain("sk-");

    Files.writeString(file, "{\"provider_model\": \"m-2\"}");
    var changed = json("admin", "model", "update", id, file.toString());
    assertThat(changed.text("provider_model")).isEqualTo("m-2");
    assertThat(changed.number("key_count", 0)).isEqualTo(2);
    assertThat(json("admin", "model", "show", id).toJson()).doesNotContain("sk-");

    Files.writeString(file, "{\"name\": \"of-all\"}");
    assertThat(run("admin", "model", "create", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("provider").doesNotContain("Exception");
    Files.writeString(file, "[]");
    assertThat(run("admin", "model", "create", file.toString())).isEqualTo(2);
    assertThat(run("admin", "model", "create", file + ".gone")).isEqualTo(2);
    assertThat(err.toString()).contains(file + ".gone");

    assertThat(json("admin", "model", "delete", id).required("model_id")).isEqualTo(id);
    assertThat(run("admin", "model", "show", id, "--json")).isEqualTo(1);
    assertThat(JsonObject.parse(err.toString().strip()).text("code")).isEqualTo("model_not_found");
    Files.delete(file);
  }

  @Test
  void peopleAreInvitedGivenRolesAndTakenOut() {
    String org = organization("Green");
    var invited = items("user_id", "admin", "member", "invite", "a@b.example", "c@d.example");
    assertThat(invited).hasSize(2);
    String ann = invited.getFirst();
    assertThat(items("user_id", "admin", "member", "list", "--email", "A@b.example"))
        .containsExactly(ann);
    String[] assign = {"admin", "member", "assign", ann, "--of", org, "--role", "org_member"};
    assertThat(roles(json(assign))).containsExactly("org_member");
    assertThat(roles(json(assign))).as("the same again").containsExactly("org_member");
    assign[7] = "org_admin";
    assertThat(roles(json(assign))).containsExactly("org_admin");
    assertThat(run("admin", "member", "list", "--of", org)).isZero();
    assertThat(out.toString()).startsWith(ann + "  org_admin@" + org + "  a@b.example");
    assertThat(roles(json("admin", "member", "assign", ann, "--role", "account_admin")))
        .contains("account_admin");

    assertThat(roles(json("admin", "member", "remove", ann, "--of", org))).isEmpty();
    assertThat(json("admin", "member", "show", ann).text("email")).isEqualTo("a@b.example");
    json("admin", "member", "remove", ann);
    assertThat(run("admin", "member", "show", ann)).isEqualTo(1);
    assertThat(run("admin", "member", "assign", ann, "--role", "account_member")).isEqualTo(1);
    assertThat(err.toString()).contains("agent: ").doesNotContain("405");
    assertThat(run("admin", "member", "assign", ann, "--of", org, "--role", "org_member"))
        .isEqualTo(1);
    assertThat(run("admin", "member", "invite")).isEqualTo(2);
  }

  @Test
  void aRoleOfOnesOwnIsMadeChangedAndDeleted() {
    var made =
        json(
            "admin",
            "role",
            "create",
            "librarian",
            "--permission",
            "ManageOrgKnowledge,ManageOrgSecrets");
    String id = made.required("role_id");
    assertThat(made.list("permissions")).contains("ManageOrgKnowledge", "ManageOrgSecrets");
    var changed = json("admin", "role", "update", id, "--permission", "ManageOrgSecrets");
    assertThat(changed.list("permissions")).doesNotContain("ManageOrgKnowledge");
    assertThat(changed.text("role_name")).isEqualTo("librarian");
    assertThat(run("admin", "role", "list", "--first", "200")).isZero();
    assertThat(out.toString()).contains(id + "  org  librarian", "org_admin  org  ");
    json("admin", "role", "delete", id);
    assertThat(run("admin", "role", "create", "x", "--permission", "Fly")).isEqualTo(1);
    assertThat(err.toString()).contains("permissions");
  }

  @Test
  void aServiceUserIsMadeWithAKeyAndGivenRolesInPlaces() {
    String org = organization("Red");
    var made = json("admin", "service-user", "create", "ci", "--role", "org_member", "--of", org);
    assertThat(made.required("token")).startsWith("agt_");
    String id = made.object("service_user").required("service_user_id");
    assertThat(items("service_user_id", "admin", "service-user", "list", "--of", org))
        .containsExactly(id);
    String[] assign = {"admin", "service-user", "assign", id, "--role", "account_member"};
    assertThat(roles(json(assign))).contains("account_member");
    assertThat(roles(json(assign))).as("the same again").contains("account_member");
    assertThat(items("api_key_name", "token", "list", "--service-user", id))
        .containsExactly("default");
    assertThat(run("admin", "service-user", "list")).isZero();
    assertThat(out.toString())
        .contains("account_member", "org_member@" + org, "  ci")
        .doesNotContain(made.required("token"));

    assertThat(roles(json("admin", "service-user", "remove", id, "--of", org))).isEmpty();
    json("admin", "service-user", "remove", id);
    assertThat(items("service_user_id", "admin", "service-user", "list")).doesNotContain(id);
    assertThat(items("service_user_id", "admin", "service-user", "list", "--inactive"))
        .contains(id);
  }

  @Test
  void whatWasDoneIsListedByWhatAndWhenAndWhere() {
    String org = organization("Grey");
    assertThat(items("org_id", "audit", "list", "--action", "create_org", "--first", "1"))
        .containsExactly(org);
    assertThat(items("action", "audit", "list", "--of", org)).containsExactly("create_org");
    String long_ago = Instant.EPOCH.toString();
    assertThat(
            items(
                "action",
                "audit",
                "list",
                "--of",
                org,
                "--since",
                "1970-01-01",
                "--until",
                "1970-02-01"))
        .isEmpty();
    assertThat(run("audit", "list", "--of", org, "--oldest-first")).isZero();
    assertThat(out.toString())
        .matches("(?s)20\\d\\d-.*T.*Z  create_org  service-user-.*  " + org + "  audit_log-.*");
    assertThat(run("audit", "list", "--since", "yesterday")).isEqualTo(2);
    assertThat(err.toString()).contains("'yesterday' is no time such as 2027-01-31");
    assertThat(run("audit", "list", "--until", long_ago)).isEqualTo(1);
    assertThat(err.toString()).contains("time_before");
  }

  @Test
  void whatWasUsedIsShownByDay() {
    String org = organization("White");
    assertThat(run("admin", "consumption", "daily")).isZero();
    assertThat(out.toString()).endsWith("total       0\n");
    assertThat(
            json(
                    "admin",
                    "consumption",
                    "daily",
                    "--of",
                    org,
                    "--since",
                    "2026-01-01",
                    "--until",
                    "2026-02-01T00:00:00Z")
                .text("total_acus"))
        .isEqualTo("0");
    assertThat(run("admin", "consumption", "daily", "--of", org, "--user", "x")).isEqualTo(2);
    assertThat(run("admin", "consumption", "daily", "--user", "x")).isEqualTo(1);
    assertThat(err.toString()).contains("agent: ");
    assertThat(run("admin", "consumption", "cycles")).isZero();
    assertThat(out.toString()).matches("(?s)20\\S+T08:00:00Z  20\\S+T08:00:00Z\\R.*");
  }

  @Test
  void aGroupWithoutACommandSaysWhichThereAre() {
    assertThat(run("admin")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "Say what to do: org, member, service-user, role, idp-group, acu-limit, org-group, org-tag,");
    assertThat(run("admin", "org", "--json")).isEqualTo(2);
  }
}
