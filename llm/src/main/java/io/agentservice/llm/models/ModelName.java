package io.agentservice.llm.models;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.http.Connection;
import java.util.regex.Pattern;

/**
 * {@code anthropic:<model>}, {@code openai:<model>}, {@code replay:<file>} or a bare name: of the
 * provider that it belongs to, else of the one that is set up, Anthropic first. With an
 * OpenAI-compatible address a name may have a colon of its own ({@code qwen3:8b}).
 */
record ModelName(Provider provider, String model) {

  enum Provider {
    ANTHROPIC,
    OPENAI,
    REPLAY
  }

  private static final Pattern OF_OPENAI = Pattern.compile("(chat)?gpt-.*|o\\d.*|codex-.*");
  private static final Pattern OF_ANTHROPIC = Pattern.compile("claude-.*");

  /** Throws {@link LlmException} {@code INVALID_REQUEST} if there is no such provider. */
  static ModelName of(String name, LlmSettings settings) {
    int colon = name.indexOf(':');
    String rest = name.substring(colon + 1).strip();
    if (colon < 0) {
      return new ModelName(ofBare(rest, settings), rest);
    }
    String provider = name.substring(0, colon);
    return switch (provider) {
      case "anthropic" -> new ModelName(Provider.ANTHROPIC, rest);
      case "openai" -> new ModelName(Provider.OPENAI, rest);
      case "replay" -> new ModelName(Provider.REPLAY, rest);
      default -> {
        if (settings.openAi().baseUrl() == null) {
          throw new LlmException(
              Kind.INVALID_REQUEST,
              "model '%s': there is no provider '%s', only anthropic, openai and replay"
                  .formatted(name, provider));
        }
        yield new ModelName(Provider.OPENAI, name.strip());
      }
    };
  }

  private static Provider ofBare(String model, LlmSettings settings) {
    boolean openAi = isSetUp(settings.openAi());
    boolean anthropic = isSetUp(settings.anthropic());
    boolean ofOpenAi;
    if (OF_OPENAI.matcher(model).matches()) {
      ofOpenAi = openAi || settings.anthropic().baseUrl() == null;
    } else if (OF_ANTHROPIC.matcher(model).matches()) {
      ofOpenAi = !anthropic && settings.openAi().baseUrl() != null;
    } else {
      ofOpenAi = openAi && !anthropic;
    }
    return ofOpenAi ? Provider.OPENAI : Provider.ANTHROPIC;
  }

  /** Whether a bare name tells its provider. */
  static boolean isOfAFamily(String model) {
    return OF_OPENAI.matcher(model).matches() || OF_ANTHROPIC.matcher(model).matches();
  }

  private static boolean isSetUp(Connection connection) {
    return connection.key() != null || connection.baseUrl() != null;
  }
}
