package io.agentservice.server.identity.preferences;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a change. */
final class PreferencesBody {
  static final String VIEWS = "views";
  private static final int MOST_VIEWS = 50;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_QUERY = 1000;
  private static final int LONGEST_WORD = 16;
  private static final Pattern NOT_BLANK = Pattern.compile("[^ \\t\\r\\n]");

  /** What stands in an address as it is, without ending its query. */
  private static final Pattern QUERY = Pattern.compile("[!\"$-~]*");

  private final Body body;

  PreferencesBody(Body body) {
    this.body = body;
  }

  /** What it would be afterwards; everything that is wrong is noted in the body. */
  Preferences over(Preferences before) {
    var usual = Preferences.USUAL;
    return new Preferences(
        body.patch("notify", this::notices).over(before.notices(), usual.notices()),
        body.patch("shortcuts", field -> body.bool(field, true))
            .over(before.shortcuts(), usual.shortcuts()),
        body.patch("theme", field -> body.optionalWord(field, Preferences.THEMES))
            .over(before.theme(), usual.theme()),
        body.patch(VIEWS, this::views).over(before.views(), usual.views()));
  }

  private @Nullable List<String> notices(String field) {
    var words = body.optionalTexts(field, 0, Preferences.NOTICES.size(), LONGEST_WORD);
    for (int i = 0; words != null && i < words.size(); i++) {
      if (!words.get(i).isEmpty() && !Preferences.NOTICES.contains(words.get(i))) {
        String all = String.join(", ", Preferences.NOTICES);
        body.failAt("enum", "Input should be one of " + all, field, i);
      }
    }
    return words == null ? null : List.copyOf(new LinkedHashSet<>(words));
  }

  private List<SavedView> views(String field) {
    var value = body.value(field);
    if (value == null || !value.isArray()) {
      body.fail("type", "Input should be an array", field);
      return List.of();
    }
    if (value.size() > MOST_VIEWS) {
      body.fail("too_long", "Input should have at most %d items".formatted(MOST_VIEWS), field);
      return List.of();
    }
    var views = new ArrayList<SavedView>();
    var named = new HashSet<SavedView>();
    for (int i = 0; i < value.size(); i++) {
      var view = view(value.get(i), i);
      if (view != null) {
        views.add(view);
        if (!named.add(new SavedView(view.orgId(), view.name(), ""))) {
          body.failAt("duplicate", "The name is there twice in the organization", field, i, "name");
        }
      }
    }
    return views;
  }

  private @Nullable SavedView view(JsonNode item, int index) {
    if (!item.isObject()) {
      body.failAt("type", "Input should be an object", VIEWS, index);
      return null;
    }
    String org = text(item, index, "org_id");
    var orgId = org == null ? null : Id.parse(OrgId.class, org);
    if (org != null && orgId == null) {
      failOrganization(index);
    }
    String name = name(item, index);
    String query = query(item, index);
    return orgId == null || name == null || query == null
        ? null
        : new SavedView(orgId, name, query);
  }

  private @Nullable String name(JsonNode view, int index) {
    String name = text(view, index, "name");
    if (name == null || !fits(name, 1, LONGEST_NAME, index, "name")) {
      return null;
    }
    if (!NOT_BLANK.matcher(name).find()) {
      body.failAt("pattern", "Input should not be blank", VIEWS, index, "name");
    }
    return name;
  }

  private @Nullable String query(JsonNode view, int index) {
    String query = text(view, index, "query");
    if (query == null || !fits(query, 0, LONGEST_QUERY, index, "query")) {
      return null;
    }
    if (!QUERY.matcher(query).matches()) {
      String msg = "Input should be the query of an address, escaped by %";
      body.failAt("pattern", msg, VIEWS, index, "query");
    }
    return query;
  }

  /** Unknown, deleted, or one in which the caller holds nothing: all look the same. */
  void failOrganization(int index) {
    String msg = "No organization in which you hold a role";
    body.failAt("unknown_reference", msg, VIEWS, index, "org_id");
  }

  private @Nullable String text(JsonNode view, int index, String member) {
    var value = view.get(member);
    if (value == null || value.isNull()) {
      body.failAt("missing", "Field required", VIEWS, index, member);
      return null;
    }
    if (!value.isString()) {
      body.failAt("type", "Input should be text", VIEWS, index, member);
      return null;
    }
    return value.stringValue();
  }

  private boolean fits(String text, int min, int max, int index, String member) {
    int length = text.codePointCount(0, text.length());
    if (length < min) {
      String msg = "Input should have at least %d characters".formatted(min);
      body.failAt("too_short", msg, VIEWS, index, member);
    } else if (length > max) {
      String msg = "Input should have at most %d characters".formatted(max);
      body.failAt("too_long", msg, VIEWS, index, member);
    }
    return length >= min && length <= max;
  }
}
