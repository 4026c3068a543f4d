package io.agentservice.cli.doctor;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.terminal.EventPrinter;
import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.ToolSpec;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.worker.doctor.Finding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What {@code agent doctor} examines of the service as it is set up.
 *
 * @param values its settings
 */
record ServiceChecks(Map<String, String> values, Home home) {
  /** Room for a model that thinks first. */
  private static final int WORDS = 512;

  private static final String TASK = "Call the tool ready. Say nothing else.";
  private static final String PATIENCE_SECONDS = "30";

  Finding settings() {
    try {
      var _ = Service.read(values);
      var unknown = Variables.unknown(values.keySet());
      return unknown.isEmpty()
          ? Finding.ok("every AGENT_* variable makes sense")
          : Finding.warning(
              String.join("; ", unknown), "docs/operations.md and docs/worker.md list them");
    } catch (SettingsException e) {
      return Finding.problem(
          String.valueOf(e.getMessage()), "docs/operations.md lists what is valid");
    }
  }

  Finding port() {
    var port = value("AGENT_PORT", "8080");
    var bind = value("AGENT_BIND", "127.0.0.1");
    var running = home.server().map(Home.Server::url).orElse(null);
    if (running != null) {
      return Finding.ok("the service of this data directory listens on " + running);
    }
    try (var socket = new ServerSocket(Integer.parseInt(port), 1, InetAddress.getByName(bind))) {
      return Finding.ok(
          port.equals("0")
              ? "any free one"
              : "%s:%d is free".formatted(bind, socket.getLocalPort()));
    } catch (NumberFormatException _) {
      return Finding.skipped("AGENT_PORT is no number");
    } catch (IOException | IllegalArgumentException e) {
      return Finding.problem(
          "The service can't listen on %s:%s: %s".formatted(bind, port, e.getMessage()),
          "Set AGENT_PORT and AGENT_BIND, or end what listens there");
    }
  }

  Finding database() {
    var url = value("AGENT_DATABASE_URL", "");
    if (url.isEmpty()) {
      return Finding.ok("embedded PostgreSQL in " + home.path().resolve("postgres"));
    }
    return Database.refusal(url)
        .map(why ->
            Finding.problem(
                "The database can't be reached: " + why,
                "Look at AGENT_DATABASE_URL, and whether PostgreSQL runs and lets this user in"))
        .orElseGet(() -> Finding.ok("an external PostgreSQL, which answers"));
  }

  /** A call of a model that costs next to nothing. */
  Finding model() {
    var patient = new HashMap<>(values);
    patient.put("AGENT_MODEL_TIMEOUT_SECONDS", PATIENCE_SECONDS);
    try (var models = new Llms(LlmSettings.from(patient))) {
      var model = models.defaultLlm();
      if (model.name().startsWith("replay:")) {
        return Finding.ok(model.name() + ", a recording");
      }
      long begun = System.nanoTime();
      var reply =
          model.complete(
              new Prompt("", List.of(ChatMessage.user(TASK)), List.of(tool()), WORDS),
              TextListener.NONE);
      long millis = (System.nanoTime() - begun) / 1_000_000;
      var answers = model.name() + " answers in " + EventPrinter.seconds(millis);
      return reply.toolUses().isEmpty()
          ? Finding.warning(
              answers + ", but did not call the tool that it was to call",
              "Sessions work by tools: try another model, or look how its server is told to allow them")
          : Finding.ok(answers + " and calls tools");
    } catch (LlmException e) {
      return switch (e.kind()) {
        case AUTH, UNREACHABLE, INVALID_REQUEST ->
            Finding.problem(String.valueOf(e.getMessage()), advice(e.kind()));
        case CONTEXT_FULL, REFUSED, MALFORMED, GONE ->
            Finding.warning(String.valueOf(e.getMessage()), "Try another model");
      };
    } catch (IllegalArgumentException e) {
      return Finding.problem(String.valueOf(e.getMessage()), "Look at the variables of the model");
    }
  }

  /** As those that sessions give. */
  private static ToolSpec tool() {
    var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties");
    return new ToolSpec("ready", "Says that you are ready.", schema);
  }

  private static String advice(LlmException.Kind kind) {
    return switch (kind) {
      case AUTH -> "Sessions can't think without: set the key, or look at its rights and credit";
      case UNREACHABLE -> "Look at the network, a proxy, or AGENT_OPENAI_BASE_URL";
      default -> "Look at AGENT_MODEL";
    };
  }

  private String value(String name, String otherwise) {
    var set = values.get(name);
    return set == null || set.isBlank() ? otherwise : set.strip();
  }
}
