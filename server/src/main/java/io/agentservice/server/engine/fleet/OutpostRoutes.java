package io.agentservice.server.engine.fleet;

import static io.agentservice.server.base.auth.Permission.MANAGE_OUTPOSTS_ORCHESTRATOR;
import static io.agentservice.server.base.auth.Permission.USE_OUTPOSTS_MACHINE;
import static io.agentservice.server.base.http.Access.account;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.outposts.Outposts;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.wire.fleet.OutpostPage;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The outposts' routes (fleet.md 2); the prefix itself is an alias of the collection. */
final class OutpostRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(OutpostRoutes.class);
  private static final List<String> COLLECTIONS =
      List.of("/opbeta/outposts/outposts", "/opbeta/outposts");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]*");
  private static final List<String> PLATFORMS = List.of("linux", "macos", "windows");

  private final Outposts outposts;
  private final Lifecycle lifecycle;
  private final Background background;
  private final Lists lists;

  OutpostRoutes(Outposts outposts, Lifecycle lifecycle, Background background, Lists lists) {
    this.outposts = outposts;
    this.lifecycle = lifecycle;
    this.background = background;
    this.lists = lists;
  }

  List<Route> routes() {
    return COLLECTIONS.stream().flatMap(collection -> routes(collection).stream()).toList();
  }

  private List<Route> routes(String collection) {
    String one = collection + "/{outpost_id}";
    return List.of(
        Route.get(collection, account(USE_OUTPOSTS_MACHINE), this::list),
        Route.create(collection, account(MANAGE_OUTPOSTS_ORCHESTRATOR), this::create)
            .spelling(COLLECTIONS.getFirst()),
        Route.get(one, account(MANAGE_OUTPOSTS_ORCHESTRATOR), this::get),
        Route.delete(one, account(MANAGE_OUTPOSTS_ORCHESTRATOR), this::delete).of(this::find));
  }

  private Answer list(Request request) {
    var account = request.principal().accountId();
    var query = request.query();
    var page =
        lists.page(
            query,
            query.first(),
            "outposts " + account,
            outposts.list(account),
            outpost -> outpost);
    return Answer.json(
        FleetJson.OUTPOST_PAGE.toJson(
            new OutpostPage(page.items(), page.endCursor(), page.hasNextPage(), page.total())));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String name = body.text("name", 1, 64);
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      body.fail("pattern", "A name has letters, digits, dot, underscore and hyphen", "name");
    }
    if (Id.parse(OutpostId.class, name) != null) {
      body.fail("pattern", "A name must not look like an id", "name");
    }
    String description = body.optionalText("description", 0, 1024);
    var wanted =
        new Outposts.NewOutpost(
            name,
            body.optionalWord("platform", PLATFORMS),
            description == null ? "" : description,
            body.optionalTexts("allowed_org_ids", 1, 1000, 64));
    checkOrganizations(body, wanted, request.principal().accountId());
    body.check();
    return () -> show(outposts.create(wanted, request.caller(), background::soon));
  }

  /** Looks only for what could be an id: the database takes no text with the character zero. */
  private void checkOrganizations(Body body, Outposts.NewOutpost wanted, AccountId account) {
    var ids = wanted.allowedOrgIds();
    if (ids == null || body.hasFailures()) {
      return;
    }
    var known = outposts.organizations(account, ids);
    for (int i = 0; i < ids.size(); i++) {
      if (!known.contains(ids.get(i))) {
        body.failAt(
            "unknown_reference", "No such organization in this account", "allowed_org_ids", i);
      }
    }
  }

  private Answer get(Request request) {
    return show(find(request));
  }

  private Answer delete(Request request) {
    var query = request.query();
    boolean force = query.bool("force", false);
    query.check();
    var id = id(request);
    var outpost = outposts.delete(id, force, request.caller());
    evict(id);
    background.soon(); // where there are more
    return show(outpost);
  }

  /** The outpost is gone already: what fails here is done again by the service. */
  private void evict(OutpostId id) {
    try {
      lifecycle.evict(id);
    } catch (RuntimeException e) {
      LOG.warn("sessions of a deleted outpost are placed later: {}", e.toString());
    }
  }

  private Outpost find(Request request) {
    return outposts.get(request.principal().accountId(), id(request));
  }

  private static OutpostId id(Request request) {
    return request.id(OutpostId.class);
  }

  private static Answer show(Outpost outpost) {
    return Answer.json(FleetJson.OUTPOST.toJson(outpost));
  }
}
