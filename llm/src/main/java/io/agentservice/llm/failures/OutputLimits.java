package io.agentservice.llm.failures;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The longest replies that models were found to give: after a refusal that tells the limit a model
 * is asked again with that, and from then on. Thread-safe.
 */
public final class OutputLimits {

  /** One would do, but for servers behind one name that differ. */
  private static final int MOST_CHANGES = 3;

  private final Map<String, Integer> known = new ConcurrentHashMap<>();

  /** The longest reply to ask a model for, in tokens, if {@code tokens} is how much is wanted. */
  public int most(String model, int tokens) {
    return Math.min(tokens, known.getOrDefault(model, Integer.MAX_VALUE));
  }

  /** Makes a call, again with a smaller limit in the prompt when the model refuses so much. */
  public Reply ask(String model, Prompt prompt, Function<Prompt, Reply> call) {
    for (int changes = 0; ; changes++) {
      int tokens = most(model, prompt.maxOutputTokens());
      try {
        return call.apply(new Prompt(prompt.system(), prompt.messages(), prompt.tools(), tokens));
      } catch (LlmException e) {
        int told = e.outputLimit().orElse(Integer.MAX_VALUE);
        if (told < 1 || told >= tokens || changes == MOST_CHANGES) {
          throw e;
        }
        known.merge(model, told, Math::min);
      }
    }
  }
}
