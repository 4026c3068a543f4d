package io.agentservice.server.web.pages;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.web.pages.html.Assets;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Layout;
import java.util.Map;

/** The API reference, rendered in the browser from this server's specification. */
final class ReferencePage {
  private final Layout layout;
  private final Assets assets;

  ReferencePage(Layout layout, Assets assets) {
    this.layout = layout;
    this.assets = assets;
  }

  Route route() {
    return Route.get("/docs", Access.open(), this::get);
  }

  private Answer get(Request request) {
    var parts =
        Html.of(
            """
            <link rel="stylesheet" href="{}">
            <link rel="stylesheet" href="{}">
            <script src="{}" defer></script>
            <script src="{}" defer></script>
            """,
            assets.address("swagger-ui.css"),
            assets.address("reference.css"),
            assets.address("swagger-ui-bundle.js"),
            assets.address("reference.js"));
    var content =
        Html.of(
            """
            <div id="reference">
            <noscript><p>The reference needs JavaScript. The specification itself: \
            <a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a></p></noscript>
            </div>
            """);
    return layout.page(200, "API reference", parts, Html.NONE, content, Map.of());
  }
}
