package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.documents.DocumentException;
import io.agentservice.server.agent.loop.documents.PdfText;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class ViewTool extends Tool {
  private static final int MAX_LINES = 1_000;
  private static final int MAX_LINE = 1_000;
  private static final int MAX_CHARACTERS = 40_000;
  private static final int MAX_ENTRIES = 500;

  /** Providers take at most 5 MB of Base64. */
  private static final int MAX_IMAGE = 3_700_000;

  private static final Map<String, String> IMAGES =
      Map.of(
          "png", "image/png",
          "jpg", "image/jpeg",
          "jpeg", "image/jpeg",
          "gif", "image/gif",
          "webp", "image/webp");

  private static final String NOTEBOOK =
      "[a notebook; its lines here are not those of the file, which is JSON]\n";

  private static final String PDF = "[a PDF's text; its lines here are those of the text]\n";
  private static final byte[] PDF_BEGINS = "%PDF-".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_PDF = 32 << 20;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "view",
          """
          Shows a text file with line numbers, at most 1,000 lines a call; a picture (png, jpg, gif, webp); a Jupyter notebook with outputs; a PDF's text; or the names in a directory.
          """,
          """
          {
            "type": "object",
            "properties": {
              "path": {"type": "string", "description": "Absolute, or relative to the working directory"},
              "start_line": {"type": "integer", "minimum": 1, "description": "First line to show, 1 if not given"},
              "end_line": {"type": "integer", "minimum": 1, "description": "Last line to show"}
            },
            "required": ["path"]
          }
          """);

  ViewTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    input.words("path");
    range(input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var path = call.input().text("path");
    var content = context.machine().readFile(path, 0, TextFile.LIMIT);
    if (content.answer() instanceof ToServer.Failed failed && failed.code().equals("not_a_file")) {
      return directory(path, context); // of what else there is it says that it is none
    }
    var read = TextFile.of(path, content);
    if (read == null) {
      return Outcome.error(path + " does not exist.");
    }
    var image = IMAGES.get(extension(path));
    if (image != null) {
      return image(path, read, image);
    }
    return isPdf(read)
        ? lines(path, PDF, pdf(path, read, context), call.input(), context)
        : text(path, read, call.input(), context);
  }

  private static boolean isPdf(TextFile file) {
    var bytes = file.bytes().duplicate();
    return bytes.remaining() > PDF_BEGINS.length
        && bytes.slice(bytes.position(), PDF_BEGINS.length).equals(ByteBuffer.wrap(PDF_BEGINS));
  }

  private static String pdf(String path, TextFile begin, ToolContext context) {
    if (begin.size() > MAX_PDF) {
      throw new ToolInputException(path + " is larger than 32 MiB: take pages out of it first.");
    }
    var whole = ByteBuffer.allocate((int) begin.size());
    for (var piece = begin.bytes().duplicate(); ; ) {
      if (!piece.hasRemaining() || piece.remaining() > whole.remaining()) {
        throw new ToolInputException(path + " changes while it is read.");
      }
      whole.put(piece);
      if (!whole.hasRemaining()) {
        break;
      }
      long most = Math.min(TextFile.LIMIT, whole.remaining());
      piece = context.machine().readFile(path, whole.position(), most).bytes();
    }
    try {
      return PdfText.of(whole.array());
    } catch (DocumentException e) {
      throw new ToolInputException(path + " " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolInputException("Reading " + path + " was interrupted.");
    }
  }

  @Override
  public boolean onlyReads() {
    return true;
  }

  @Override
  public @Nullable String place(Input input) {
    return input.optionalText("path");
  }

  /** Looking changes nothing, so it may be done again. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }

  private static Outcome image(String path, TextFile file, String mediaType) {
    return new Outcome(List.of(picture(path, file, mediaType)), false, null, null);
  }

  /** Throws {@link ToolInputException} when it is too large. */
  static Part.Image picture(String path, TextFile file, String mediaType) {
    if (file.size() > MAX_IMAGE) {
      throw new ToolInputException(
          path + " is too large for a picture: make it smaller than 3.7 MB.");
    }
    return new Part.Image(mediaType, Base64.getEncoder().encodeToString(file.toArray()));
  }

  private static Outcome directory(String path, ToolContext context) {
    return switch (context.machine().listFiles(path, MAX_ENTRIES)) {
      case ToServer.Listing listing -> Outcome.ok(names(path, listing));
      case ToServer.Failed failed -> Outcome.error("Can't list " + path + ": " + failed.message());
      default -> Outcome.error("Can't list " + path + ".");
    };
  }

  private static String names(String path, ToServer.Listing listing) {
    var end = listing.more() ? "\n[more than %d names]".formatted(MAX_ENTRIES) : "";
    return listing.entries().stream()
        .map(entry -> entry.name() + (entry.kind().equals("directory") ? "/" : ""))
        .collect(Collectors.joining("\n", path + " is a directory:\n", end));
  }

  private static Outcome text(String path, TextFile file, Input input, ToolContext context) {
    var text = file.text();
    if (text == null) {
      return Outcome.error(
          path + " is not UTF-8 text" + (file.partial() ? " of at most 4 MiB" : "") + ".");
    }
    if (text.isEmpty()) {
      return Outcome.ok("[" + path + " is empty]");
    }
    var notebook = extension(path).equals("ipynb") ? Notebook.read(text) : Optional.<String>empty();
    return lines(path, notebook.isPresent() ? NOTEBOOK : "", notebook.orElse(text), input, context);
  }

  /** {@code kind} stands above them. */
  private static Outcome lines(
      String path, String kind, String text, Input input, ToolContext context) {
    var lines = context.redactor().mask(text).lines().toList();
    var range = range(input);
    if (range.from() > lines.size()) {
      return Outcome.error(path + " has only " + lines.size() + " lines.");
    }
    var out = new StringBuilder(kind);
    int number = range.from();
    int last = Math.min(lines.size(), Math.min(range.to(), number + MAX_LINES - 1));
    while (number <= last && out.length() < MAX_CHARACTERS) {
      out.append("%6d\t%s%n".formatted(number, shorten(lines.get(number - 1))));
      number++;
    }
    if (number <= lines.size() && number <= range.to()) {
      out.append("[%d more lines, from %d on]".formatted(lines.size() - number + 1, number));
    }
    return Outcome.ok(out.toString());
  }

  private static String shorten(String line) {
    return line.length() <= MAX_LINE
        ? line
        : line.substring(0, MAX_LINE)
            + " [%,d characters left out]".formatted(line.length() - MAX_LINE);
  }

  private record Range(int from, int to) {}

  private static Range range(Input input) {
    var start = input.number("start_line", 1, Integer.MAX_VALUE);
    var end = input.number("end_line", 1, Integer.MAX_VALUE);
    var range = new Range(start == null ? 1 : start, end == null ? Integer.MAX_VALUE : end);
    if (range.to() < range.from()) {
      throw new ToolInputException("end_line must not be before start_line.");
    }
    return range;
  }

  private static String extension(String path) {
    return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
