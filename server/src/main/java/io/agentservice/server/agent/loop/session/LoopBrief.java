package io.agentservice.server.agent.loop.session;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.tools.LinkedSession;
import io.agentservice.server.agent.loop.tools.Lookups;
import io.agentservice.server.engine.guardrails.Guardrail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a session is about, beside its messages.
 *
 * @param repos as the session names them
 * @param playbook its text, or null
 * @param notes most fitting first
 * @param structuredOutputSchema draft 7, or null
 * @param mode a hint: analyze, create, improve, batch, manage; or null
 * @param outputRequired done only with a fitting output
 * @param linked readable earlier sessions
 * @param oneTimeCodes authenticators' codes by name
 * @param lookups beyond its machine
 * @param redactor knows the session's secrets
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
    Lookups lookups,
    Redactor redactor,
    List<Guardrail> guardrails) {
  /** Of all notes' bodies together so many are shown to the model. */
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
        lookups,
        redactor,
        guardrails);
  }

  /** Those of the notes that are shown whole, in their order; the others are named alone. */
  public static List<Note> shownOf(List<Note> notes) {
    var shown = new ArrayList<Note>();
    int left = NOTES_CHARACTERS;
    for (var note : notes) {
      if (note.body().length() <= left) {
        left -= note.body().length();
        shown.add(note);
      }
    }
    return shown;
  }

  /**
   * A knowledge note. {@code trigger}: when it applies, in words. A {@code body} that is not shown
   * may be cut.
   */
  public record Note(String id, String name, String trigger, String body) {}
}
