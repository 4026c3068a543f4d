package io.agentservice.server.context.indexing;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.indexing.RepositoryIndexing.Wanted;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class IndexingBody {
  private static final String REPOSITORIES = "repositories";
  private static final String PATH = "repository_path";
  private static final String PATHS = "repository_paths";
  private static final String BRANCHES = "branch_names";
  private static final String BRANCH = "branch_name";
  private static final int MOST_REPOSITORIES = 200;
  private static final int MOST_BRANCHES = 50;
  private static final int MAX_BRANCH = 255;

  /** What git takes as the name of a branch, about. */
  private static final Pattern BRANCH_FORM =
      Pattern.compile(
          "(?!.*(\\.\\.|//|@\\{|/\\.|\\.lock(/|$)))[^-./\\p{Cntrl} ~^:?*\\[\\\\][^\\p{Cntrl} ~^:?*\\[\\\\]*(?<![./])");

  /** Stands for one that is wrong. */
  private static final HostedRepository NONE = new HostedRepository("", "");

  private final RepositoryIndexing indexing;
  private final Body body;
  private final Scope scope;

  private IndexingBody(RepositoryIndexing indexing, Request request) {
    this.indexing = indexing;
    this.body = request.body();
    this.scope = request.scope();
  }

  static List<String> branches(Request request) {
    var body = request.body();
    var one = body.optionalText(BRANCH, 1, MAX_BRANCH);
    var many = body.optionalTexts(BRANCHES, 0, MOST_BRANCHES, MAX_BRANCH);
    if (one != null && many != null && !many.equals(List.of(one))) {
      body.fail(
          "alias_conflict",
          "Same as the other field of the branches",
          body.secondOf(BRANCHES, BRANCH));
    }
    var names = many == null ? Stream.ofNullable(one).toList() : many;
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).isEmpty() && !BRANCH_FORM.matcher(names.get(i)).matches()) {
        if (many == null) {
          body.fail("pattern", NO_BRANCH, BRANCH);
        } else {
          body.failAt("pattern", NO_BRANCH, BRANCHES, i);
        }
      }
    }
    body.check();
    return List.copyOf(new LinkedHashSet<>(names));
  }

  private static final String NO_BRANCH = "Input should be the name of a branch";

  /** Repositories with their branches; each must be permitted. */
  static List<Wanted> repositories(Request request, RepositoryIndexing indexing) {
    return new IndexingBody(indexing, request).repositories();
  }

  /** Repositories alone; each must be permitted. */
  static List<HostedRepository> those(Request request, RepositoryIndexing indexing) {
    var reader = new IndexingBody(indexing, request);
    var paths =
        reader.body.texts(PATHS, 1, MOST_REPOSITORIES, RepoName.MAX_LENGTH).stream().toList();
    var known = new ArrayList<HostedRepository>();
    for (int i = 0; i < paths.size(); i++) {
      known.add(reader.repository(paths.get(i), PATHS, i));
    }
    reader.refuseDoubles(known, i -> new Object[] {i}, PATHS);
    reader.body.check();
    return known;
  }

  private List<Wanted> repositories() {
    var wanted = new ArrayList<Wanted>();
    var items = body.value(REPOSITORIES);
    if (items == null) {
      body.fail("missing", "Field required", REPOSITORIES);
    } else if (!items.isArray()) {
      body.fail("type", "Input should be an array", REPOSITORIES);
    } else if (items.isEmpty() || items.size() > MOST_REPOSITORIES) {
      body.fail(
          items.isEmpty() ? "too_short" : "too_long",
          "Input should have from 1 to %d items".formatted(MOST_REPOSITORIES),
          REPOSITORIES);
    } else {
      for (int i = 0; i < items.size(); i++) {
        wanted.add(item(items.get(i), i));
      }
    }
    refuseDoubles(
        wanted.stream().map(Wanted::repository).toList(),
        i -> new Object[] {i, PATH},
        REPOSITORIES);
    body.check();
    return wanted;
  }

  private Wanted item(JsonNode item, int index) {
    if (!item.isObject()) {
      body.failAt("type", "Input should be an object", REPOSITORIES, index);
      return new Wanted(NONE, List.of());
    }
    var path = item.get(PATH);
    var repository = NONE;
    if (path == null || path.isNull()) {
      body.failAt("missing", "Field required", REPOSITORIES, index, PATH);
    } else if (!path.isString()) {
      body.failAt("type", "Input should be text", REPOSITORIES, index, PATH);
    } else {
      repository = repository(path.stringValue(), REPOSITORIES, index, PATH);
    }
    return new Wanted(repository, branches(item.get(BRANCHES), index));
  }

  private List<String> branches(@Nullable JsonNode names, int index) {
    if (names == null || names.isNull()) {
      return List.of();
    }
    if (!names.isArray()) {
      body.failAt("type", "Input should be an array", REPOSITORIES, index, BRANCHES);
      return List.of();
    }
    if (names.size() > MOST_BRANCHES) {
      body.failAt(
          "too_long",
          "Input should have at most %d items".formatted(MOST_BRANCHES),
          REPOSITORIES,
          index,
          BRANCHES);
    }
    var all = new LinkedHashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      if (!name.isString()) {
        body.failAt("type", "Input should be text", REPOSITORIES, index, BRANCHES, i);
      } else if (name.stringValue().length() > MAX_BRANCH
          || !BRANCH_FORM.matcher(name.stringValue()).matches()) {
        body.failAt("pattern", NO_BRANCH, REPOSITORIES, index, BRANCHES, i);
      } else {
        all.add(name.stringValue());
      }
    }
    return List.copyOf(all);
  }

  /** {@link #NONE} when it is wrong, which is noted. */
  private HostedRepository repository(String text, String field, Object... at) {
    if (RepoName.isTooLong(text)) {
      body.failAt("too_long", RepoName.TOO_LONG, field, at);
      return NONE;
    }
    var found =
        Optional.ofNullable(RepoName.parseOrAddress(text))
            .flatMap(name -> indexing.meant(scope, name));
    if (found.isEmpty()) {
      body.failAt("unknown_reference", "The organization has no such repository", field, at);
    }
    return found.orElse(NONE);
  }

  @FunctionalInterface
  private interface Place {
    Object[] of(int index);
  }

  private void refuseDoubles(List<HostedRepository> those, Place place, String field) {
    var seen = new HashSet<HostedRepository>();
    for (int i = 0; i < those.size(); i++) {
      var one = those.get(i);
      if (!one.equals(NONE) && !seen.add(one)) {
        body.failAt("duplicate", "The repository is there twice", field, place.of(i));
      }
    }
  }
}
