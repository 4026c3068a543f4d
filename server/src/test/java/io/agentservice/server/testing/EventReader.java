package io.agentservice.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.base.http.answers.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Reads a stream of server-sent events line by line, judging each frame; closed by its owner. */
public final class EventReader implements AutoCloseable {
  private static final int SECONDS = 20;
  private static final String END = "END";

  private final InputStream stream;
  private final HttpHeaders headers;
  private final String schema;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  EventReader(HttpResponse<InputStream> response, String schema) {
    this.stream = response.body();
    this.headers = response.headers();
    this.schema = schema;
    Thread.ofVirtual().name("event-reader").start(this::read);
  }

  private void read() {
    try (var reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        lines.add(line);
      }
      lines.add(END);
    } catch (IOException e) {
      lines.add("BROKEN " + e);
    }
  }

  public HttpHeaders headers() {
    return headers;
  }

  /** The next line of the stream as it came; {@code END} when it has ended cleanly. */
  public String line() {
    try {
      String line = lines.poll(SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("Nothing came on the stream");
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The next event; comments and blank lines are passed over. */
  public JsonNode next() {
    while (true) {
      String line = line();
      if (line.startsWith("data: ")) {
        String json = line.substring("data: ".length());
        ApiContract.instance().checkFrame(schema, json);
        return Json.MAPPER.readTree(json);
      }
      if (!line.isEmpty() && !line.startsWith(":")) {
        throw new AssertionError("Not a frame: " + line);
      }
    }
  }

  /** A named event; {@code id} of the stream so far, empty for none. */
  public record Named(String id, String name, JsonNode data) {}

  /** The next of them, judged by the schema of its name. */
  public Named named(Map<String, String> schemas) {
    String id = "";
    String name = "";
    while (true) {
      String line = line();
      if (line.startsWith("id: ")) {
        id = line.substring("id: ".length());
      } else if (line.startsWith("event: ")) {
        name = line.substring("event: ".length());
      } else if (line.startsWith("data: ")) {
        String json = line.substring("data: ".length());
        String of = schemas.get(name);
        if (of == null) {
          throw new AssertionError("No such event: " + name);
        }
        ApiContract.instance().checkFrame(of, json);
        return new Named(id, name, Json.MAPPER.readTree(json));
      } else if (!line.isEmpty() && !line.startsWith(":")) {
        throw new AssertionError("Not a frame: " + line);
      }
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw new AssertionError("The stream can't be closed", e);
    }
  }
}
