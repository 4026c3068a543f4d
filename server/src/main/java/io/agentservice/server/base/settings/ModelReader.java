package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import io.agentservice.server.base.settings.reading.Variables;

/** Declares the models' settings for the reference; providers read {@link Variables#values}. */
final class ModelReader {
  private ModelReader() {}

  static void declare(SettingReader reader) {
    var r = reader.reloadable();
    r.text(
        "AGENT_MODEL",
        "by the key that is there",
        "Model: anthropic:NAME, openai:NAME or replay:FILE; a bare NAME belongs to whom it sounds like, else to whom is set up");
    r.text(
        "AGENT_MODEL_FALLBACK",
        "none",
        "Model that is asked for ten minutes when one of the server fails, as in AGENT_MODEL");
    r.maskVariable("ANTHROPIC_API_KEY");
    r.secret().text("AGENT_ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY", "Key of the Anthropic API");
    r.text(
        "AGENT_ANTHROPIC_BASE_URL",
        "ANTHROPIC_BASE_URL, else the provider's",
        "Address of an Anthropic-compatible API");
    r.maskVariable("OPENAI_API_KEY");
    r.secret().text("AGENT_OPENAI_API_KEY", "OPENAI_API_KEY", "Key of the OpenAI API");
    r.text(
        "AGENT_OPENAI_BASE_URL",
        "OPENAI_BASE_URL, else the provider's",
        "Address of an OpenAI-compatible API, a local server for example");
    reader.text("AGENT_MODEL_TIMEOUT_SECONDS", "the provider's", "Longest time of one model call");
    r.text(
        "AGENT_MODEL_CONTEXT_TOKENS",
        "by the model's name, else 128000",
        "Context window of the model, in tokens of prompt and reply");
    r.text(
        "AGENT_MODEL_OUTPUT_TOKENS",
        "by the model's name and its server's refusals, 16000 at most",
        "Longest reply to ask the model for, in tokens; never more than a quarter of its window");
    r.text(
        "AGENT_MODEL_PRICE",
        "from the table, else 3,15,0.30,3.75",
        "US dollars per million tokens: input,output,cache read,cache write; 0,0,0,0: costs nothing");
  }
}
