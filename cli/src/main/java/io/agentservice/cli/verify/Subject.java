package io.agentservice.cli.verify;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.wire.json.JsonException;
import io.agentservice.worker.doctor.Finding;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The installation that is looked at.
 *
 * @param client by the address that callers use
 * @param servers clients of the single servers behind it, by their addresses; empty: none is named
 */
record Subject(AgentClient client, Map<URI, AgentClient> servers) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static Subject of(Connection.Target target, Iterable<URI> servers) {
    var named = new LinkedHashMap<URI, AgentClient>();
    var subject = new Subject(open(target), named);
    for (var server : servers) {
      named.put(server, open(new Connection.Target(server, target.key())));
    }
    return subject;
  }

  private static AgentClient open(Connection.Target target) {
    return Connection.open(target).withTimeout(PATIENCE);
  }

  /** The address that callers use, and then those of the servers. */
  Map<URI, AgentClient> all() {
    var all = new LinkedHashMap<URI, AgentClient>();
    all.put(client.baseUrl(), client);
    all.putAll(servers);
    return all;
  }

  /** A check that a refusal ends: what the key may not do is no fault of the installation. */
  static Finding attempt(Supplier<Finding> check) {
    try {
      return check.get();
    } catch (ClientException e) {
      return e.code().equals("permission_denied")
          ? Finding.skipped("the key may not: " + e.getMessage())
          : Finding.problem(String.valueOf(e.getMessage()), e.hint());
    } catch (CommandFailure e) {
      if (Cleanup.interrupted()) {
        throw e;
      }
      return Finding.skipped(String.valueOf(e.getMessage())); // it belongs to no organization
    } catch (JsonException | IllegalArgumentException e) {
      return Finding.problem(
          "What answers is not the service, or not in its words", "Is the address the service's?");
    }
  }

  @Override
  public void close() {
    client.close();
    servers.values().forEach(AgentClient::close);
  }
}
