package io.agentservice.server.web.guide;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.web.pages.html.Layout;
import java.util.List;
import java.util.Map;

/** The documentation of this version, for everybody who reaches the server. */
public final class Guide {
  private static final String HOME = "/docs/guide";
  private static final Map<String, String> HEADERS =
      Layout.headers(
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
              + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'");

  /** Made when somebody reads it first: most servers are never asked. */
  private static final class Made {
    private static final Map<String, Site.File> FILES = Site.files();
  }

  private Guide() {}

  public static List<Route> routes() {
    return List.of(
        Route.get(
            HOME, Access.open(), _ -> Layout.seeOther(HOME + "/" + Document.file(Site.FIRST))),
        Route.get(HOME + "/{file}", Access.open(), Guide::get));
  }

  private static Answer get(Request request) {
    var file = Made.FILES.get(request.path("file"));
    if (file == null) {
      throw Problem.notFound("page").exception();
    }
    return new Answer.Text(200, file.type(), file.text(), HEADERS);
  }
}
