package io.agentservice.cli.acp;

import io.agentservice.cli.terminal.Fence;
import io.agentservice.wire.json.Fields;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;

/** What somebody has written in the editor, as the text of one message. */
final class PromptText {
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder files = new StringBuilder();

  private PromptText() {}

  /**
   * That of the field {@code prompt}: text as it stands, and below it the files that came along.
   */
  static String of(Fields params) {
    var prompt = new PromptText();
    params.all(
        "prompt",
        block -> {
          prompt.add(block);
          return block;
        });
    var all = (prompt.text.toString().strip() + prompt.files).strip();
    if (all.isEmpty()) {
      throw Refusal.params("the prompt is empty");
    }
    return all;
  }

  private void add(Fields block) {
    var type = block.text("type");
    switch (type) {
      case "text" -> text.append(block.text("text"));
      case "resource_link" -> text.append(place(block.text("uri")));
      case "resource" -> block.one("resource", this::file);
      default ->
          throw Refusal.params(
              "a prompt has text, links and text of files, not '%s'".formatted(type));
    }
  }

  private Fields file(Fields resource) {
    var place = place(resource.text("uri"));
    var content = resource.textOrNull("text");
    if (content == null) {
      throw Refusal.params(
          "%s is no text: name it, and the agent reads it itself".formatted(place));
    }
    text.append(place);
    files.append("\n\n").append(place).append(":\n").append(Fence.around(content));
    return resource;
  }

  /**
   * The path of a file of this machine, where the session works too; any other address as it is.
   */
  private static String place(String address) {
    if (!address.startsWith("file:")) {
      return address;
    }
    try {
      var uri = URI.create(address);
      var fragment = uri.getFragment();
      var path = Path.of(new URI(uri.getScheme(), null, uri.getPath(), null)).toString();
      return fragment == null ? path : path + "#" + fragment;
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException _) {
      return address;
    }
  }
}
