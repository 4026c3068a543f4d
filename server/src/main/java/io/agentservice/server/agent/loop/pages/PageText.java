package io.agentservice.server.agent.loop.pages;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/** An HTML page as the Markdown that a reader would make of it. */
final class PageText implements NodeFilter {
  /** Nobody reads more than that of it; it bounds what links and tables can add. */
  private static final int MOST_CHARACTERS = 2_000_000;

  private static final int LONGEST_LINK = 500;

  private static final String UNSEEN =
      "head, script, style, noscript, template, svg, iframe, object, canvas, [hidden]";

  private static final Set<String> LINES = Set.of("tr", "dt", "dd", "option", "summary");

  /** A list that is open; {@code number} of the next item, 0 in one without numbers. */
  private static final class Items {
    private int number;

    Items(boolean ordered) {
      number = ordered ? 1 : 0;
    }

    String next() {
      return number == 0 ? "- " : number++ + ". ";
    }
  }

  private final StringBuilder text = new StringBuilder();
  private final Deque<Items> lists = new ArrayDeque<>();
  private final Deque<Integer> links = new ArrayDeque<>();
  private int verbatim;

  private PageText() {}

  /** Changes the document: what nobody sees is removed from it. */
  static String of(Document document) {
    document.select(UNSEEN).remove();
    var main = document.select("main, [role=main]").first();
    var filter = new PageText();
    var root = main == null || main.text().isBlank() ? document.body() : main;
    root.filter(filter);
    return filter.text.toString().strip();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (text.length() > MOST_CHARACTERS) {
      return FilterResult.STOP;
    }
    if (node instanceof TextNode words) {
      write(words);
    } else if (node instanceof Element element) {
      open(element);
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      close(element);
    }
    return FilterResult.CONTINUE;
  }

  private void write(TextNode words) {
    if (verbatim > 0) {
      text.append(words.getWholeText());
      return;
    }
    var line = words.text(); // white space folded
    if (!line.isBlank()) {
      text.append(endsInSpace() ? line.stripLeading() : line);
    } else if (!endsInSpace()) {
      text.append(' ');
    }
  }

  private boolean endsInSpace() {
    return text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
  }

  private void open(Element element) {
    switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        lines(2);
        text.append("#".repeat(element.normalName().charAt(1) - '0')).append(' ');
      }
      case "br" -> text.append('\n');
      case "hr" -> {
        lines(2);
        text.append("---\n\n");
      }
      case "pre" -> {
        lines(2);
        text.append("```\n");
        verbatim++;
      }
      case "code" -> mark();
      case "ul", "ol" -> {
        lines(lists.isEmpty() ? 2 : 1);
        lists.push(new Items(element.nameIs("ol")));
      }
      case "li" -> {
        lines(1);
        text.append("  ".repeat(Math.max(0, Math.min(8, lists.size() - 1))));
        text.append(lists.isEmpty() ? "- " : lists.peek().next());
      }
      case "a" -> links.push(text.length());
      case "img" -> image(element);
      case "td", "th" -> text.append(endsInSpace() ? "| " : " | ");
      default -> block(element);
    }
  }

  private void close(Element element) {
    switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> lines(2);
      case "pre" -> {
        verbatim--;
        lines(1);
        text.append("```\n\n");
      }
      case "code" -> mark();
      case "ul", "ol" -> {
        lists.poll();
        lines(lists.isEmpty() ? 2 : 1);
      }
      case "a" -> link(element, links.pop());
      case "li", "td", "th" -> {} // the next one begins a line, or goes on in it
      default -> block(element);
    }
  }

  private void mark() {
    if (verbatim == 0) {
      text.append('`');
    }
  }

  private void block(Element element) {
    if (LINES.contains(element.normalName())) {
      lines(1);
    } else if (element.isBlock() && verbatim == 0) {
      lines(lists.isEmpty() ? 2 : 1);
    }
  }

  /** So many line breaks in front of what comes; none at the very beginning, and none beyond. */
  private void lines(int wanted) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    text.setLength(end);
    int there = 0;
    while (there < end && text.charAt(end - 1 - there) == '\n') {
      there++;
    }
    if (end > there) {
      text.append("\n".repeat(Math.max(0, wanted - there)));
    }
  }

  private void link(Element element, int start) {
    int from = Math.min(start, text.length()); // breaks may have taken space away
    var label = text.substring(from);
    var href = element.attr("href").strip();
    if (label.isBlank() || href.isEmpty() || href.startsWith("#") || href.length() > LONGEST_LINK) {
      return;
    }
    var to = element.absUrl("href");
    if ((to.startsWith("http:") || to.startsWith("https:")) && label.indexOf('\n') < 0) {
      int begin = from + (label.length() - label.stripLeading().length());
      text.insert(begin, '[').append("](").append(to).append(')');
    }
  }

  private void image(Element element) {
    var alt = element.attr("alt").strip();
    if (!alt.isEmpty()) {
      text.append("[picture: ").append(alt).append(']');
    }
  }
}
