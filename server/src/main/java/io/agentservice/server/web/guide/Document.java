package io.agentservice.server.web.guide;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A document, parsed: its links lead to pages of the site, and what leads to another file of the
 * source tree is text, as a picture is. HTML in it is left out: in ours it is remarks for programs.
 */
final class Document {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private final String path;
  private final Node root;
  private final IdentityHashMap<Heading, String> anchors = new IdentityHashMap<>();
  private final Set<String> links = new LinkedHashSet<>();

  /**
   * What stands below one heading.
   *
   * @param anchor empty before the first heading
   */
  record Section(String anchor, String heading, String text) {}

  private Document(String path, Node root) {
    this.path = path;
    this.root = root;
  }

  /** That of a path in the source tree. */
  static Document read(String path) {
    var document = new Document(path, PARSER.parse(Sources.text(path)));
    document.nameHeadings();
    document.root.accept(document.new Links());
    return document;
  }

  /**
   * The file of the site that a document becomes: {@code docs/api/self.md} {@code api-self.html}.
   */
  static String file(String path) {
    var name =
        path.replaceFirst("\\.md$", "")
            .replaceFirst("^docs/", "")
            .replaceFirst("(?<=.)/README$", "");
    boolean first = path.equals(Site.FIRST);
    return (first ? "index" : name.replace('/', '-').toLowerCase(Locale.ROOT)) + ".html";
  }

  String file() {
    return file(path);
  }

  Node root() {
    return root;
  }

  /** The documents that its links lead to, as paths in the source tree. */
  Set<String> links() {
    return links;
  }

  /** What of the page a link may lead to. */
  Set<String> anchors() {
    return new HashSet<>(anchors.values());
  }

  String title() {
    return sections().stream()
        .map(Section::heading)
        .filter(heading -> !heading.isEmpty())
        .findFirst()
        .orElse(path);
  }

  String html() {
    return HtmlRenderer.builder()
        .nodeRendererFactory(CellRenderer::new) // before that of the extension: the first counts
        .extensions(EXTENSIONS)
        .attributeProviderFactory(_ ->
            (node, _, attributes) -> {
              if (node instanceof Heading heading) {
                attributes.put("id", anchor(heading));
              }
            })
        .build()
        .render(root);
  }

  List<Section> sections() {
    var sections = new ArrayList<Section>();
    var anchor = "";
    var heading = "";
    var text = new StringBuilder();
    for (var node = root.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading next) {
        sections.add(new Section(anchor, heading, text.toString().strip()));
        text.setLength(0);
        anchor = anchor(next);
        heading = text(next);
      } else {
        text.append(text(node)).append('\n');
      }
    }
    sections.add(new Section(anchor, heading, text.toString().strip()));
    return sections.stream()
        .filter(one -> !one.heading().isEmpty() || !one.text().isEmpty())
        .toList();
  }

  private String anchor(Heading heading) {
    return Objects.requireNonNull(anchors.get(heading));
  }

  /** Its words, without marks and addresses. */
  static String text(Node node) {
    var words = new Words();
    node.accept(words);
    return words.out.toString().strip();
  }

  /** As hosts of Git name them, so that a link works there and here. */
  private void nameHeadings() {
    var taken = new HashSet<String>();
    root.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            var words =
                text(heading)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
                    .replaceAll("\\s", "-");
            var name = words;
            for (int again = 1; !taken.add(name); again++) {
              name = words + "-" + again;
            }
            anchors.put(heading, name);
          }
        });
  }

  private final class Links extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      visitChildren(link);
      var destination = link.getDestination();
      if (destination.startsWith("#") || destination.contains("://")) {
        return;
      }
      int hash = destination.indexOf('#');
      var to = Sources.follow(path, hash < 0 ? destination : destination.substring(0, hash));
      if (Sources.has(to)) {
        links.add(to);
        link.setDestination(file(to) + (hash < 0 ? "" : destination.substring(hash)));
      } else {
        leaveWords(link);
      }
    }

    /** The policy of the site lets no pictures through. */
    @Override
    public void visit(Image image) {
      leaveWords(image);
    }

    private static void leaveWords(Node node) {
      for (var child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }

    @Override
    public void visit(HtmlBlock html) {
      html.unlink();
    }

    @Override
    public void visit(HtmlInline html) {
      html.unlink();
    }
  }

  private static final class Words extends AbstractVisitor {
    private final StringBuilder out = new StringBuilder();

    @Override
    public void visit(Text text) {
      out.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
      out.append(code.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock block) {
      out.append(block.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak line) {
      out.append(' ');
    }

    @Override
    public void visit(Paragraph paragraph) {
      visitChildren(paragraph);
      out.append('\n');
    }

    @Override
    public void visit(CustomNode cell) {
      visitChildren(cell);
      out.append(' ');
    }
  }
}
