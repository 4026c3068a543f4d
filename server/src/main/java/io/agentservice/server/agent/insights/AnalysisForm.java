package io.agentservice.server.agent.insights;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Reply;
import io.agentservice.llm.ToolSpec;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.jsonschema.JsonSchema;
import io.agentservice.server.engine.sessions.parts.Analysis;
import io.agentservice.server.engine.sessions.parts.Analysis.NoteUsage;
import io.agentservice.server.engine.sessions.parts.Analysis.SuggestedPrompt;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A model's report: a tool's input, null if not called, and its faults in words for the model. */
record AnalysisForm(@Nullable JsonNode input, List<String> faults) {
  private static final String NAME = "report";

  /** The database's jsonb has no place for this character. */
  private static final String NUL = "\u0000";

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["classification", "issues", "action_items", "timeline"],
       "properties": {
        "classification": {"type": "object", "required": ["category", "confidence", "programming_languages", "tools_and_frameworks"],
         "properties": {
          "category": {"enum": [CATEGORIES]},
          "confidence": {"type": "number", "minimum": 0, "maximum": 1},
          "programming_languages": {"type": "array", "maxItems": 20, "items": {"type": "string", "maxLength": 100}},
          "tools_and_frameworks": {"type": "array", "maxItems": 30, "items": {"type": "string", "maxLength": 100}}}},
        "issues": {"type": "array", "maxItems": 20, "description": "What went wrong",
         "items": {"type": "object", "required": ["id", "issue", "impact", "label"],
          "properties": {
           "id": {"type": "string", "minLength": 1, "maxLength": 100, "description": "Yours, e.g. issue-1"},
           "issue": {"type": "string", "maxLength": 2000},
           "impact": {"enum": ["low", "medium", "high"]},
           "label": {"type": "string", "maxLength": 100, "description": "Its kind in a word or two"}}}},
        "action_items": {"type": "array", "maxItems": 20, "description": "What people should do before the next session",
         "items": {"type": "object", "required": ["action_item", "type"],
          "properties": {
           "action_item": {"type": "string", "maxLength": 2000},
           "issue_id": {"type": ["string", "null"]},
           "type": {"enum": ["machine_setup", "repo_config", "knowledge", "prompt_improvement", "other"]}}}},
        "timeline": {"type": "array", "maxItems": 40, "description": "The main steps, in order",
         "items": {"type": "object", "required": ["title", "description", "color"],
          "properties": {
           "title": {"type": "string", "maxLength": 200},
           "description": {"type": "string", "maxLength": 1000},
           "color": {"enum": ["blue", "green", "yellow", "red"]},
           "issue_id": {"type": ["string", "null"]}}}},
        "note_usage": {"type": ["object", "null"], "required": ["good_usages", "bad_usages"],
         "properties": {"good_usages": USAGES, "bad_usages": USAGES}},
        "suggested_prompt": {"type": ["object", "null"], "description": "A better first message, if there is one",
         "required": ["suggested_prompt", "feedback_items"],
         "properties": {
          "suggested_prompt": {"type": "string", "maxLength": 20000},
          "feedback_items": {"type": "array", "maxItems": 20,
           "items": {"type": "object", "required": ["details", "excerpt", "summary"],
            "properties": {
             "details": {"type": "string", "maxLength": 2000},
             "excerpt": {"type": "string", "maxLength": 2000},
             "summary": {"type": "string", "maxLength": 500},
             "issue_id": {"type": ["string", "null"]}}}}}}}}
      """;

  private static final String USAGES =
      """
      {"type": "array", "maxItems": 20, "items": {"type": "object", "required": ["note_id", "message", "reason"],
       "properties": {"note_id": {"type": "string"}, "message": {"type": "string", "maxLength": 1000},
        "reason": {"type": "string", "maxLength": 1000}}}}\
      """;

  static final ToolSpec TOOL =
      new ToolSpec(
          NAME, "Takes your report on the session. Call it once, with all of it.", schema());

  private static ObjectNode schema() {
    String categories =
        Analysis.CATEGORIES.stream()
            .map(category -> '"' + category + '"')
            .collect(Collectors.joining(","));
    return Json.MAPPER.readValue(
        SCHEMA.replace("CATEGORIES", categories).replace("USAGES", USAGES), ObjectNode.class);
  }

  static AnalysisForm of(Reply reply) {
    var input =
        reply.toolUses().stream()
            .filter(use -> use.name().equals(NAME))
            .map(Part.ToolUse::input)
            .findFirst()
            .orElse(null);
    return input == null
        ? new AnalysisForm(null, List.of("The tool report was not called"))
        : new AnalysisForm(input, JsonSchema.of(TOOL.inputSchema()).violations(input));
  }

  /** What the model is told of a form that is not in order; every call has its answer. */
  ChatMessage correction(Reply reply) {
    String text = "Call report again, in order:\n" + String.join("\n", faults);
    var uses = reply.toolUses();
    return uses.isEmpty()
        ? ChatMessage.user(text)
        : ChatMessage.user(
            uses.stream()
                .map(use -> Part.ToolResult.text(use.id(), text, true))
                .toArray(Part[]::new));
  }

  /** Drops unknown issues and notes; {@code prompt} is the session's own. */
  Analysis read(String prompt, Set<String> notes) {
    var told = Json.MAPPER.treeToValue(input, Analysis.class);
    var issues = told.issues().stream().map(Analysis.Issue::id).collect(Collectors.toSet());
    return new Analysis(
        told.actionItems().stream()
            .map(item ->
                new Analysis.ActionItem(
                    item.actionItem(), known(item.issueId(), issues), item.type()))
            .toList(),
        told.classification(),
        told.issues(),
        used(told.noteUsage(), notes),
        suggested(told.suggestedPrompt(), prompt, issues),
        told.timeline().stream()
            .map(step ->
                new Analysis.Step(
                    step.title(), step.description(), step.color(), known(step.issueId(), issues)))
            .toList());
  }

  private static @Nullable String known(@Nullable String id, Set<String> issues) {
    return id != null && issues.contains(id) ? id : null;
  }

  private static @Nullable NoteUsage used(@Nullable NoteUsage usage, Set<String> notes) {
    return usage == null
        ? null
        : new NoteUsage(
            usage.goodUsages().stream().filter(used -> notes.contains(used.noteId())).toList(),
            usage.badUsages().stream().filter(used -> notes.contains(used.noteId())).toList());
  }

  private static @Nullable SuggestedPrompt suggested(
      @Nullable SuggestedPrompt told, String prompt, Set<String> issues) {
    return told == null
        ? null
        : new SuggestedPrompt(
            prompt,
            told.suggestedPrompt(),
            told.feedbackItems().stream()
                .map(item ->
                    new Analysis.Feedback(
                        item.details(),
                        item.excerpt(),
                        item.summary(),
                        known(item.issueId(), issues)))
                .toList());
  }

  static Analysis masked(Analysis analysis, Redactor redactor) {
    var tree = Json.MAPPER.<JsonNode>valueToTree(analysis);
    return Json.MAPPER.treeToValue(
        LoopEvents.mapStrings(tree, text -> redactor.mask(text).replace(NUL, "\uFFFD")),
        Analysis.class);
  }
}
