package io.agentservice.server.web.pages;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.web.pages.StepHtml.Item;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Words;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The list of the jobs that run, beside the timeline. */
final class RunningJobs {
  private static final String JOB = "job-";

  private final Set<String> running = new LinkedHashSet<>();

  /** What the event adds to the list or takes off it; often nothing. */
  List<Item> add(Event event) {
    return switch (event.type()) {
      case "job_started", "job_ended" ->
          LoopEvents.read(event.type(), event.data()) instanceof LoopEvent.JobEvent job
              ? List.of(job(event, job))
              : List.of();
      case "status" -> status(Json.MAPPER.readTree(event.data()).path("status").asString(""));
      default -> List.of();
    };
  }

  private Item job(Event event, LoopEvent.JobEvent job) {
    String id = JOB + job.commandId();
    if (!(job instanceof LoopEvent.JobStarted started)) {
      running.remove(id);
      return new Item(id, Html.NONE);
    }
    running.add(id);
    return new Item(
        id,
        Html.of(
            "<li id=\"{}\"><b>{}</b> runs since {} <code>{}</code></li>",
            id,
            started.job(),
            Words.clock(event.createdAt()),
            started.command()));
  }

  /** No job outlives the time on its machine. */
  private List<Item> status(String status) {
    if (status.equals(Status.RUNNING.word())) {
      return List.of();
    }
    var gone = running.stream().map(id -> new Item(id, Html.NONE)).toList();
    running.clear();
    return gone;
  }
}
