package io.agentservice.server.context.models;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.outside.OutsideAddress;
import io.agentservice.server.context.models.ModelContent.Endpoint;
import io.agentservice.server.context.models.ModelContent.Price;
import io.agentservice.server.context.models.ModelContent.Size;
import io.agentservice.server.context.models.ModelContent.Use;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a creation or change, judged by its result. */
final class ModelBody {
  static final String KEY = "key_secret";
  static final String KEYS = "key_secrets";

  private static final int MOST_KEYS = 10;
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_MODEL = 256;
  private static final int LONGEST_URL = 2048;
  private static final int LONGEST_KEY = 256;

  /** In dollars: far above any list price. */
  private static final int HIGHEST_PRICE = 10_000;

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9._-]*[a-z0-9])?");

  /** What stands in a line of JSON and in the log as it is. */
  private static final Pattern MODEL = Pattern.compile("[\\x21-\\x7e]*");

  private final Body body;
  private final @Nullable ModelContent before;
  private final boolean named;

  /** {@code before} is null for a new one; {@code named}: its keys are secrets, by their names. */
  ModelBody(Body body, @Nullable ModelContent before, boolean named) {
    this.body = body;
    this.before = before;
    this.named = named;
  }

  /** Everything that is wrong is noted in the body. */
  ModelContent read() {
    var old =
        before == null ? ModelContent.usual(body.word("provider", ModelContent.PROVIDERS)) : before;
    var content =
        new ModelContent(
            formed("name", LONGEST_NAME, NAME, old.name()),
            old.provider(),
            formed("provider_model", LONGEST_MODEL, MODEL, old.providerModel()),
            Endpoint.of(
                body.patch("base_url", this::url).overNullable(old.endpoint().baseUrl()),
                keys(old.endpoint())),
            new Size(
                tokens("context_tokens", 2_000, 100_000_000)
                    .overNullable(old.size().contextTokens()),
                tokens("output_tokens", 100, 10_000_000).overNullable(old.size().outputTokens())),
            new Price(
                price("input_price").overNullable(old.price().inputPrice()),
                price("output_price").overNullable(old.price().outputPrice()),
                price("cache_read_price").overNullable(old.price().cacheReadPrice()),
                price("cache_write_price").overNullable(old.price().cacheWritePrice())),
            body.patch("effort", field -> body.optionalWord(field, ModelContent.EFFORTS))
                .overNullable(old.effort()),
            body.patch("takes_images", field -> body.bool(field, true))
                .over(old.takesImages(), true),
            new Use(
                body.patch("fallback", field -> body.optionalText(field, 1, LONGEST_MODEL))
                    .overNullable(old.use().fallback()),
                body.patch("is_default", field -> body.bool(field, false))
                    .over(old.use().isDefault(), false)));
    judge(content);
    return content;
  }

  private String formed(String field, int longest, Pattern form, String old) {
    String text =
        before == null
            ? body.text(field, 1, longest)
            : body.patchRequired(field, name -> body.optionalText(name, 1, longest)).over(old, old);
    if (!text.isEmpty() && text.length() <= longest && !form.matcher(text).matches()) {
      body.fail("pattern", "Input does not have the form of a " + field, field);
    }
    return text;
  }

  private @Nullable String url(String field) {
    String text = body.optionalText(field, 1, LONGEST_URL);
    if (text == null
        || text.isEmpty()
        || OutsideAddress.of(text).filter(uri -> uri.getRawQuery() == null).isPresent()) {
      return text;
    }
    body.fail(
        "format",
        "Input should be an http or https address without user, query and fragment",
        field);
    return text;
  }

  /** Whoever says one key alone, as before there could be several, has it be the only one. */
  private List<String> keys(Endpoint old) {
    if (!named) {
      return List.of();
    }
    var one = body.patch(KEY, field -> body.optionalText(field, 1, LONGEST_KEY));
    var all = body.patch(KEYS, field -> body.optionalTexts(field, 0, MOST_KEYS, LONGEST_KEY));
    if (all instanceof Patch.Absent<List<String>>) {
      return switch (one) {
        case Patch.Absent<String>() -> old.keySecrets();
        case Patch.Clear<String>() -> List.of();
        case Patch.Set<String>(String only) -> List.of(only);
      };
    }
    var keys = all.over(List.of(), List.of());
    for (int i = 0; i < keys.size(); i++) {
      if (keys.subList(0, i).contains(keys.get(i))) {
        body.failAt("inconsistent", "Each secret is named once", KEYS, i);
      }
    }
    String first = keys.isEmpty() ? null : keys.getFirst();
    if (!(one instanceof Patch.Absent<String>) && !Objects.equals(one.overNullable(null), first)) {
      body.fail("inconsistent", "It is the first of key_secrets, or is left out", KEY);
    }
    return keys;
  }

  private Patch<Integer> tokens(String field, int least, int most) {
    return body.patch(field, name -> body.optionalInt(name, least, most));
  }

  private Patch<BigDecimal> price(String field) {
    return body.patch(field, name -> body.optionalDecimal(name, HIGHEST_PRICE));
  }

  private void judge(ModelContent content) {
    var endpoint = content.endpoint();
    if (named && endpoint.baseUrl() == null && endpoint.keySecret() == null && !isWrong()) {
      body.fail(
          before == null ? "missing" : "inconsistent",
          "A model at its provider's own address needs a key",
          body.has(KEYS) ? KEYS : KEY);
    }
    var price = content.price();
    long given =
        Stream.of(
                price.inputPrice(),
                price.outputPrice(),
                price.cacheReadPrice(),
                price.cacheWritePrice())
            .filter(Objects::nonNull)
            .count();
    if (given % 4 != 0 && !body.hasFailures()) {
      body.fail("inconsistent", "All four prices are given, or none", "input_price");
    }
    var size = content.size();
    if (size.contextTokens() != null
        && size.outputTokens() != null
        && size.outputTokens() >= size.contextTokens()) {
      body.fail(
          "inconsistent", "A reply is shorter than the context that holds it", "output_tokens");
    }
  }

  /** Its own failure is told by then. */
  private boolean isWrong() {
    var keys = body.value(KEYS);
    return body.value(KEY) != null || (keys != null && !keys.isArray());
  }
}
