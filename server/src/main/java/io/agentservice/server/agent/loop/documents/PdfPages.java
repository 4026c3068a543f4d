package io.agentservice.server.agent.loop.documents;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Serial;
import java.io.StringWriter;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;

/** Writes the pages of a document in one walk, each with a line above it, up to a bound. */
final class PdfPages extends PDFTextStripper {
  /** Nobody reads more than that of it. */
  private static final int MOST_CHARACTERS = 2_000_000;

  private static final String NOTHING = "[no text; pictures are not shown]";

  private final StringWriter page = new StringWriter();
  private final PrintStream out;
  private final int pages;
  private int left = MOST_CHARACTERS;

  /** There is no room for more. */
  private static final class FullException extends IOException {
    @Serial private static final long serialVersionUID = 1;
  }

  private PdfPages(PrintStream out, int pages) {
    this.out = out;
    this.pages = pages;
    setLineSeparator("\n");
  }

  static void write(PDDocument document, PrintStream out) throws IOException {
    var writer = new PdfPages(out, document.getNumberOfPages());
    try {
      writer.writeText(document, writer.page);
    } catch (FullException _) {
      out.println("[the rest is not shown]");
    }
  }

  @Override
  protected void endPage(PDPage ended) throws IOException {
    var text = page.toString().strip();
    page.getBuffer().setLength(0);
    show("[page %d of %d]".formatted(getCurrentPageNo(), pages));
    show(text.isEmpty() ? NOTHING : text);
  }

  /** A page without text has its lines, too: a file may have millions of them. */
  private void show(String line) throws IOException {
    out.println(shortened(line, left));
    left -= line.length() + 1;
    if (left <= 0) {
      throw new FullException();
    }
  }

  private static String shortened(String text, int most) {
    int end = Math.min(text.length(), most);
    boolean torn =
        end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, torn ? end - 1 : end);
  }
}
