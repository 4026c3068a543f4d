package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.Skill;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Brings a skill into the conversation, where it stays when that is shortened. */
final class ReadSkillTool extends Tool {
  static final String NAME = "read_skill";

  private static final ToolSpec SPEC =
      Schemas.spec(
          NAME,
          """
          Reads a skill of the list under Skills: how a kind of task is done here. Read it before you begin such a task.
          It stays with you from then on.
          """,
          """
          {
            "type": "object",
            "properties": {
              "name": {"type": "string", "description": "Its name, as listed"}
            },
            "required": ["name"]
          }
          """);

  ReadSkillTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    skill(input, context.skills().all());
    return null;
  }

  private static Skill skill(Input input, List<Skill> all) {
    String name = input.words("name");
    return all.stream()
        .filter(skill -> skill.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new ToolInputException(
                "There is no skill %s; the skills are %s."
                    .formatted(name, all.stream().map(Skill::name).toList())));
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var skill = skill(call.input(), context.skills().all());
    if (context.skills().taken(skill)) {
      return Outcome.ok("You have read %s already: it stands above.".formatted(skill.name()));
    }
    String text = context.skills().read(skill);
    return text == null
        ? Outcome.error(
            "%s can't be kept in mind as a whole: it is gone, or too long. Look at parts of it with view, at %s."
                .formatted(skill.name(), skill.path()))
        : Outcome.with(
            new Outcome.Learn(new LoopEvent.SkillRead(skill, text)),
            "The skill %s follows.".formatted(skill.name()));
  }

  /** The skill comes with its result. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
