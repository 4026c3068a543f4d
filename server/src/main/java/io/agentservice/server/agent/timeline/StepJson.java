package io.agentservice.server.agent.timeline;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.timeline.steps.Step;
import io.agentservice.server.base.costs.AcuRates;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step as the interface shows it, with its texts cut (design/web.md 7.1). */
record StepJson(
    String id,
    long seq,
    long lastSeq,
    long turn,
    String kind,
    String status,
    long at,
    @Nullable Long durationMs,
    @JsonUnwrapped Said said,
    @JsonUnwrapped Outcome outcome,
    @JsonUnwrapped About about) {
  private static final int BODY = 4 << 10;
  private static final int PATCH = 16 << 10;
  private static final int OUTPUT = 2 << 10;
  private static final int PLAN = 100;
  private static final int PLAN_TEXT = 500;

  /** Of a body that has to be short. */
  private static final int SHORT = 256;

  record Said(String title, @Nullable String body, long bodyCut) {}

  record Outcome(
      @Nullable Integer exitCode,
      @Nullable DiffJson diff,
      @Nullable OutputJson output,
      List<ImageJson> images) {}

  /** {@code choices} are for later and null. */
  record About(
      @Nullable List<String> choices,
      @Nullable List<Step.PlanItem> plan,
      @Nullable CostJson cost,
      @Nullable String childSessionId,
      @Nullable String user,
      List<FileJson> files,
      List<String> links) {}

  record DiffJson(String path, long additions, long deletions, String patch, long patchCut) {}

  record OutputJson(String head, String tail, long bytes, long lines) {}

  record ImageJson(String mediaType, long bytes) {}

  record FileJson(String attachmentId, String path, long bytes) {
    static FileJson of(AttachedFile file) {
      return new FileJson(file.attachmentId(), file.path(), file.sizeBytes());
    }
  }

  record CostJson(String model, long input, long cached, long output, BigDecimal acus) {}

  static StepJson of(Step step, AcuRates rates) {
    return of(step, rates, false);
  }

  /** The same with as little text as makes sense, for a turn of very many steps. */
  static StepJson shortOf(Step step, AcuRates rates) {
    return of(step, rates, true);
  }

  private static StepJson of(Step step, AcuRates rates, boolean shorter) {
    return new StepJson(
        step.id(),
        step.seq(),
        step.lastSeq(),
        step.turn(),
        step.kind().word(),
        step.status().word(),
        step.at().getEpochSecond(),
        step.durationMillis(),
        said(step, shorter ? SHORT : BODY),
        outcome(step.facts(), shorter),
        about(step.facts(), rates));
  }

  private static Said said(Step step, int most) {
    String body = step.body();
    if (body == null) {
      return new Said(step.title(), null, 0);
    }
    String kept = Utf8.head(body, most);
    return new Said(step.title(), kept, body.codePointCount(kept.length(), body.length()));
  }

  private static Outcome outcome(Step.Facts facts, boolean shorter) {
    var diff = facts.diff();
    String output = facts.output();
    return new Outcome(
        facts.exitCode(),
        diff == null ? null : diff(diff, shorter ? SHORT : PATCH),
        output == null ? null : output(output, shorter ? SHORT : OUTPUT),
        facts.images().stream().map(StepJson::image).toList());
  }

  private static DiffJson diff(Step.Diff diff, int most) {
    var patch = new StringBuilder();
    int bytes = 0;
    int lines = 0;
    for (String line : diff.lines()) {
      bytes += Utf8.bytes(line) + 1;
      if (bytes > most) {
        break;
      }
      patch.append(line).append('\n');
      lines++;
    }
    return new DiffJson(
        diff.path(),
        diff.additions(),
        diff.deletions(),
        patch.toString(),
        diff.lines().size() - lines);
  }

  private static OutputJson output(String output, int most) {
    int bytes = Utf8.bytes(output);
    String head = Utf8.head(output, most);
    String tail = bytes <= 2 * most ? output.substring(head.length()) : Utf8.tail(output, most);
    return new OutputJson(head, tail, bytes, output.lines().count());
  }

  private static ImageJson image(Part.Image image) {
    String text = image.base64();
    int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    return new ImageJson(image.mediaType(), Math.max(0, text.length() / 4L * 3 - padding));
  }

  private static About about(Step.Facts facts, AcuRates rates) {
    var plan = facts.plan();
    var cost = facts.cost();
    var message = facts.message();
    return new About(
        null,
        plan == null ? null : plan.stream().limit(PLAN).map(StepJson::cut).toList(),
        cost == null ? null : cost(cost, rates),
        facts.childId(),
        facts.user(),
        message == null ? List.of() : message.files().stream().map(FileJson::of).toList(),
        message == null ? List.of() : message.links());
  }

  private static Step.PlanItem cut(Step.PlanItem item) {
    String text = item.text();
    boolean fits = text.codePointCount(0, text.length()) <= PLAN_TEXT;
    return fits
        ? item
        : new Step.PlanItem(
            text.substring(0, text.offsetByCodePoints(0, PLAN_TEXT)), item.status());
  }

  private static CostJson cost(Step.Cost cost, AcuRates rates) {
    var usage = cost.usage();
    return new CostJson(
        cost.model(),
        usage.promptTokens(),
        usage.cacheReadTokens(),
        usage.outputTokens(),
        cost.dollars().divide(rates.modelDollars(), 6, RoundingMode.HALF_UP).stripTrailingZeros());
  }
}
