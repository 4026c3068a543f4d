package io.agentservice.server.agent.loop.session;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.tools.LinkedSession;
import io.agentservice.server.agent.loop.tools.RepositorySearch;
import io.agentservice.server.engine.guardrails.Guardrail;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a session is about, beside its messages.
 *
 * @param repos repositories to work on, as the session names them; may be empty
 * @param playbook text of the playbook; null for none
 * @param notes knowledge that may apply, most fitting first
 * @param structuredOutputSchema JSON Schema (draft 7) that the result must fit; null for none
 * @param mode a hint how to go about the task: analyze, create, improve, batch or manage; null for
 *     none
 * @param outputRequired whether the task is done only with an output that fits the schema
 * @param linked earlier sessions that may be read; may be empty
 * @param oneTimeCodes the current codes of authenticators by name
 * @param search of what the organization has indexed; null for nothing
 * @param redactor knows the sensitive secrets that the session's processes have
 * @param guardrails that hold for it
 */
public record LoopBrief(
    @Nullable String title,
    List<String> repos,
    @Nullable String playbook,
    List<Note> notes,
    @Nullable JsonNode structuredOutputSchema,
    @Nullable String mode,
    boolean outputRequired,
    List<LinkedSession> linked,
    Map<String, Supplier<String>> oneTimeCodes,
    @Nullable RepositorySearch search,
    Redactor redactor,
    List<Guardrail> guardrails) {
  /** Of all notes' bodies together so many are shown to the model; the notes beyond are named. */
  public static final int NOTES_CHARACTERS = 30_000;

  public LoopBrief {
    repos = List.copyOf(repos);
    notes = List.copyOf(notes);
    linked = List.copyOf(linked);
    guardrails = List.copyOf(guardrails);
    oneTimeCodes = Map.copyOf(oneTimeCodes);
  }

  /** The same with other titles: its own, and in {@code others} those of the linked sessions. */
  public LoopBrief titled(@Nullable String own, List<LinkedSession> others) {
    return new LoopBrief(
        own,
        repos,
        playbook,
        notes,
        structuredOutputSchema,
        mode,
        outputRequired,
        others,
        oneTimeCodes,
        search,
        redactor,
        guardrails);
  }

  /** A knowledge note. {@code trigger}: when it applies, in words. */
  public record Note(String name, String trigger, String body) {}
}
