package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import io.agentservice.llm.ToolSpec;
import io.agentservice.wire.frames.ToRemote.Browse;
import io.agentservice.wire.frames.ToRemote.BrowserAction;
import io.agentservice.wire.frames.ToServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class BrowserTool extends Tool {
  static final String NAME = "browser";

  /** What a machine with a browser says in its hello. */
  static final String CAPABILITY = "browser";

  private static final int MAX_TIMEOUT_SECONDS = 300;

  private static final ToolSpec SPEC =
      Schemas.spec(
          NAME,
          """
          Drives a real browser (Chrome, without a window, 1280 x 800) on the machine; it reaches what the machine reaches, servers
          on localhost included, and keeps its page, cookies and logins between calls. Pages are given as text with [text](address) for
          links and [kind "label" value | selector] for form fields and buttons. The actions: navigate (url) opens and reads a page; read
          reads the current page or the element of a selector; click (selector, or text: what stands on it) and press (key, such as Enter or
          Control+a) act and read what came of it; type (selector, text) replaces what stands in a field or chooses the option of a
          select, then presses key if given; back goes back; screenshot shows you the page; download (url, or selector or text to click)
          saves a file. JavaScript dialogs are accepted.
          """,
          """
          {
            "type": "object",
            "properties": {
              "action": {
                "type": "string",
                "enum": ["navigate", "back", "read", "click", "type", "press", "screenshot", "download"]
              },
              "url": {"type": "string", "description": "Whole address, for navigate and download"},
              "selector": {"type": "string", "description": "CSS selector of the element"},
              "text": {"type": "string", "description": "For click and download: the element's visible text; for type: what to type"},
              "key": {"type": "string", "description": "Enter, Tab, Escape, PageDown, a, Control+a ..."},
              "path": {"type": "string", "description": "Where to save a screenshot or download; has a place of its own if not given"},
              "timeout_seconds": {"type": "integer", "minimum": 1, "maximum": 300, "description": "30 if not given"}
            },
            "required": ["action"]
          }
          """);

  BrowserTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    request("", input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var request = request(call.commandId(), call.input());
    return switch (context.machine().browse(request)) {
      case ToServer.Browsed browsed -> seen(request, browsed, context);
      case ToServer.Failed failed -> Outcome.error(failed.message() + ".");
      default -> Outcome.error("The browser's answer was not understood.");
    };
  }

  /** The remote does no id twice; one that has restarted has an empty browser. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }

  private static Browse request(String id, Input input) {
    var action = action(input.words("action"));
    var url = input.optionalText("url");
    var selector = input.optionalText("selector");
    var text = input.optionalText("text");
    var key = input.optionalText("key");
    var element = selector != null || text != null;
    switch (action) {
      case NAVIGATE -> require(url != null, "navigate needs a url.");
      case CLICK -> require(element, "click needs a selector, or the text of the element.");
      case TYPE -> require(text != null, "type needs the text to type.");
      case PRESS -> require(key != null, "press needs a key.");
      case DOWNLOAD ->
          require(url != null || element, "download needs a url, or a selector or text to click.");
      case BACK, READ, SCREENSHOT -> {}
    }
    var seconds = input.number("timeout_seconds", 1, MAX_TIMEOUT_SECONDS);
    var millis = seconds == null ? 0 : seconds * 1000L;
    return new Browse(id, action, url, selector, text, key, input.optionalText("path"), millis);
  }

  private static BrowserAction action(String word) {
    return Arrays.stream(BrowserAction.values())
        .filter(action -> action.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new ToolInputException(
                "There is no action "
                    + word
                    + "; the actions are "
                    + Arrays.stream(BrowserAction.values())
                        .map(BrowserAction::word)
                        .collect(Collectors.joining(", "))
                    + "."));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ToolInputException(otherwise);
    }
  }

  private static Outcome seen(Browse request, ToServer.Browsed browsed, ToolContext context) {
    var words = new StringBuilder();
    notes(browsed).forEach(note -> words.append('[').append(note).append("]\n"));
    var title = browsed.title();
    words.append(title == null || title.isEmpty() ? "Page" : title).append(" <");
    words.append(browsed.url()).append(">\n");
    var file = browsed.file();
    if (file != null) {
      words.append("Saved %s, %,d bytes.%n".formatted(file.path(), file.size()));
    }
    var text = browsed.text();
    if (text != null && !text.isEmpty()) {
      words.append('\n').append(text);
    }
    var content = new ArrayList<Part>(List.of(new Part.Text(words.toString().stripTrailing())));
    if (request.action() == BrowserAction.SCREENSHOT && file != null) {
      var picture = TextFile.read(context.machine(), file.path());
      if (picture != null) {
        content.add(ViewTool.picture(file.path(), picture, "image/png"));
      }
    }
    return new Outcome(content, false, null, null);
  }

  /** Decoded records may lack members. */
  private static List<String> notes(ToServer.Browsed browsed) {
    return browsed.notes() == null ? List.of() : browsed.notes();
  }
}
