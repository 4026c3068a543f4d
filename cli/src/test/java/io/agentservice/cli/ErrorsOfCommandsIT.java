package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.home.Credentials;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.testing.OnService;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** Every command with every kind of bad input: one line, one hint, and the exit code. */
@Isolated("gives the whole process a standard input of nothing: some commands ask for a secret")
class ErrorsOfCommandsIT extends OnService {
  private final InputStream typed = System.in;

  @BeforeEach
  void nobodyTypes() {
    System.setIn(InputStream.nullInputStream());
  }

  @AfterEach
  void typeAgain() {
    System.setIn(typed);
  }

  /** Java speaks: names of its exceptions and classes, frames, a null. */
  private static final Pattern JAVA =
      Pattern.compile("Exception|\\bjava[x.]|\\bnull\\b|\\tat |Optional\\[|@[0-9a-f]{6}");

  /** They start something, which has tests of its own, or call nobody. */
  private static final Set<String> OTHERS =
      Set.of(
          "demo",
          "run",
          "acp",
          "eval",
          "up",
          "server",
          "migrate",
          "backup",
          "doctor",
          "verify",
          "health",
          "config",
          "completion",
          "version",
          "help",
          "remote");

  private static final Set<Class<?>> NUMBERS =
      Set.of(int.class, Integer.class, long.class, Long.class, BigDecimal.class, double.class);

  /** The commands without others below, by their words. */
  private static Map<List<String>, CommandLine> leaves() {
    var leaves = new LinkedHashMap<List<String>, CommandLine>();
    collect(List.of(), Main.commandLine(), leaves);
    return leaves;
  }

  private static void collect(
      List<String> path, CommandLine command, Map<List<String>, CommandLine> leaves) {
    if (command.getSubcommands().isEmpty()) {
      leaves.put(path, command);
    }
    command
        .getSubcommands()
        .forEach((name, below) -> {
          var longer = new ArrayList<>(path);
          longer.add(name);
          collect(longer, below, leaves);
        });
  }

  private static boolean calls(List<String> path) {
    return !OTHERS.contains(path.getFirst())
        && !path.getFirst().equals("worker")
        && !path.equals(List.of("audit", "verify"))
        && !path.equals(List.of("session", "replay"))
        && !path.getFirst().equals("login");
  }

  /** The words of a command with something for whatever it requires. */
  private static List<String> filled(List<String> path, CommandLine command) {
    var words = new ArrayList<>(path);
    for (var option : command.getCommandSpec().options()) {
      if (option.required() && option.group() == null) {
        words.add(option.longestName() + "=" + some(option));
      }
    }
    for (var positional : command.getCommandSpec().positionalParameters()) {
      for (int i = 0; i < positional.arity().min(); i++) {
        words.add(some(positional));
      }
    }
    return words;
  }

  private static String some(ArgSpec argument) {
    var candidates = argument.completionCandidates();
    if (candidates != null && candidates.iterator().hasNext()) {
      return candidates.iterator().next();
    }
    return NUMBERS.contains(argument.type()) ? "1" : "x";
  }

  private void fails(List<String> words, int exitCode, String... said) {
    fails(environment(), words, code -> code == exitCode, said);
  }

  private void fails(
      Map<String, String> environment,
      List<String> words,
      Predicate<Integer> exitCode,
      String... said) {
    int code = runIn(environment, words.toArray(String[]::new));
    assertThat(exitCode.test(code)).as("exit %d of %s: %s", code, words, err).isTrue();
    said(words, said);
  }

  private void said(List<String> words, String... said) {
    var line = err.toString();
    var what = words + ": " + line;
    assertThat(line.lines()).as(what).hasSize(1);
    assertThat(line).as(what).startsWith("agent: ").contains("; hint: ");
    assertThat(List.of(said)).as(what).allMatch(line::contains);
    assertThat(JAVA.matcher(line).find()).as(what).isFalse();
  }

  @Test
  void anUnknownOptionOrWordIsWrongUsage() {
    leaves()
        .forEach((path, command) -> {
          if (!path.equals(List.of("help")) && !path.equals(List.of("completion"))) {
            var words = filled(path, command);
            words.add("--no-such-option");
            fails(words, 2, "--no-such-option");
          }
        });
  }

  @Test
  void whatIsNoNumberIsWrongUsageAndNamesTheOption() {
    leaves()
        .forEach((path, command) -> {
          for (var option : command.getCommandSpec().options()) {
            if (NUMBERS.contains(option.type()) && option.arity().max() > 0) {
              var words = filled(path, command);
              words.removeIf(word -> word.startsWith(option.longestName() + "="));
              words.add(option.longestName() + "=soon");
              fails(words, 2, option.longestName(), "soon");
            }
          }
        });
  }

  @Test
  void aServiceThatDoesNotAnswerIsAFailure() {
    everyCaller(
        Map.of("AGENT_API_URL", "http://127.0.0.1:1", "AGENT_API_KEY", "agt_x"),
        1,
        "No answer from http://127.0.0.1:1",
        "Check that the service runs");
  }

