package io.agentservice.server.web.guide;

import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;

/** Cells of tables: a heading without words is none, for whoever has the page read to him. */
final class CellRenderer implements NodeRenderer {
  private final HtmlNodeRendererContext context;

  CellRenderer(HtmlNodeRendererContext context) {
    this.context = context;
  }

  @Override
  public Set<Class<? extends Node>> getNodeTypes() {
    return Set.of(TableCell.class);
  }

  @Override
  public void render(Node node) {
    var cell = (TableCell) node;
    var tag = cell.isHeader() && cell.getFirstChild() != null ? "th" : "td";
    var writer = context.getWriter();
    writer.line();
    writer.tag(tag, tag.equals("th") ? Map.of("scope", "col") : Map.of());
    for (var child = cell.getFirstChild(); child != null; child = child.getNext()) {
      context.render(child);
    }
    writer.tag("/" + tag);
    writer.line();
  }
}
