package io.agentservice.server.agent.loop.documents;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.fontbox.FontBoxFont;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.pdmodel.PDDocument;

/** The text of PDFs, by a process for each ({@link PdfProgram}). */
public final class PdfText {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** A file that means harm takes a processor and that much memory for as long as it may. */
  private static final Semaphore ROOM = new Semaphore(2, true);

  /** More than the program writes while it is itself. */
  private static final int MOST_BYTES = 16 << 20;

  private static final String MEMORY = "-Xmx512m";

  /** Java's own exit code, with {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int OUT_OF_MEMORY = 3;

  private PdfText() {}

  /** Pages with a line above each; throws {@link DocumentException}. */
  public static String of(byte[] pdf) throws InterruptedException {
    return of(pdf, LONGEST);
  }

  static String of(byte[] pdf, Duration longest) throws InterruptedException {
    ROOM.acquire();
    try {
      var process = start();
      try {
        return text(process, pdf, longest);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new DocumentException("can't be read: " + e.getMessage());
    } finally {
      ROOM.release();
    }
  }

  private static Process start() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java,
            MEMORY,
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.awt.headless=true",
            "-Duser.home=/nonexistent", // where the library would keep a list of fonts
            "-cp",
            classPath(),
            PdfProgram.class.getName());
    builder.environment().clear(); // the service's secrets may stand there
    return builder.redirectError(Redirect.DISCARD).start();
  }

  /** What it needs of ours, and no more. */
  private static String classPath() {
    return Stream.of(
            PdfProgram.class,
            PDDocument.class,
            RandomAccessRead.class,
            FontBoxFont.class,
            Log.class)
        .map(PdfText::place)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String place(Class<?> of) {
    try {
      return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Process process, byte[] pdf, Duration longest)
      throws IOException, InterruptedException {
    Thread.ofVirtual().name("pdf").start(() -> feed(process.getOutputStream(), pdf));
    var late = new AtomicBoolean();
    process
        .onExit()
        .orTimeout(longest.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(failure -> {
          late.set(true);
          process.toHandle().destroyForcibly(); // the process's own would close what is being read
          return process;
        });
    var text = new String(process.getInputStream().readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    process.getInputStream().close();
    int code = process.waitFor();
    if (late.get()) {
      throw new DocumentException("took longer than %d s to read".formatted(longest.toSeconds()));
    }
    return switch (code) {
      case 0 -> text;
      case PdfProgram.ENCRYPTED -> throw new DocumentException("is encrypted with a password");
      case OUT_OF_MEMORY -> throw new DocumentException("needs more memory than a PDF may");
      default -> throw new DocumentException("is no PDF, or a broken one");
    };
  }

  private static void feed(OutputStream to, byte[] pdf) {
    try (to) {
      to.write(pdf);
    } catch (IOException _) {
      // It has seen enough.
    }
  }
}