  @Test
  void aWrongKeyIsAFailure() {
    everyCaller(
        Map.of("AGENT_API_URL", environment().get("AGENT_API_URL"), "AGENT_API_KEY", "agt_x"),
        1,
        "key");
  }

  @Test
  void anAddressThatIsNoneAndAMissingKeyAreWrongUsage() {
    everyCaller(
        Map.of("AGENT_API_URL", "nonsense", "AGENT_API_KEY", "agt_x"),
        2,
        "'nonsense' is no address of a service");
    everyCaller(Map.of("AGENT_API_URL", "http://127.0.0.1:1"), 2, "no key for http://127.0.0.1:1");
    everyCaller(Map.of(), 2, "no service is running in", "agent up");
  }

  private void everyCaller(Map<String, String> variables, int exitCode, String... said) {
    leaves()
        .forEach((path, command) -> {
          if (calls(path)) {
            var environment = new LinkedHashMap<>(variables);
            environment.put("AGENT_HOME", directory.resolve("none").toString());
            var words = filled(path, command);
            int code = runIn(environment, words.toArray(String[]::new));
            if (code == 2 && (exitCode == 1 || err.toString().contains("--"))) {
              said(words); // the words were refused before anybody was called
            } else {
              assertThat(code).as(words + ": " + err).isEqualTo(exitCode);
              said(words, said);
            }
          }
        });
  }

  /** What each answers to ids that nobody has, and texts that fit nothing. */
  @Test
  void noCommandSpeaksJavaWhateverItIsGiven() {
    leaves()
        .forEach((path, command) -> {
          if (calls(path)) {
            var words = filled(path, command);
            int code = run(words.toArray(String[]::new));
            assertThat(code).as(words + ": " + err).isIn(0, 1, 2);
            var said = code == 0 ? err.toString() : out + err.toString();
            assertThat(JAVA.matcher(said).find()).as(words + ": " + said).isFalse();
            assertThat(code == 0 || err.toString().contains("agent: "))
                .as(words + ": " + err)
                .isTrue();
          }
        });
  }

  @Test
  void unquotedWordsHintAtQuotes() {
    fails(List.of("run", "fix", "it", "please"), 2, "quote", "\"... it please\"");
    fails(List.of("session", "create", "fix", "it"), 2, "quote");
    fails(List.of("session", "message", "agent-1", "go", "on"), 2, "quote");
  }

  @Test
  void settingsOfAServerThatCantBeAreWrongUsage() throws IOException {
    var home = directory.resolve("other").toString();
    var file = Files.writeString(directory.resolve("file"), "x").toString();
    var server = List.of("server", "--port=0", "--home=" + home);
    settings(server, "--bind=999.1.1.1", "AGENT_BIND (--bind) must be an address of this machine");
    settings(server, "--port=70000", "AGENT_PORT must be a number from 0 to 65535");
    settings(server, "--home=" + file + "/x", "the data directory", "AGENT_HOME");
    settings(server, "--database-url=postgres://x", "AGENT_DATABASE_URL must begin with");
    settings(List.of("up", "--home=" + home), "--in=" + file, "is no directory");
    settings(List.of("up", "--home=" + home), "--bind=999.1.1.1", "AGENT_BIND");
  }

  private void settings(List<String> words, String wrong, String... said) {
    var all = new ArrayList<>(words);
    all.removeIf(word -> word.startsWith(wrong.substring(0, wrong.indexOf('=') + 1)));
    all.add(wrong);
    var told = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(told, true))
            .setErr(new PrintWriter(told, true))
            .execute(all.toArray(String[]::new));
    assertThat(told.toString()).as(all.toString()).contains(said);
    assertThat(told.toString().lines()).hasSize(1);
    assertThat(JAVA.matcher(told.toString()).find()).as(told.toString()).isFalse();
    assertThat(code).isEqualTo(2);
  }

  @Test
  void outpostsAreManagedWithTheKeyOfALogin() {
    var home = new Home(directory.resolve("logged-in"));
    var service = environment();
    var url = URI.create(service.get("AGENT_API_URL"));
    home.write(Credentials.NONE.with(url, service.get("AGENT_API_KEY")));
    var loggedIn = Map.of("AGENT_HOME", home.path().toString());

    assertThat(runIn(loggedIn, "worker", "outpost", "create", "by-login")).as("%s", err).isZero();
    assertThat(runIn(loggedIn, "worker", "outpost", "list")).as("%s", err).isZero();
    assertThat(out.toString()).contains("by-login");
    fails(
        loggedIn,
        List.of("worker", "outpost", "list", "--api-url=http://127.0.0.1:1"),
        code -> code == 2,
        "no key for http://127.0.0.1:1");
  }

  @Test
  void aFractionOfAnAcuIsCutOffAndSaidSo() {
    var session = json("session", "create", "Wait", "--max-acus", "2.5");
    assertThat(session.text("session_id")).startsWith("agent-");
    assertThat(err.toString()).contains("limits are whole ACUs: 2 instead of 2.5");
    fails(List.of("session", "create", "Wait", "--max-acus", "0"), 2, "must be above 0");
  }
}
