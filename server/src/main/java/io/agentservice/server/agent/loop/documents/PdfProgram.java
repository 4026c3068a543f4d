package io.agentservice.server.agent.loop.documents;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.font.FontMappers;

/** A program that reads a PDF from standard input and writes its text, page by page. */
public final class PdfProgram {
  static final int ENCRYPTED = 10;
  static final int BROKEN = 11;

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
      PdfPages.write(document, out);
      return 0;
    } catch (InvalidPasswordException _) {
      return ENCRYPTED;
    } catch (IOException | RuntimeException _) { // the library checks little of what it is given
      return BROKEN;
    }
  }
}
