package io.agentservice.cli.home;

import io.agentservice.wire.json.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a data directory keeps: one of its own service, and one for each address that
 * somebody logged in to.
 *
 * @param own key of the service of this data directory, wherever it listens; null when there is
 *     none
 * @param worker key of that service for local workers, good for serving outposts only; null when
 *     none is known
 * @param logins one for each address, the latest last
 */
public record Credentials(@Nullable String own, @Nullable String worker, List<Login> logins) {
  public static final Credentials NONE = new Credentials(null, null, List.of());

  public Credentials {
    logins = List.copyOf(logins);
  }

  /** A service elsewhere and a key to it. */
  record Login(String url, String key) {
    /** Never shows the key. */
    @Override
    public String toString() {
      return url;
    }
  }

  /** Reads the file's object; an older one holds a single key, with the address it is for. */
  static Credentials of(JsonObject json) {
    var logins = new ArrayList<Login>();
    for (var login : json.objects("logins")) {
      logins.add(new Login(login.required("url"), login.required("key")));
    }
    var url = json.text("url");
    var key = json.text("key");
    if (key != null && url != null && !ServiceAddress.isLocal(url)) {
      logins.add(new Login(url, key));
      key = null;
    }
    return new Credentials(key, json.text("worker_key"), logins);
  }

  /** The file's object, our own key last: programs for the shell take the last one of the line. */
  JsonObject toJson() {
    var list =
        logins.stream()
            .map(login -> JsonObject.of("url", login.url(), "key", login.key()).fields())
            .toList();
    return JsonObject.of("logins", list.isEmpty() ? null : list, "worker_key", worker, "key", own);
  }

  /** These with another key for the service of the data directory. */
  public Credentials withOwn(String key) {
    return new Credentials(key, worker, logins);
  }

  /** These with another key for the local workers of that service. */
  public Credentials withWorker(String key) {
    return new Credentials(own, key, logins);
  }

  /**
   * What a worker on this machine is to call a service with whose caller has that key: nothing more
   * than it needs, where that is known.
   */
  public String forWorker(String key) {
    return worker != null && key.equals(own) ? worker : key;
  }

  /** These with the key of an address in place of the one that was kept for it. */
  public Credentials with(URI url, String key) {
    var others = new ArrayList<>(logins);
    others.removeIf(login -> ServiceAddress.of(login.url()).equals(url));
    others.add(new Login(url.toString(), key));
    return new Credentials(own, worker, others);
  }

  /** The key that somebody logged in with there. */
  public Optional<String> keyFor(URI url) {
    return logins.stream()
        .filter(login -> ServiceAddress.of(login.url()).equals(url))
        .map(Login::key)
        .findFirst();
  }

  /** Where somebody logged in last. */
  public Optional<String> latest() {
    return logins.isEmpty() ? Optional.empty() : Optional.of(logins.getLast().url());
  }

  /** Never shows a key. */
  @Override
  public String toString() {
    return "Credentials[own=%s, logins=%s]".formatted(own != null, logins);
  }
}
