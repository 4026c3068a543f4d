package io.agentservice.server.engine.gitaccess;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a request of git asks for: of which repository, and what of it. */
record GitCall(RepositoryAddress repository, Kind kind, Service service) {
  /** Where all addresses of git begin. */
  static final String PATH = "/gateway/git";

  /** The two programs of git that serve. */
  enum Service {
    UPLOAD_PACK("git-upload-pack"),
    RECEIVE_PACK("git-receive-pack");

    private final String word;

    Service(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    boolean writes() {
      return this == RECEIVE_PACK;
    }
  }

  /** The steps of the smart protocol, and what is asked of LFS. */
  enum Kind {
    REFS,
    PACK,
    LFS
  }

  /** Empty when nothing of a repository is asked for that there is. */
  static Optional<GitCall> of(HttpServletRequest request) {
    String below = request.getRequestURI().substring(PATH.length());
    if (below.endsWith("/info/refs")) {
      return service(request.getQueryString())
          .flatMap(service -> at(below, "/info/refs", Kind.REFS, service));
    }
    if (below.endsWith("/info/lfs/objects/batch")) {
      return at(below, "/info/lfs/objects/batch", Kind.LFS, Service.UPLOAD_PACK);
    }
    for (var service : Service.values()) {
      if (below.endsWith("/" + service.word())) {
        return at(below, "/" + service.word(), Kind.PACK, service);
      }
    }
    return Optional.empty();
  }

  private static Optional<Service> service(@Nullable String query) {
    for (var service : Service.values()) {
      if (("service=" + service.word()).equals(query)) {
        return Optional.of(service);
      }
    }
    return Optional.empty();
  }

  private static Optional<GitCall> at(String below, String ending, Kind kind, Service service) {
    String[] parts = below.substring(0, below.length() - ending.length()).split("/", 3);
    if (parts.length < 3) { // begins with a slash
      return Optional.empty();
    }
    try {
      return RepositoryAddress.of(decoded(parts[1]), decoded(parts[2]))
          .map(address -> new GitCall(address, kind, service));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static String decoded(String text) {
    return URI.create("http://host/" + text).getPath().substring(1);
  }

  boolean isPost() {
    return kind != Kind.REFS;
  }

  /** What stands after the repository's address at its host. */
  String ending() {
    return kind == Kind.REFS ? "/info/refs?service=" + service.word() : "/" + service.word();
  }

  /** The media type that git sends. */
  String requestType() {
    return "application/x-" + service.word() + "-request";
  }

  /** The one that a host answers that speaks the protocol. */
  String answerType() {
    return "application/x-" + service.word() + (kind == Kind.REFS ? "-advertisement" : "-result");
  }
}
