package io.agentservice.server.engine.guardrails;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.engine.guardrails.Guardrail.Action;
import io.agentservice.server.engine.guardrails.Guardrail.Kind;
import io.agentservice.server.engine.guardrails.Guardrail.Rule;
import io.agentservice.server.engine.guardrails.Guardrail.Where;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads guardrails from a file of YAML or JSON (docs/guardrails.md). */
final class GuardrailFile {
  private static final String ID = "[a-z0-9][a-z0-9._-]{0,63}";
  private static final int MOST = 200;
  private static final double USUAL_THRESHOLD = 0.7;
  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "name",
          "type",
          "where",
          "pattern",
          "question",
          "threshold",
          "on_failure",
          "action",
          "reason",
          "organizations");

  private GuardrailFile() {}

  /** In the file's order; throws {@link SettingsException} with line and field. */
  static List<Guardrail> read(Path file) {
    try (var text = Files.newBufferedReader(file)) {
      var root = new YamlFields(file, new Yaml(new LoaderOptions()).compose(text));
      root.only(Set.of("guardrails"));
      var rules = new ArrayList<Guardrail>();
      var ids = new HashSet<String>();
      for (var item : root.objects("guardrails")) {
        var rule = guardrail(item);
        if (!ids.add(rule.id())) {
          throw item.fault("id", "is that of another guardrail: " + rule.id());
        }
        rules.add(rule);
      }
      if (rules.size() > MOST) {
        throw root.fault("guardrails", "should be at most " + MOST);
      }
      return List.copyOf(rules);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark().getLine() + 1;
      throw YamlFields.fault(file, line, String.valueOf(e.getProblem()));
    } catch (YAMLException e) {
      throw YamlFields.fault(file, 1, "is no YAML: " + e.getMessage());
    } catch (IOException e) {
      throw new SettingsException(
          "AGENT_GUARDRAILS_FILE: %s can't be read: %s".formatted(file, e.getMessage()));
    }
  }

  private static Guardrail guardrail(YamlFields fields) {
    fields.only(FIELDS);
    String id = fields.text("id", 64);
    if (!id.matches(ID)) {
      throw fields.fault("id", "takes small letters, digits, dot, hyphen and underscore");
    }
    var type = fields.oneOf("type", Kind.class);
    return new Guardrail(
        id,
        fields.text("name", 256),
        type,
        where(fields, type),
        rule(fields),
        fields.oneOf("action", Action.class),
        fields.has("reason") ? fields.text("reason", 1_000) : null,
        organizations(fields));
  }

  private static Set<Where> where(YamlFields fields, Kind type) {
    if (!fields.has("where")) {
      return switch (type) {
        case PROMPT -> Set.of(Where.USER_MESSAGES);
        case COMMAND, NETWORK -> Set.of(Where.COMMANDS);
        case SECRET, CONTENT -> EnumSet.allOf(Where.class);
      };
    }
    var where = EnumSet.noneOf(Where.class);
    for (String word : fields.texts("where")) {
      where.add(fields.constant("where", Where.class, word));
    }
    if (where.isEmpty()) {
      throw fields.fault("where", "should name at least one place");
    }
    return where;
  }

  private static Rule rule(YamlFields fields) {
    if (fields.has("pattern") == fields.has("question")) {
      throw fields.fault("pattern", "or question is needed: one of them");
    }
    if (fields.has("question")) {
      boolean block =
          fields.has("on_failure") && fields.choice("on_failure", "allow", "block").equals("block");
      double threshold = fields.has("threshold") ? fields.fraction("threshold") : USUAL_THRESHOLD;
      return new Rule.Asks(fields.text("question", 4_000), threshold, block);
    }
    for (String other : List.of("threshold", "on_failure")) {
      if (fields.has(other)) {
        throw fields.fault(other, "goes with a question only");
      }
    }
    try {
      // Texts have many lines, and a call has many texts: neither is a way around a rule.
      int lines = Pattern.MULTILINE | Pattern.DOTALL;
      return new Rule.Matches(Pattern.compile(fields.text("pattern", 2_000), lines));
    } catch (PatternSyntaxException e) {
      throw fields.fault(
          "pattern", "is no pattern that can be matched in linear time (RE2): " + e.getMessage());
    }
  }

  private static Set<OrgId> organizations(YamlFields fields) {
    var organizations = new HashSet<OrgId>();
    if (fields.has("organizations")) {
      for (String text : fields.texts("organizations")) {
        var org = Id.parse(OrgId.class, text);
        if (org == null) {
          throw fields.fault("organizations", "takes ids of organizations, not " + text);
        }
        organizations.add(org);
      }
      if (organizations.isEmpty()) {
        throw fields.fault("organizations", "should name at least one; leave it out for all");
      }
    }
    return organizations;
  }
}
