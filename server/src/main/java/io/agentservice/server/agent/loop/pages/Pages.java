package io.agentservice.server.agent.loop.pages;

import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Reads pages in the name of sessions (ADR 0089): by GET, without anybody's credentials, from hosts
 * that the network policy allows. Each redirect is judged like the first address.
 */
public final class Pages {
  private static final int MOST_REDIRECTS = 5;
  private static final long MOST_BYTES = 2L << 20;
  private static final long MOST_SECONDS = 30;

  private final HtmlReader html;
  private final OutsideHttp http;
  private final Supplier<AllowedHosts> policy;

  public Pages(OutsideHttp http, AllowedHosts policy) {
    this(new HtmlReader(), http, () -> policy);
  }

  private Pages(HtmlReader html, OutsideHttp http, Supplier<AllowedHosts> policy) {
    this.html = html;
    this.http = http;
    this.policy = policy;
  }

  /** The same for sessions of another policy, which is asked for at each page. */
  public Pages under(Supplier<AllowedHosts> other) {
    return new Pages(html, http, other);
  }

  /** {@code address} of http or https; throws {@link PageException}. */
  public Page read(URI address) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    var allowed = policy.get();
    var at = HttpUrl.parse(address.toString());
    if (at == null) {
      throw new PageException(address + " is no address to read");
    }
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      judge(at, allowed);
      try (var response = ask(at, end)) {
        var next = redirect(at, response);
        if (next.isEmpty()) {
          return page(at, response);
        }
        at = next.get();
      } catch (IOException e) {
        throw failure(at, e, end);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw interrupted(at);
      }
    }
    throw new PageException(
        "%s redirects more than %d times, at last to %s".formatted(address, MOST_REDIRECTS, at));
  }

  private static void judge(HttpUrl address, AllowedHosts allowed) {
    if (!allowed.allows(address.host())) {
      throw new PageException(
          new PageException.Refusal(address.host(), address.port(), "the host is not on its list"));
    }
  }

  private Response ask(HttpUrl address, long end) throws IOException {
    var request =
        new Request.Builder()
            .url(address)
            .header("User-Agent", "agent-service")
            .header("Accept", "text/markdown, text/html;q=0.9, text/plain;q=0.9, */*;q=0.5")
            .build();
    var call = http.client().newCall(request);
    call.timeout().timeout(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    return call.execute();
  }

  /** Where the answer leads instead; a name and password in it would be somebody's. */
  private static Optional<HttpUrl> redirect(HttpUrl from, Response response) {
    String location = response.header("Location");
    if (!response.isRedirect() || location == null) {
      return Optional.empty();
    }
    var to = from.resolve(location);
    if (to == null || !to.username().isEmpty() || !to.password().isEmpty()) {
      throw new PageException(
          "%s redirects to %s, which is no address to read".formatted(from, location));
    }
    return Optional.of(to.newBuilder().fragment(null).build());
  }

  private Page page(HttpUrl address, Response response) throws IOException, InterruptedException {
    if (!response.isSuccessful()) {
      throw new PageException("%s answered %d".formatted(address, response.code()));
    }
    var declared = response.body().contentType();
    String type = declared == null ? "text/plain" : declared.type() + "/" + declared.subtype();
    type = type.toLowerCase(Locale.ROOT);
    if (!isText(type)) {
      throw new PageException(
          "%s is %s, not text: download it on your machine, for example with curl"
              .formatted(address, type));
    }
    var source = response.body().source();
    boolean cut = source.request(MOST_BYTES + 1);
    byte[] bytes =
        source.getBuffer().readByteArray(Math.min(MOST_BYTES, source.getBuffer().size()));
    var charset = declared == null ? null : declared.charset();
    if (type.equals("text/html") || type.equals("application/xhtml+xml")) {
      var read = html.read(bytes, charset, address.toString());
      return new Page(address.toString(), type, read.title(), read.text(), cut);
    }
    var text = new String(bytes, Objects.requireNonNullElse(charset, StandardCharsets.UTF_8));
    if (text.indexOf('\0') >= 0) {
      throw new PageException(address + " is not text: download it on your machine");
    }
    return new Page(address.toString(), type, null, text, cut);
  }

  private static boolean isText(String type) {
    return type.startsWith("text/")
        || type.matches("application/((.+\\+)?(json|xml)|x?javascript|yaml|x-yaml|toml|x-sh|sql)");
  }

  private static PageException failure(HttpUrl address, IOException e, long end) {
    if (Thread.currentThread().isInterrupted()) {
      return interrupted(address);
    }
    return new PageException(
        System.nanoTime() >= end
            ? "%s did not come within %d s".formatted(address, MOST_SECONDS)
            : "%s can't be read: %s".formatted(address, e.getMessage()));
  }

  private static PageException interrupted(HttpUrl address) {
    return new PageException("Reading %s was interrupted".formatted(address));
  }
}
