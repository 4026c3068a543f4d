package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.organization.OrganizationClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.json.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client that the command line uses, on the server that it is for. */
class TypedClientIT extends OnOrganization {
  private final List<AgentClient> clients = new ArrayList<>();
  private AgentClient client;
  private OrganizationClient mine;

  @BeforeEach
  void connect() {
    client = client(TestServer.ADMIN_KEY);
    mine = client.organization(org.value());
  }

  private AgentClient client(String key) {
    var made = new AgentClient(ClientSettings.of(URI.create(server.address()), key));
    clients.add(made);
    return made;
  }

  @AfterEach
  void closeClients() {
    clients.forEach(AgentClient::close);
  }

  /** Makes one twice by one key, reads it, changes it, and deletes it. */
  private static void lifeOf(
      CollectionClient things, String id, JsonObject body, UnaryOperator<JsonObject> change) {
    var made = things.create(body, "once");
    assertThat(things.create(body, "once").required(id)).isEqualTo(made.required(id));
    assertThat(things.list(Query.of("first", 200)).items())
        .extracting(item -> item.required(id))
        .containsOnlyOnce(made.required(id));
    assertThat(change.apply(made).required(id)).isEqualTo(made.required(id));
    assertThat(things.delete(made.required(id)).required(id)).isEqualTo(made.required(id));
    assertThatThrownBy(() -> things.delete(made.required(id)))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status()).isIn(404, 409));
  }

  @Test
  void theThingsOfAnOrganizationAreMadeReadChangedAndDeleted() {
    var note = JsonObject.of("name", "n", "body", "b", "trigger", "t");
    lifeOf(
        mine.notes(),
        "note_id",
        note,
        made ->
            mine.notes()
                .replace(mine.notes().get(made.required("note_id")).required("note_id"), note));
    var playbook = JsonObject.of("title", "t", "body", "b");
    lifeOf(
        mine.playbooks(),
        "playbook_id",
        playbook,
        made -> mine.playbooks().replace(made.required("playbook_id"), playbook));
    lifeOf(
        mine.schedules(),
        "schedule_id",
        JsonObject.of("prompt", "p", "cron_schedule", "0 9 * * *"),
        made ->
            mine.schedules().change(made.required("schedule_id"), JsonObject.of("name", "new")));
    lifeOf(
        mine.mcpServers(),
        "mcp_server_id",
        JsonObject.of("name", "m", "transport", "stdio", "command", "tools"),
        made ->
            mine.mcpServers()
                .change(made.required("mcp_server_id"), JsonObject.of("command", "others")));
    lifeOf(
        mine.models(),
        "model_id",
        JsonObject.of(
            "name", "m", "provider", "openai", "provider_model", "x", "base_url", "https://x.org"),
        made -> mine.models().change(made.required("model_id"), JsonObject.of("effort", "low")));
    lifeOf(mine.secrets(), "secret_id", JsonObject.of("key", "K", "value", "v"), made -> made);
  }

  @Test
  void aScheduleIsRunAndItsRunsAreListed() {
    String id =
        mine.schedules()
            .create(JsonObject.of("prompt", "p", "cron_schedule", "0 9 * * *"), null)
            .required("schedule_id");
    String session = mine.schedules().act(id, "run", null).required("session_id");
    assertThat(mine.runs(id).list(Query.NONE).items())
        .extracting(run -> run.text("session_id"))
        .containsExactly(session);
  }

  @Test
  void sessionsAreMadeToldAndEnded() {
    var sessions = client.sessions(org.value());
    String id = sessions.create(JsonObject.of("prompt", "p", "tags", List.of("a")), null).id();
    sessions.message(id, "m");
    assertThat(sessions.messages(id, Query.NONE).items()).isNotEmpty();
    assertThat(sessions.eventPage(id, 0).events()).isNotEmpty();
    var page = sessions.list(Query.of("tags", "a").and("first", 1));
    assertThat(page.items()).extracting(session -> session.text("session_id")).containsExactly(id);
    assertThat(page.endCursor()).isNull();
    assertThat(sessions.terminate(id, true).standing().archived()).isTrue();
  }

  @Test
  void peopleServiceUsersAndKeysAreManaged() {
    var provision = JsonObject.of("name", "robot", "role_id", "org_member", "ttl_seconds", 60);
    var made = mine.newServiceUsers().create(provision, null);
    String robot = made.object("service_user").required("service_user_id");
    assertThat(client(made.required("token")).self().text("service_user_id")).isEqualTo(robot);
    mine.serviceUsers().change(robot, JsonObject.of("role_id", "org_admin"));
    assertThat(mine.serviceUsers().list(Query.NONE).items())
        .extracting(one -> one.text("service_user_id"))
        .contains(robot);

    lifeOf(client.enterprise().keysOf(robot), "api_key_id", JsonObject.of("name", "k"), key -> key);
    String key =
        client
            .enterprise()
            .keysOf(robot)
            .create(JsonObject.of("name", "r"), null)
            .required("api_key_id");
    String token = client.enterprise().keysOf(robot).act(key, "rotate", null).required("token");
    client(token).self();
    assertThat(client.enterprise().serviceUsers().list(Query.of("first", 200)).items())
        .isNotEmpty();
    assertThat(client.enterprise().roles().list(Query.NONE).items()).isNotEmpty();

    var human = server.given().human(org, "org_member");
    assertThat(mine.users().list(Query.NONE).items())
        .extracting(user -> user.text("user_id"))
        .containsExactly(human.value());
    mine.users().change(human.value(), JsonObject.of("role_id", "org_admin"));
    assertThat(client.enterprise().users().get(human.value()).required("user_id"))
        .isEqualTo(human.value());
    lifeOf(
        client(server.given().personalToken(human)).ownKeys(),
        "api_key_id",
        JsonObject.of("name", "mine"),
        one -> one);
  }

  @Test
  void aHumanReadsAndChangesHisPreferences() {
    var preferences =
        client(server.given().personalToken(server.given().human(org, "org_member")))
            .ownPreferences();
    assertThat(preferences.get().text("theme")).isEqualTo("system");
    assertThat(preferences.change(JsonObject.of("theme", "dark")).text("theme")).isEqualTo("dark");
    assertThat(preferences.get().text("theme")).isEqualTo("dark");
  }
}
