package io.agentservice.cli.terminal;

import io.agentservice.client.http.Query;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The time that a list or a figure is of. */
public final class Period {
  @Option(
      names = "--since",
      paramLabel = "<time>",
      converter = Moment.class,
      description = "From then on: 2027-01-31 (its midnight in UTC) or 2027-01-31T09:00:00Z")
  private @Nullable Long since;

  @Option(
      names = "--until",
      paramLabel = "<time>",
      converter = Moment.class,
      description = "Before then")
  private @Nullable Long until;

  /** As the service takes it. */
  public Query query() {
    return Query.of("time_after", since).and("time_before", until);
  }

  /** As the service takes it where both ends are needed: till now, and the 30 days before. */
  public Query range() {
    long end = until == null ? Instant.now().getEpochSecond() : until;
    long begin = since == null ? end - Duration.ofDays(30).toSeconds() : since;
    return Query.of("time_after", begin).and("time_before", end);
  }

  /** A time of an answer for people. */
  public static String shown(long second) {
    return Instant.ofEpochSecond(second).toString();
  }

  /** A date or a date-time with its offset, in Unix seconds. */
  static final class Moment implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return text.contains("T")
            ? OffsetDateTime.parse(text).toEpochSecond()
            : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
      } catch (DateTimeException _) {
        throw new TypeConversionException(
            "'%s' is no time such as 2027-01-31 or 2027-01-31T09:00:00Z".formatted(text));
      }
    }
  }
}
