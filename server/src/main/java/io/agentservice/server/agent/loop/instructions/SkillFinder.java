package io.agentservice.server.agent.loop.instructions;

import io.agentservice.server.agent.loop.log.Skill;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads skills as agentskills.io has them: {@code <name>/SKILL.md} with a head in YAML. */
record SkillFinder(MachineTexts texts) {
  private static final List<String> PLACES = List.of(".agents/skills", ".claude/skills");
  private static final int MOST_OF_A_PLACE = 50;
  private static final int MOST_DESCRIPTION = 500;
  private static final int MOST_HEAD = 8_000;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  List<Skill> find(String base, boolean trusted) {
    var skills = new ArrayList<Skill>();
    for (String place : PLACES) {
      String directory = base + "/" + place;
      for (String name : texts.directories(directory, MOST_OF_A_PLACE)) {
        var skill = skill("%s/%s/SKILL.md".formatted(directory, name), trusted);
        if (skill != null) {
          skills.add(skill);
        }
      }
    }
    return skills;
  }

  /** Null for what is none: a head without a name and a description. */
  private @Nullable Skill skill(String path, boolean trusted) {
    String text = texts.read(path);
    int end = text == null ? -1 : end(text);
    if (text == null || end < 0 || end > MOST_HEAD) {
      return null;
    }
    var head = head(text.substring(3, end));
    return head.get("name") instanceof String name
            && head.get("description") instanceof String description
            && NAME.matcher(name).matches()
        ? new Skill(name, line(description), path, trusted)
        : null;
  }

  private static String line(String description) {
    String line = description.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= MOST_DESCRIPTION
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MOST_DESCRIPTION)) + "...";
  }

  /** Where the head ends; negative when there is none. */
  private static int end(String text) {
    return text.startsWith("---\n") || text.startsWith("---\r\n") ? text.indexOf("\n---", 3) : -1;
  }

  /** What follows the head. */
  static String body(String text) {
    int end = end(text);
    int line = end < 0 ? -1 : text.indexOf('\n', end + 1);
    return end < 0 ? text : line < 0 ? "" : text.substring(line + 1);
  }

  /** Others wrote it: plain values only, and not many. */
  private static Map<?, ?> head(String yaml) {
    var options = new LoaderOptions();
    options.setMaxAliasesForCollections(0);
    options.setNestingDepthLimit(10);
    try {
      return new Yaml(new SafeConstructor(options)).load(yaml) instanceof Map<?, ?> map
          ? map
          : Map.of();
    } catch (YAMLException e) {
      return Map.of();
    }
  }
}
