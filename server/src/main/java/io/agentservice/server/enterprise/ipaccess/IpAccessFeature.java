package io.agentservice.server.enterprise.ipaccess;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.limits.AddressRange;
import io.agentservice.server.base.http.requests.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

public final class IpAccessFeature {
  private static final String FIELD = "ip_ranges";
  private static final int MAX_LENGTH = 50;

  /** No brackets, ports and zones, which other readers of addresses take. */
  private static final Pattern RANGE =
      Pattern.compile("([0-9.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*)(/[0-9]{1,3})?");

  private final IpAccessList list;

  private IpAccessFeature(IpAccessList list) {
    this.list = list;
  }

  record IpAccess(List<String> ipRanges) {}

  public static List<Route> routes(Database database) {
    var feature = new IpAccessFeature(new IpAccessList(database));
    String path = "/v3/enterprise/ip-access-list";
    var access = account(MANAGE_ENTERPRISE_SETTINGS);
    return List.of(
        Route.get(path, access, feature::get),
        Route.post(path, access, feature::add),
        Route.put(path, access, feature::replace),
        Route.delete(path, access, feature::clear));
  }

  private Answer get(Request request) {
    return show(list.get(request.principal().accountId()));
  }

  private Answer add(Request request) {
    return show(list.add(read(request, 1), request.caller()));
  }

  private Answer replace(Request request) {
    return show(list.replace(read(request, 0), request.caller()));
  }

  private Answer clear(Request request) {
    return show(list.replace(List.of(), request.caller()));
  }

  private static List<String> read(Request request, int least) {
    var body = request.body();
    var texts = body.texts(FIELD, least, IpAccessList.MOST, MAX_LENGTH);
    var ranges = new ArrayList<String>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      var range = RANGE.matcher(text).matches() ? AddressRange.parse(text) : null;
      if (range != null) {
        ranges.add(range.canonical());
      } else if (!text.isEmpty()) { // else it was told already
        body.failAt("format", "Input should be an address or a range as 10.0.0.0/8", FIELD, i);
      }
    }
    body.check();
    return ranges;
  }

  private static Answer show(List<String> ranges) {
    return ok(new IpAccess(ranges));
  }
}
