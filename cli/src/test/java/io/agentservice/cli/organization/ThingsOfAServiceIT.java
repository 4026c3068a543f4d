package io.agentservice.cli.organization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.cli.Main;
import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.testing.OnService;
import io.agentservice.wire.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The commands for notes, playbooks, secrets, schedules and keys, against a server. */
@Isolated("puts another standard input into the whole process")
class ThingsOfAServiceIT extends OnService {
  private final InputStream standardInput = System.in;

  @AfterEach
  void giveStandardInputBack() {
    System.setIn(standardInput);
  }

  @Test
  void theAuditLogIsExportedAndCheckedWithoutTheService() throws Exception {
    json("knowledge", "create", "Audited", "text");
    String head = sealedHead();
    assertThat(run("audit", "export")).as(err.toString()).isZero();
    assertThat(err.toString()).startsWith("head ");
    var log = directory.resolve("log.jsonl");
    Files.writeString(log, out.toString());
    assertThat(run("audit", "verify", log.toString(), "--head", head)).isZero();
    assertThat(out.toString()).startsWith("whole: ");
    String changed = Files.readString(log).replace("\"Audited\"", "\"Another\"");
    Files.writeString(log, changed);
    assertThat(run("audit", "verify", log.toString())).isEqualTo(1);
    assertThat(out.toString()).startsWith("changed at place ").contains("is not what was sealed");
    Files.writeString(log, "{}\nnonsense\n");
    assertThat(run("audit", "verify", log.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("line 2 of ");
    assertThat(run("audit", "verify", log.toString(), "--head", "7")).isEqualTo(2);
    assertThat(run("audit", "verify", directory.resolve("none").toString())).isEqualTo(2);
  }

  @Test
  void anExportThatCanNotBeWrittenFails() throws Exception {
    var full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "only Linux has such a disk");
    json("knowledge", "create", "Lost", "text");
    var errors = directory.resolve("errors").toFile();
    var agent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "audit",
                "export")
            .redirectOutput(full.toFile())
            .redirectError(errors);
    agent.environment().putAll(environment());
    assertThat(agent.start().waitFor()).isEqualTo(1);
    assertThat(errors).content().contains("the export can't be written").doesNotContain("head ");
  }

