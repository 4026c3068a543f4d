package io.agentservice.cli.session.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpConfigFileTest {
  @TempDir private Path directory;

  private SessionMcpServers read(String json) throws IOException {
    var file = directory.resolve(".mcp.json");
    Files.writeString(file, json);
    return McpConfigFile.read(file.toString(), Map.of("HOST", "mcp.example.com", "KEY", "a$b"));
  }

  @Test
  void programsAndAddressesAreServersWhoseValuesAreSecretsOfTheSession() throws IOException {
    var servers =
        read(
            """
            {"mcpServers": {
              "My Files": {"command": "npx", "args": ["-y", "${HOST}"], "env": {"API_KEY": "${KEY}"}},
              "tracker": {"type": "http", "url": "https://${HOST}/${PATH_:-mcp}",
                          "headers": {"Authorization": "Bearer ${KEY}", "X-Team": "red"}}}}
            """);
    assertThat(servers.servers().toString())
        .isEqualTo(
            """
            [JsonObject[fields={name=my-files, transport=stdio, command=npx, args=[-y, mcp.example.com], environment=[API_KEY]}], \
            JsonObject[fields={name=tracker, transport=http, url=https://mcp.example.com/mcp, headers=[\
            JsonObject[fields={name=Authorization, secret=MCP_TRACKER_AUTHORIZATION, prefix=Bearer }], \
            JsonObject[fields={name=X-Team, secret=MCP_TRACKER_X_TEAM}]]}]]\
            """);
    assertThat(servers.secrets().stream().map(one -> one.text("key") + "=" + one.text("value")))
        .containsExactly("API_KEY=a$b", "MCP_TRACKER_AUTHORIZATION=a$b", "MCP_TRACKER_X_TEAM=red");
    assertThat(servers).hasToString("SessionMcpServers[my-files, tracker]");
  }

  @Test
  void withoutAFileOrServersThereIsNothing() throws IOException {
    assertThat(McpConfigFile.read(null, Map.of()).servers()).isNull();
    assertThat(read("{\"mcpServers\": {}}").secrets()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | it has no object mcpServers",
        "{'mcpServers': []} | it has no object mcpServers",
        "{'mcpServers': {'a': 7}} | the MCP server 'a' is no object",
        "{'mcpServers': {'a': {}}} | of the MCP server 'a'",
        "{'mcpServers': {'a': {'command': 7}}} | of the MCP server 'a'",
        "{'mcpServers': {'a': {'type': 'sse', 'url': 'https://x'}}} | sse is not spoken",
        "{'mcpServers': {'a': {'command': '${NONE}'}}} | the variable NONE is not set",
        "{'mcpServers': {'a b': {'command': 'c'}, 'A-b': {'command': 'c'}}} | two MCP servers are called 'a-b'",
        "{'mcpServers': {'--': {'command': 'c'}}} | has no letter and no digit",
        "{'mcpServers': {'a': {'command': 'c', 'env': {'K': '1'}}, 'b': {'command': 'c', 'env': {'K': '2'}}}} | different values of 'K'"
      })
  void whatIsWrongIsToldWithItsFile(String json, String words) {
    assertThatThrownBy(() -> read(json.replace('\'', '"')))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(".mcp.json: ")
        .hasMessageContaining(words);
  }
}
