package groovy.lang;

/**
 * Not Groovy's: picocli asks for a class of this name whenever it starts, and Java looks for one
 * that is not there in every jar, which took a quarter of the time of {@code agent --help}.
 */
public final class Closure {
  private Closure() {}
}
