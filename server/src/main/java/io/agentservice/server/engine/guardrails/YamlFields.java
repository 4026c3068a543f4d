package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.settings.reading.SettingsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

final class YamlFields {
  private final Path file;
  private final int line;
  private final Map<String, Node> fields = new LinkedHashMap<>();

  /** {@code node}: null for an empty file. */
  YamlFields(Path file, @Nullable Node node) {
    this.file = file;
    this.line = node == null ? 1 : line(node);
    if (!(node instanceof MappingNode mapping)) {
      throw fault(file, line, "should be an object");
    }
    for (var field : mapping.getValue()) {
      String name =
          field.getKeyNode() instanceof ScalarNode key ? key.getValue() : String.valueOf(line);
      if (fields.put(name, field.getValueNode()) != null) {
        throw fault(file, line(field.getKeyNode()), name + " stands there twice");
      }
    }
  }

  static SettingsException fault(Path file, int line, String what) {
    return new SettingsException(
        "AGENT_GUARDRAILS_FILE: %s line %d: %s".formatted(file, line, what));
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  SettingsException fault(String field, String what) {
    var node = fields.get(field);
    return fault(file, node == null ? line : line(node), field + " " + what);
  }

  /** Refuses fields of other names. */
  void only(Set<String> names) {
    for (String name : fields.keySet()) {
      if (!names.contains(name)) {
        throw fault(name, "is unknown; there are " + names.stream().sorted().toList());
      }
    }
  }

  boolean has(String field) {
    return fields.containsKey(field);
  }

  String text(String field, int most) {
    String text = text(field, fields.get(field));
    if (text.isBlank() || text.length() > most) {
      throw fault(field, "should have 1 to %d characters".formatted(most));
    }
    return text;
  }

  private String text(String field, @Nullable Node node) {
    if (node == null) {
      throw fault(field, "is missing");
    }
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw fault(field, "should be a text");
  }

  double fraction(String field) {
    try {
      double number = Double.parseDouble(text(field, fields.get(field)));
      if (number >= 0 && number <= 1) {
        return number;
      }
    } catch (NumberFormatException _) {
      // The same message serves.
    }
    throw fault(field, "should be a number from 0 to 1");
  }

  String choice(String field, String... words) {
    String word = text(field, fields.get(field));
    if (!List.of(words).contains(word)) {
      throw fault(field, "should be one of " + List.of(words));
    }
    return word;
  }

  <E extends Enum<E>> E oneOf(String field, Class<E> type) {
    return constant(field, type, text(field, fields.get(field)));
  }

  <E extends Enum<E>> E constant(String field, Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> Guardrail.word(constant).equals(word))
        .findFirst()
        .orElseThrow(() ->
            fault(
                field,
                "should be one of "
                    + Arrays.stream(type.getEnumConstants()).map(Guardrail::word).toList()));
  }

  List<String> texts(String field) {
    return items(field).stream().map(item -> text(field, item)).toList();
  }

  List<YamlFields> objects(String field) {
    return items(field).stream().map(item -> new YamlFields(file, item)).toList();
  }

  private List<Node> items(String field) {
    var node = fields.get(field);
    if (node == null) {
      throw fault(field, "is missing");
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    throw fault(field, "should be a list");
  }
}
