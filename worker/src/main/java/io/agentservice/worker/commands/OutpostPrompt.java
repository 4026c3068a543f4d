package io.agentservice.worker.commands;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/** Asks a person at a terminal which outpost to serve. */
final class OutpostPrompt {
  private static final int TRIES = 3;

  private OutpostPrompt() {}

  static String choose(FleetClient fleet, BufferedReader in, PrintWriter out) {
    var outposts = fleet.outposts();
    if (outposts.isEmpty()) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "The account has no outpost",
          "Create one: agent worker outpost create <name>");
    }
    for (int n = 1; n <= outposts.size(); n++) {
      out.println("%3d  %s".formatted(n, OutpostCommand.line(outposts.get(n - 1))));
    }
    for (int i = 0; i < TRIES; i++) {
      out.print("Outpost to serve (number or name): ");
      out.flush();
      var answer = readLine(in);
      for (int n = 1; n <= outposts.size(); n++) {
        var outpost = outposts.get(n - 1);
        if (answer.equals(Integer.toString(n))
            || answer.equalsIgnoreCase(outpost.spec().name())
            || answer.equals(outpost.metadata().outpostId())) {
          return outpost.metadata().outpostId();
        }
      }
      out.println("There is no '" + answer + "'");
    }
    throw new WorkerFailure(ExitCode.USAGE, "No outpost was chosen", null);
  }

  private static String readLine(BufferedReader in) {
    try {
      var line = in.readLine();
      if (line != null) {
        return line.strip();
      }
    } catch (IOException _) {
      // As if nothing was typed.
    }
    throw new WorkerFailure(ExitCode.USAGE, "No outpost was chosen", null);
  }
}
