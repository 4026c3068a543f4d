package io.agentservice.server.agent.loop.documents;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.text.PDFTextStripper;

/** A program that reads a PDF from standard input and writes its text, page by page. */
public final class PdfProgram {
  static final int ENCRYPTED = 10;
  static final int BROKEN = 11;

  /** Nobody reads more than that of it. */
  private static final int MOST_CHARACTERS = 2_000_000;

  private PdfProgram() {}

  /** {@code arguments}: none. */
  public static void main(String[] arguments) {
    System.exit(run());
  }

  private static int run() {
    try (var out =
            new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
                false,
                StandardCharsets.UTF_8);
        var document = Loader.loadPDF(System.in.readAllBytes())) {
      FontMappers.set(new AnyFont());
      write(document, out);
      return 0;
    } catch (InvalidPasswordException _) {
      return ENCRYPTED;
    } catch (IOException | RuntimeException _) { // the library checks little of what it is given
      return BROKEN;
    }
  }

  private static void write(PDDocument document, PrintStream out) throws IOException {
    int pages = document.getNumberOfPages();
    var stripper = new PDFTextStripper();
    stripper.setLineSeparator("\n");
    int left = MOST_CHARACTERS;
    for (int page = 1; page <= pages && left > 0; page++) {
      stripper.setStartPage(page);
      stripper.setEndPage(page);
      var text = stripper.getText(document).strip();
      out.printf("[page %d of %d]%n", page, pages);
      out.println(text.isEmpty() ? "[no text; pictures are not shown]" : shortened(text, left));
      left -= text.length();
    }
    if (left <= 0) {
      out.println("[the rest is not shown]");
    }
  }

  private static String shortened(String text, int most) {
    int end = Math.min(text.length(), most);
    boolean torn =
        end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, torn ? end - 1 : end);
  }
}