  /** The head once the newest record is sealed. */
  private String sealedHead() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (System.nanoTime() < end) {
      assertThat(run("audit", "export")).as(err.toString()).isZero();
      if (!out.toString().contains("\"seal\":null")) {
        assertThat(run("audit", "head")).isZero();
        return out.toString().strip();
      }
    }
    throw new AssertionError("never sealed");
  }

  private static void type(String text) {
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aNoteIsWrittenShownChangedAndDeleted() {
    type("Use tabs.\nNever spaces.\n");
    String id =
        json("knowledge", "create", "Style", "-", "--trigger", "before editing", "--repo", "all")
            .required("note_id");
    assertThat(run("knowledge", "list")).isZero();
    assertThat(out.toString()).contains(id + "  /  Style");
    assertThat(run("knowledge", "show", id)).isZero();
    assertThat(out.toString())
        .contains("before editing", "\n  Use tabs.\n  Never spaces.\n")
        .doesNotContain("null");

    var changed = json("knowledge", "update", id, "--name", "Layout", "--enabled", "false");
    assertThat(changed.text("name")).isEqualTo("Layout");
    assertThat(changed.text("body")).isEqualTo("Use tabs.\nNever spaces.\n");
    assertThat(changed.text("trigger")).isEqualTo("before editing");
    assertThat(changed.text("pinned_repo")).isEqualTo("all");
    assertThat(changed.isTrue("is_enabled")).isFalse();

    assertThat(json("knowledge", "delete", id).text("note_id")).isEqualTo(id);
    assertThat(run("knowledge", "show", id)).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("agent: ");
  }

  @Test
  void aPlaybookKeepsWhatIsNotChanged() {
    String id =
        json("playbook", "create", "Release", "Bump the version", "--macro", "!release")
            .required("playbook_id");
    var changed = json("playbook", "update", id, "--text", "Bump it");
    assertThat(changed.text("title")).isEqualTo("Release");
    assertThat(changed.text("macro")).isEqualTo("!release");
    assertThat(changed.text("body")).isEqualTo("Bump it");
    assertThat(run("playbook", "list")).isZero();
    assertThat(out.toString()).contains(id + "  !release  Release");
    json("playbook", "delete", id);
  }

  @Test
  void aSecretComesFromStandardInputAndIsShownNowhere() {
    type("sword\nfish\n");
    var made = json("secret", "create", "TOKEN", "--note", "for tests");
    assertThat(made.text("key")).isEqualTo("TOKEN");
    assertThat(made.isTrue("is_sensitive")).isTrue();
    assertThat(run("secret", "list")).isZero();
    assertThat(out.toString()).contains("TOKEN", "key-value").doesNotContain("fish");
    type("");
    assertThat(run("secret", "create", "EMPTY")).isEqualTo(2);
    assertThat(err.toString()).contains("the value is empty", "standard input");
    assertThat(run("secret", "create", "TOKEN", "swordfish")).isEqualTo(2);
    json("secret", "delete", made.required("secret_id"));
  }

  @Test
  void aScheduleIsMadeForACronTextOrOnce() {
    String id =
        json("schedule", "create", "Look", "--cron", "0 9 * * MON-FRI", "--timezone", "Asia/Tokyo")
            .required("schedule_id");
    var changed = json("schedule", "update", id, "--enabled", "false", "--prompt", "Look again");
    assertThat(changed.text("prompt")).isEqualTo("Look again");
    assertThat(changed.text("cron_schedule")).isEqualTo("0 9 * * MON-FRI");
    assertThat(changed.text("timezone")).isEqualTo("Asia/Tokyo");
    assertThat(changed.isTrue("is_enabled")).isFalse();
    assertThat(json("schedule", "update", id, "--at", "2100-01-01T00:00:00Z").text("schedule_type"))
        .isEqualTo("one_time");
    assertThat(run("schedule", "create", "Look", "--cron", "every day")).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("cron_schedule");
    String session = json("schedule", "run", id).required("session_id");
    assertThat(run("schedule", "runs", id)).isZero();
    assertThat(out.toString()).contains(session);
    json("schedule", "delete", id);
  }

  @Test
  void theNextTimesOfACronTextAreShownWithoutASchedule() {
    String[] words = {"schedule", "preview", "30 2 31 3 *", "--timezone", "Europe/Berlin"};
    assertThat(run(words)).isZero();
    assertThat(out.toString().lines()).hasSizeGreaterThanOrEqualTo(5);
    assertThat(run("schedule", "preview", "0 0 1 1 *", "--count", "2", "--every", "3")).isZero();
    assertThat(out.toString().lines())
        .hasSize(2)
        .allMatch(line -> line.endsWith("-01-01T00:00:00.000000+00:00"));
    assertThat(run("schedule", "preview", "at noon")).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("cron_schedule");
  }

  @Test
  void anMcpServerNamesItsSecretsAndIsSwitchedOff() {
    type("swordfish\n");
    json("secret", "create", "TRACKER_TOKEN");
    var made =
        json(
            "mcp-server",
            "create",
            "tracker",
            "--url",
            "https://mcp.example.com/mcp",
            "--header",
            "Authorization=Bearer TRACKER_TOKEN",
            "--tool",
            "search");
    assertThat(made.text("transport")).isEqualTo("http");
    assertThat(made.objects("headers").getFirst().text("prefix")).isEqualTo("Bearer ");
    String id = made.required("mcp_server_id");
    var changed = json("mcp-server", "update", id, "--enabled", "false");
    assertThat(changed.isTrue("is_enabled")).isFalse();
    assertThat(changed.text("url")).isEqualTo("https://mcp.example.com/mcp");
    assertThat(run("mcp-server", "list")).isZero();
    assertThat(out.toString()).contains(id, "tracker");
    var program =
        json("mcp-server", "create", "files", "--command", "npx", "--arg", "-y", "--arg", "server");
    assertThat(program.text("transport")).isEqualTo("stdio");
    json("mcp-server", "delete", id);
    assertThat(run("mcp-server", "show", id)).isEqualTo(1);
  }

  @Test
  void aModelIsRegisteredWithItsPriceAndChanged() {
    type("sk-123456\n");
    json("secret", "create", "MODEL_KEY");
    var made =
        json(
            "model",
            "create",
            "fast",
            "openai:qwen3:8b",
            "--key",
            "MODEL_KEY",
            "--price",
            "3,15,0.30,3.75",
            "--context-tokens",
            "32000");
    assertThat(made.text("provider")).isEqualTo("openai");
    assertThat(made.text("provider_model")).isEqualTo("qwen3:8b");
    assertThat(made.text("cache_read_price")).isEqualTo("0.3");
    String id = made.required("model_id");
    var changed = json("model", "update", id, "--base-url", "https://models.example.com/v1");
    assertThat(changed.text("output_price")).isEqualTo("15");
    type("sk-234567\n");
    json("secret", "create", "OTHER_KEY");
    var several = json("model", "update", id, "--key", "OTHER_KEY", "--key", "MODEL_KEY");
    assertThat(several.text("key_secret")).isEqualTo("OTHER_KEY");
    assertThat(several.list("key_secrets").toString()).isEqualTo("[OTHER_KEY, MODEL_KEY]");
    assertThat(run("model", "list")).isZero();
    assertThat(out.toString()).contains(id, "qwen3:8b", "fast");
    assertThat(run("model", "update", id, "--price", "1,2")).isEqualTo(2);
    assertThat(run("model", "create", "slow", "nobody:x", "--key", "MODEL_KEY")).isEqualTo(1);
    json("model", "delete", id);
    assertThat(run("model", "show", id)).isEqualTo(1);
  }

  @Test
  void otherAgentsReachTheServiceByTheirStandardInput() {
    type(
        """
        {"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}

        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_playbooks","arguments":{}}}
        nonsense
        """
            + "x".repeat((4 << 20) + 1)
            + "\n");
    assertThat(run("mcp")).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .hasSize(4)
        .anyMatch(line -> line.contains("\"id\":\"a\"") && line.contains("agent-service"))
        .anyMatch(line -> line.contains("\"id\":2") && line.contains("\"isError\":false"))
        .anyMatch(line -> line.contains("-32000") && line.contains("400"))
        .anyMatch(line -> line.contains("a message has more than 4,194,304 bytes"));
  }

  @Test
  void theKeysOfAServiceUserAreMadeRotatedAndRevoked() {
    String robot;
    try (var client = Connection.open(connection().target())) {
      robot =
          client
              .enterprise()
              .newServiceUsers()
              .create(
                  JsonObject.of("name", "robot", "role_id", "account_member", "ttl_seconds", 60),
                  null)
              .object("service_user")
              .required("service_user_id");
    }
    var made = json("token", "create", "ci", "--service-user", robot, "--days", "30");
    assertThat(made.required("token")).startsWith("agt_");
    String old = made.required("api_key_id");
    var rotated = json("token", "rotate", old, "--service-user", robot);
    assertThat(rotated.required("token")).isNotEqualTo(made.required("token"));
    String next = rotated.required("api_key_id");
    String[] later = {"token", "rotate", next, "--service-user", robot, "--grace-hours", "2"};
    json(later);
    assertThat(run("token", "list", "--service-user", robot)).isZero();
    assertThat(out.toString()).contains(next + "  true  ci");
    later[6] = "0";
    assertThat(run(later)).isEqualTo(1);
    assertThat(err.toString()).contains("grace_seconds");
    assertThat(
            run("token", "rotate", next, "--service-user", robot, "--keep", "--grace-hours", "2"))
        .isEqualTo(2);
    json("token", "revoke", next, "--service-user", robot);
    assertThat(run("token", "list", "--service-user", robot)).isZero();
    assertThat(out.toString())
        .contains(old + "  false  ci")
        .doesNotContain(made.required("token"), rotated.required("token"));
  }

  @Test
  void peopleOfTheAccountAreAddedToAnOrganizationGivenRolesAndRemoved() {
    String ann =
        json("admin", "member", "invite", "ann@b.example")
            .objects("items")
            .getFirst()
            .required("user_id");
    var added = json("member", "add", "Ann@b.example");
    assertThat(added.required("user_id")).isEqualTo(ann);
    assertThat(run("member", "add", "ann@b.example")).isEqualTo(1);
    assertThat(err.toString()).contains("There is a role already");
    json("member", "assign", ann, "--role", "org_admin");
    assertThat(run("member", "list", "--email", "ann@b.example")).isZero();
    assertThat(out.toString().strip()).isEqualTo(ann + "  org_admin  ann@b.example  -");
    assertThat(json("member", "remove", ann).objects("role_assignments")).isEmpty();
    assertThat(run("member", "show", ann)).isEqualTo(1);
    json("member", "assign", ann, "--role", "org_member");
    assertThat(json("member", "show", ann).objects("role_assignments")).hasSize(1);

    assertThat(run("member", "add", "nobody@b.example")).isEqualTo(1);
    assertThat(err.toString()).contains("email", "an administrator of the account can invite");
    assertThat(run("member", "assign", "nobody", "--role", "org_member")).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void theKeyOfAServiceUserHasNoPreferences() {
    assertThat(run("preferences", "show")).isEqualTo(1);
    assertThat(err.toString()).contains("needs a web session or a personal token");
  }

  @Test
  void aGroupWithoutACommandSaysWhichThereAre() {
    assertThat(run("secret")).isEqualTo(2);
    assertThat(err.toString()).contains("Say what to do: list, create, delete");
    assertThat(run("token", "xyzzy", "--json")).isEqualTo(2);
    assertThat(JsonObject.parse(err.toString().strip()).text("code")).isEqualTo("usage");
  }
}
