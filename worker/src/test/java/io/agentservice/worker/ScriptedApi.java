package io.agentservice.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.agentservice.wire.fleet.EntryList;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.wire.fleet.OutpostPage;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.fleet.WatchEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;

/**
 * An HTTP server that says what it was told to say, whatever it is asked: no rules of the service
 * are in it. An answer stays until it is replaced; answers given with {@link #first} come before
 * it, once each.
 */
public final class ScriptedApi implements AutoCloseable {
  public static final String OUTPOST = "outpost_env-1";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Said> lasting = new ConcurrentHashMap<>();
  private final Map<String, Queue<Said>> before = new ConcurrentHashMap<>();
  private final BlockingQueue<WatchEvent> events = new LinkedBlockingQueue<>();
  private final Queue<WatchEvent> tombstones = new ConcurrentLinkedQueue<>();
  public final Queue<String> requests = new ConcurrentLinkedQueue<>();

  /** The same requests, as addresses with their queries. */
  public final Queue<String> addresses = new ConcurrentLinkedQueue<>();

  /** What the fleet's requests said of their sender. */
  public final Queue<String> senders = new ConcurrentLinkedQueue<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Said(int status, byte[] body, Map<String, String> headers) {}

  public ScriptedApi() throws IOException {
    this(null);
  }

  /** With TLS unless the context is null. */
  public ScriptedApi(SSLContext tls) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    if (tls == null) {
      server = HttpServer.create(address, 0);
    } else {
      var secure = HttpsServer.create(address, 0);
      secure.setHttpsConfigurator(new HttpsConfigurator(tls));
      server = secure;
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    outposts("linux");
    say("list pending", 200, FleetJson.ENTRY_LIST.toJson(new EntryList(List.of(), "c1", false, 0)));
    say("list claimed", 200, FleetJson.ENTRY_LIST.toJson(new EntryList(List.of(), "c1", false, 0)));
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public void outposts(String platform) {
    outposts(outpost(OUTPOST, "local", platform));
  }

  public void outposts(Outpost... outposts) {
    var page = new OutpostPage(List.of(outposts), null, false, outposts.length);
    say("GET /opbeta/outposts/outposts", 200, FleetJson.OUTPOST_PAGE.toJson(page));
  }

  public static Outpost outpost(String id, String name, String platform) {
    return new Outpost(
        new Outpost.Metadata(id, "acct-1", 1, null),
        new Outpost.Spec(name, platform, "", null),
        new Outpost.Status(0, 0));
  }

  public void say(String question, int status, String body) {
    lasting.put(question, new Said(status, body.getBytes(StandardCharsets.UTF_8), Map.of()));
  }

  public void first(String question, int status, Map<String, String> headers) {
    before
        .computeIfAbsent(question, _ -> new ConcurrentLinkedQueue<>())
        .add(new Said(status, new byte[0], headers));
  }

  public void list(String phase, QueueEntry... entries) {
    say(
        "list " + phase,
        200,
        FleetJson.ENTRY_LIST.toJson(new EntryList(List.of(entries), "c1", false, entries.length)));
  }

  public void entry(QueueEntry entry) {
    say(agents(entry), 200, FleetJson.ENTRY.toJson(entry));
  }

  public void noEntry(QueueEntry entry) {
    say(agents(entry), 404, "{\"code\":\"entry_not_found\",\"detail\":\"No such entry\"}");
  }

  public void claim(QueueEntry entry) {
    say(post(entry, "claim"), 200, FleetJson.ENTRY.toJson(entry));
    say(post(entry, "release"), 200, FleetJson.ENTRY.toJson(entry));
  }

  /** The entry is gone; a watch from the beginning still tells of it. */
  public void tombstone(QueueEntry entry) {
    noEntry(entry);
    tombstones.add(new WatchEvent("DELETED", entry, "c0"));
  }

  public void event(QueueEntry entry) {
    events.add(new WatchEvent("MODIFIED", entry, "c2"));
  }

  /** Publishes a shell script as the remote binary. */
  public void remote(String sha, String script) {
    var body = ("#!/bin/sh\n" + script + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      var digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
      remote(sha, body, digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  public void remote(String sha, byte[] body, String digest) {
    var files = "GET /static/agent-rs/remote/";
    say(files + "latest_linux_x64", 200, sha + "\n");
    say(files + "agent-remote_" + sha + "_linux_x64.sha256", 200, digest + "\n");
    lasting.put(files + "agent-remote_" + sha + "_linux_x64", new Said(200, body, Map.of()));
  }

  public static String agents(QueueEntry entry) {
    return "GET /opbeta/outposts/agents/" + entry.metadata().sessionId();
  }

  public static String post(QueueEntry entry, String action) {
    return "POST /opbeta/outposts/agents/" + entry.metadata().sessionId() + "/" + action;
  }

  private void answer(HttpExchange exchange) throws IOException {
    var query = String.valueOf(exchange.getRequestURI().getQuery());
    var question = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    if (question.equals("GET /opbeta/outposts/agents")) {
      question =
          query.contains("watch=true")
              ? query.contains("cursor=") ? "watch" : "replay"
              : query.contains("phase=pending") ? "list pending" : "list claimed";
    }
    var headers = exchange.getRequestHeaders();
    senders.add(
        "%s draining=%s slots=%s"
            .formatted(
                headers.getFirst("X-Agent-Acceptor-Id"),
                headers.getFirst("X-Agent-Draining"),
                headers.getFirst("X-Agent-Slots")));
    requests.add(question);
    addresses.add(exchange.getRequestURI().toString());
    if (question.equals("watch") && !lasting.containsKey("watch")) {
      stream(exchange, events);
      return;
    }
    if (question.equals("replay") && !before.containsKey("replay")) {
      var outpost = "outpost=" + OUTPOST;
      stream(exchange, new LinkedBlockingQueue<>(query.contains(outpost) ? tombstones : List.of()));
      return;
    }
    var once = before.getOrDefault(question, new ArrayDeque<>()).poll();
    var said =
        once != null ? once : lasting.getOrDefault(question, new Said(404, new byte[0], Map.of()));
    said.headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
    exchange.sendResponseHeaders(said.status, said.body.length == 0 ? -1 : said.body.length);
    exchange.getResponseBody().write(said.body);
    exchange.close();
  }

  private static void stream(HttpExchange exchange, BlockingQueue<WatchEvent> events)
      throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    var out = exchange.getResponseBody();
    out.flush();
    try {
      while (true) {
        var json = FleetJson.WATCH_EVENT.toJson(events.take());
        out.write(("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException _) {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
