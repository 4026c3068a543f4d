package io.agentservice.server.engine.gitaccess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gitaccess.GitAccess.Way;
import io.agentservice.server.engine.gitaccess.Operations.Operation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Passes a request of git on to the host, and the answer back, as they come. */
final class GitForward {
  private static final int PIECE = 32 << 10;
  private static final int MOST_REDIRECTS = 3;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Pattern PROTOCOL = Pattern.compile("[a-z0-9=:._-]{1,200}");
  private static final String PACKED = "Content-Encoding";

  private final GitAccess access;
  private final GitHosts hosts;

  /** A repository as a session names it; what a host says of it may differ from token to token. */
  private record Named(SessionId session, RepositoryAddress repository) {}

  /** Where repositories are now; known from the first request of a command to its others. */
  private final Cache<Named, RepositoryAddress> moved =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofHours(1)).maximumSize(10_000).build();

  GitForward(GitAccess access, GitHosts hosts) {
    this.access = access;
    this.hosts = hosts;
  }

  /** Whoever reads along what a host answers. */
  @FunctionalInterface
  interface Reader {
    void read(byte[] bytes, int count);
  }

  /** The refs of a repository; redirects on its host are followed, if they lead to another one. */
  void refs(GitExchange exchange) throws IOException, InterruptedException {
    var call = exchange.call();
    var at = call.repository();
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      var way = access.way(exchange.admitted().scope(), at, call.service().writes());
      var answer = hosts.get(request(exchange, way), at.host());
      if (!REDIRECTS.contains(answer.statusCode())) {
        found(exchange, at);
        answer(exchange, way, answer, (_, _) -> {});
        return;
      }
      at = target(call, way, answer);
    }
    throw new GitRefusal(502, "The git host %s redirects again and again".formatted(at.host()));
  }

  private void found(GitExchange exchange, RepositoryAddress at) {
    var named = named(exchange);
    if (at.equals(named.repository())) {
      moved.invalidate(named); // another one may have its old name now
    } else {
      moved.put(named, at);
    }
  }

  private static Named named(GitExchange exchange) {
    return new Named(exchange.admitted().session(), exchange.call().repository());
  }

  /** What git sends to be given a pack, as it comes. */
  void pack(GitExchange exchange) throws IOException, InterruptedException {
    try {
      var in = exchange.body();
      send(
          exchange,
          way(exchange),
          exchange.length(),
          body -> feed(body, in, exchange.operation()),
          (_, _) -> {});
    } catch (GitRefusal e) {
      if (exchange.isAnswered()) {
        throw e;
      }
      var out = new ByteArrayOutputStream();
      Packets.put(out, "ERR " + e.text() + "\n"); // git shows no text of a status here
      exchange.answer(out.toByteArray());
    }
  }

  /**
   * Sends a body, and passes the answer back.
   *
   * @param length of the body; negative when it is not known
   * @param reader of what the host answers
   */
  void send(GitExchange exchange, Way way, long length, GitHosts.Source source, Reader reader)
      throws IOException, InterruptedException {
    var answer =
        hosts.post(
            request(exchange, way), way.repository().host(), length, exchange.operation(), source);
    answer(exchange, way, answer, reader);
  }

  /** To where the repository was found to be. */
  Way way(GitExchange exchange) {
    var call = exchange.call();
    var at = moved.getIfPresent(named(exchange));
    return access.way(
        exchange.admitted().scope(), at == null ? call.repository() : at, call.service().writes());
  }

  /** Gives all that is to be read. */
  static void feed(SentBody body, InputStream in, Operation operation)
      throws IOException, InterruptedException {
    var piece = new byte[PIECE];
    for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
      operation.moved();
      if (!body.give(piece, read)) {
        return;
      }
      operation.moved();
    }
  }

  /** A request to the host, with what it may know of git's. */
  private static HttpRequest.Builder request(GitExchange exchange, Way way) {
    var call = exchange.call();
    var from = exchange.request();
    var request =
        HttpRequest.newBuilder(URI.create(way.url() + call.ending()))
            .header("User-Agent", "git/agent-service")
            .header("Accept", call.answerType());
    if (call.isPost()) {
      request.header("Content-Type", call.requestType());
    }
    if ("gzip".equals(from.getHeader(PACKED)) && !call.service().writes()) {
      request.header(PACKED, "gzip");
    }
    String protocol = from.getHeader("Git-Protocol");
    if (protocol != null && PROTOCOL.matcher(protocol).matches()) {
      request.header("Git-Protocol", protocol);
    }
    String authorization = way.authorization();
    return authorization == null ? request : request.header("Authorization", authorization);
  }

  private static RepositoryAddress target(GitCall call, Way way, HttpResponse<InputStream> answer)
      throws IOException {
    answer.body().close();
    var to = answer.headers().firstValue("Location").map(text -> resolved(answer.uri(), text));
    var address = to.map(found -> repository(call, answer.uri(), found)).orElse(null);
    if (address == null) {
      throw new GitRefusal(
          502,
          "The git host %s leads %s to another place, where the service does not go"
              .formatted(way.repository().host(), way.repository().path()));
    }
    return address;
  }

  private static @Nullable URI resolved(URI from, String location) {
    try {
      return from.resolve(location);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  /** The repository that an address of the same host and step names; null: it names none. */
  private static @Nullable RepositoryAddress repository(GitCall call, URI from, URI to) {
    String ending = "/info/refs";
    String path = to.getPath();
    boolean same =
        from.getScheme().equals(to.getScheme())
            && from.getRawAuthority().equalsIgnoreCase(String.valueOf(to.getRawAuthority()))
            && path != null
            && path.endsWith(ending);
    return same
        ? RepositoryAddress.of(
                call.repository().host(), path.substring(0, path.length() - ending.length()))
            .orElse(null)
        : null;
  }

  /** Passes the host's answer back, or says in words why there is none. */
  private static void answer(
      GitExchange exchange, Way way, HttpResponse<InputStream> answer, Reader reader)
      throws IOException {
    var operation = exchange.operation();
    try (var in = answer.body()) {
      check(exchange.call(), way, answer);
      exchange.begin();
      var out = exchange.response().getOutputStream();
      var piece = new byte[PIECE];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        reader.read(piece, read);
        operation.awaitsGit(true);
        try {
          out.write(piece, 0, read);
          if (in.available() == 0) {
            out.flush();
          }
        } catch (IOException e) {
          readOn(exchange, in, piece, reader);
          throw e;
        }
        operation.awaitsGit(false);
      }
    }
  }

  /** What became of a push is heard, though its git has gone. */
  private static void readOn(GitExchange exchange, InputStream in, byte[] piece, Reader reader)
      throws IOException {
    exchange.operation().awaitsGit(false);
    if (exchange.call().service().writes()) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        reader.read(piece, read);
        exchange.operation().moved();
      }
    }
  }

  private static void check(GitCall call, Way way, HttpResponse<InputStream> answer) {
    var host = way.repository().host();
    int status = answer.statusCode();
    if (status == 200) {
      String type = answer.headers().firstValue("Content-Type").orElse("");
      if (!type.equals(call.answerType())) {
        throw new GitRefusal(
            502, "The git host %s does not speak git's smart protocol there".formatted(host));
      }
      return;
    }
    if (REDIRECTS.contains(status)) {
      throw new GitRefusal(
          502,
          "The repository %s has moved; run the command again, or give its new address"
              .formatted(way.repository()));
    }
    throw refusal(way, status, answer.headers().firstValue("Retry-After").orElse(null));
  }

  private static GitRefusal refusal(Way way, int status, @Nullable String retryAfter) {
    var repository = way.repository();
    boolean known = way.authorization() != null;
    return switch (status) {
      case 401, 403, 404 ->
          new GitRefusal(
              status == 404 ? 404 : 403,
              known
                  ? told(repository, status)
                  : "The git host %s shows %s to nobody without a credential, and no git permission of the organization covers it"
                      .formatted(repository.host(), repository.path()));
      case 429 ->
          new GitRefusal(
              429,
              "The git host %s takes no more requests for now; try again later"
                  .formatted(repository.host()),
              retryAfter == null || !retryAfter.matches("[0-9]{1,6}")
                  ? Map.of()
                  : Map.of("Retry-After", retryAfter));
      default ->
          new GitRefusal(502, "The git host %s answered %d".formatted(repository.host(), status));
    };
  }

  private static String told(RepositoryAddress repository, int status) {
    String path = repository.path();
    String host = repository.host();
    return switch (status) {
      case 401 ->
          "The git host %s refuses the token of the git connection; an administrator has to renew it"
              .formatted(host);
      case 403 ->
          "The git host %s does not let the git connection do this with %s".formatted(host, path);
      default -> "The git host %s shows the git connection no repository %s".formatted(host, path);
    };
  }
}
