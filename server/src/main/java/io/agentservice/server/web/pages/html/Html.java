package io.agentservice.server.web.pages.html;

import com.google.errorprone.annotations.CompileTimeConstant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Markup, made of constant templates, which the compiler checks, and escaped values. A value may
 * stand between tags or in a quoted attribute only.
 */
public final class Html {
  public static final Html NONE = new Html("");

  private static final String HOLE = "{}";

  private final String markup;

  private Html(String markup) {
    this.markup = markup;
  }

  /** The template with a value in place of each <code>{}</code>; null counts as empty. */
  public static Html of(@CompileTimeConstant String template, @Nullable Object... values) {
    var out = new StringBuilder();
    int from = 0;
    for (Object value : values) {
      int hole = template.indexOf(HOLE, from);
      if (hole < 0) {
        throw new IllegalArgumentException("more values than holes: " + template);
      }
      out.append(template, from, hole);
      append(out, value);
      from = hole + HOLE.length();
    }
    if (template.indexOf(HOLE, from) >= 0) {
      throw new IllegalArgumentException("fewer values than holes: " + template);
    }
    return new Html(out.append(template, from, template.length()).toString());
  }

  public static Html join(Collection<Html> parts) {
    var out = new StringBuilder();
    parts.forEach(part -> out.append(part.markup));
    return new Html(out.toString());
  }

  /** Markup that a renderer has made of texts of ours, never of anybody else's. */
  public static Html made(String markup) {
    return new Html(markup);
  }

  /**
   * Data for a {@code <script>} that is not run, of {@code application/json}: nothing in it can end
   * the element.
   */
  public static Html data(String json) {
    return new Html(json.replace("<", "\\u003c"));
  }

  private static void append(StringBuilder out, @Nullable Object value) {
    if (value instanceof Html html) {
      out.append(html.markup);
    } else if (value != null) {
      escape(out, value.toString());
    }
  }

  private static void escape(StringBuilder out, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }

  public int length() {
    return markup.length();
  }

  public boolean isEmpty() {
    return markup.isEmpty();
  }

  @Override
  public String toString() {
    return markup;
  }
}
