package io.agentservice.cli.service;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;

/**
 * Does for runs that were killed what they would have done: ends what they left running, has their
 * sessions sleep, so that they can be gone on with, and removes their outposts.
 */
public record KilledRuns(Runs runs, AgentClient client) {
  private static final int NOT_FOUND = 404;

  /** Does nothing for runs that live. */
  public void tidyUp() {
    for (var name : runs.begun()) {
      try (var mine = runs.take(name)) {
        if (mine != null) {
          tidyUp(name);
        }
      }
    }
  }

  private void tidyUp(String name) {
    var place = runs.place(name);
    LocalWorker.endOrphans(place);
    runs.named(name).ifPresent(run -> rest(run.session()));
    client.fleet().outposts().stream()
        .filter(outpost -> outpost.spec().name().equalsIgnoreCase(name))
        .forEach(outpost -> client.fleet().deleteOutpost(outpost.metadata().outpostId(), true));
    try {
      Trees.delete(place);
    } catch (IOException e) {
      throw CommandFailure.failed("could not delete " + place + ": " + e.getMessage(), null);
    }
  }

  private void rest(String session) {
    var sessions = client.sessions(Connection.organization(client.self()));
    try {
      if (!sessions.get(session).standing().archived()) {
        sessions.archive(session);
        sessions.unarchive(session);
      }
    } catch (ApiException e) {
      if (e.status() != NOT_FOUND) { // of another service
        throw e;
      }
    }
  }
}
