package io.agentservice.server.agent.loop.changes;

import io.agentservice.server.agent.loop.log.WorkTree;
import java.util.List;

/**
 * Two states of a session's work trees that are to be compared.
 *
 * @param begun the trees as they were when the session began
 * @param placed files below the working directory that people gave: no work of the session
 */
public record Comparison(Side from, Side to, List<WorkTree> begun, List<String> placed) {
  /** What each tree was when the session began. */
  public static final Side BEGUN = Side.of("begun");

  /** What is committed. */
  public static final Side HEAD = Side.of("head");

  /** What is there now. */
  public static final Side NOW = Side.of("now");

  public Comparison {
    begun = List.copyOf(begun);
    placed = List.copyOf(placed);
  }

  /**
   * One of the states.
   *
   * @param trees those of which it is known
   * @param others what it is of all others: a word as above, a commit, or {@value #NONE}
   */
  public record Side(List<WorkTree> trees, String others) {
    static final String NONE = "-";

    public Side {
      trees = List.copyOf(trees);
    }

    static Side of(String others) {
      return new Side(List.of(), others);
    }

    /** As the service has noted it; trees that came later began after it. */
    public static Side begunAfter(List<WorkTree> trees) {
      return new Side(trees, BEGUN.others);
    }

    /** As the service has noted it; trees that came later have nothing to do with it. */
    public static Side of(List<WorkTree> trees) {
      return new Side(trees, NONE);
    }

    /** A commit, where there is such a one. */
    public static Side commit(String id) {
      return of(id);
    }
  }
}
