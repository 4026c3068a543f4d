package io.agentservice.server.context.tags;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class OrganizationTagRoutes {
  private static final String ALL = "/v3/enterprise/organizations/{org_id}/tags";
  private static final String DEFAULT = ALL + "/default";

  private final OrganizationTags tags;
  private final boolean served;

  OrganizationTagRoutes(OrganizationTags tags, boolean served) {
    this.tags = tags;
    this.served = served;
  }

  List<Route> routes() {
    var access = account(MANAGE_ENTERPRISE_SETTINGS);
    return Stream.of(
            Route.get(DEFAULT, access, this::defaultTag),
            Route.put(DEFAULT, access, this::makeDefault),
            Route.delete(DEFAULT, access, this::clearDefault),
            Route.get(ALL, access, request -> shown(tags.tags(request.org()))),
            Route.post(ALL, access, this::add),
            Route.put(ALL, access, this::replace),
            Route.delete(ALL, access, this::clear),
            Route.delete(ALL + "/{tag}", access, this::remove))
        .map(route -> route.served(served))
        .toList();
  }

  record Tags(List<String> tags) {}

  record DefaultTag(@Nullable String defaultTag) {}

  private static Answer shown(List<String> all) {
    return ok(new Tags(all));
  }

  private Answer add(Request request) {
    return shown(tags.add(request.org(), sent(request, 1), request.caller()));
  }

  private Answer replace(Request request) {
    return shown(tags.replace(request.org(), sent(request, 0), request.caller()));
  }

  private Answer clear(Request request) {
    return shown(tags.replace(request.org(), List.of(), request.caller()));
  }

  private Answer remove(Request request) {
    return shown(tags.remove(request.org(), request.path("tag"), request.caller()));
  }

  private Answer defaultTag(Request request) {
    return ok(new DefaultTag(tags.defaultTag(request.org())));
  }

  private Answer makeDefault(Request request) {
    var body = request.body();
    String tag = body.text("tag", 1, TagForm.LONGEST);
    body.check();
    tags.makeDefault(request.org(), tag, request.caller());
    return defaultTag(request);
  }

  private Answer clearDefault(Request request) {
    tags.makeDefault(request.org(), null, request.caller());
    return defaultTag(request);
  }

  private static List<String> sent(Request request, int min) {
    var body = request.body();
    var sent = body.texts("tags", min, OrganizationTags.MOST, TagForm.LONGEST);
    TagForm.check(body, sent);
    body.check();
    return sent;
  }
}
