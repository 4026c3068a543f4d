package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.log.Course;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The sessions that the agent has started. Throws {@link ToolInputException} where that says no.
 */
public interface ChildSessions {
  /** An agent that may start none, and has none. */
  ChildSessions NONE =
      new ChildSessions() {
        @Override
        public boolean offered() {
          return false;
        }

        @Override
        public List<Child> all() {
          return List.of();
        }

        @Override
        public void start(Wanted wanted) {
          throw new ToolInputException("This session may start no others.");
        }

        @Override
        public void tell(String id, String message, String text) {
          throw new ToolInputException("This session has started no others.");
        }

        @Override
        public void stop(String id) {
          throw new ToolInputException("This session has started no others.");
        }
      };

  /** Whether it may start any. */
  boolean offered();

  /** As they stand, oldest first. */
  List<Child> all();

  /** Makes it once, by its id. */
  void start(Wanted wanted);

  /** Sends a message once, by its id. */
  void tell(String id, String message, String text);

  /** Ends it. */
  void stop(String id);

  /** By its name or its id. */
  default Optional<Child> find(String name) {
    return all().stream()
        .filter(child -> child.name().equals(name) || child.id().equals(name))
        .findFirst();
  }

  /** As {@link #find}; a wrong name is told those that there are. */
  default Child get(String name) {
    return find(name)
        .orElseThrow(() ->
            new ToolInputException(
                "You have started no session %s; these are: %s"
                    .formatted(name, all().stream().map(Child::name).toList())));
  }

  /**
   * What is wanted of a new one; null: as the session that starts it.
   *
   * @param id that it is to have
   * @param budget in ACU; null: all that is left
   * @param outlives whether it goes on when this one is stopped
   */
  record Wanted(
      String id,
      String name,
      String prompt,
      @Nullable String title,
      @Nullable String playbook,
      @Nullable List<String> repos,
      @Nullable String platform,
      @Nullable Integer budget,
      @Nullable JsonNode outputSchema,
      boolean outlives) {
    public Wanted {
      repos = repos == null ? null : List.copyOf(repos);
    }
  }

  /**
   * A session that was started.
   *
   * @param state in words
   * @param rest null while it works
   * @param waitsForMachine whether it could work if there were one
   * @param output structured, or null
   * @param course of what happened, read when it is asked for
   */
  record Child(
      String id,
      String name,
      String title,
      String state,
      @Nullable Rest rest,
      boolean waitsForMachine,
      @Nullable JsonNode output,
      List<String> pullRequests,
      String cost,
      Supplier<Course> course) {
    public Child {
      pullRequests = List.copyOf(pullRequests);
    }

    /** Whether its agent has something to do. */
    public boolean works() {
      return rest == null;
    }
  }

  /** Why one does not work. */
  enum Rest {
    FINISHED("has finished"),
    ASKS("asks, and waits for an answer by message_session"),
    NEEDS_APPROVAL("waits for a person to approve what it is about to do"),
    FAILED("has failed"),
    STOPPED("was stopped");

    private final String words;

    Rest(String words) {
      this.words = words;
    }

    /** After its name. */
    public String words() {
      return words;
    }
  }
}
