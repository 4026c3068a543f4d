package io.agentservice.server.agent.loop.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a command of the shell runs.
 *
 * @param invocations every program that it may run, more rather than fewer
 * @param unclear why that may not be all; null when it is
 */
public record ShellScript(List<Invocation> invocations, @Nullable String unclear) {
  private static final int DEEPEST = 20;
  private static final int MOST_INVOCATIONS = 5_000;
  private static final int MOST_WORDS = 200;
  private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.]*[a-zA-Z%]?");
  private static final Pattern ASSIGNMENT = Pattern.compile("(?s)([A-Za-z_][A-Za-z0-9_]*)\\+?=.*");

  /** An option of {@code env} that takes a whole command. */
  private static final Pattern SPLIT = Pattern.compile("(?s)-[a-zA-Z0]*S.*|--split-string.*");

  /** The name of an option to which a whole command is tied. */
  private static final Pattern OPTION = Pattern.compile("^(-[a-zA-Z0]*[cS]=?|--[a-z-]+=)");

  public ShellScript {
    invocations = List.copyOf(invocations);
  }

  public static ShellScript of(String text) {
    var reading = new Reading();
    reading.script(text, 0);
    return new ShellScript(reading.invocations, reading.unclear);
  }

  private static final class Reading {
    private final List<Invocation> invocations = new ArrayList<>();
    private @Nullable String unclear;

    void unclear(String why) {
      unclear = unclear == null ? why : unclear;
    }

    void script(String text, int depth) {
      if (depth > DEEPEST) {
        unclear("it is nested too deeply");
        return;
      }
      if (text.indexOf(ShellWord.HOLE) >= 0) {
        unclear("a part of a command is made while it runs");
      }
      var commands = new ArrayList<SimpleCommand>();
      try {
        ScriptReader.read(text, commands);
      } catch (UnclearException e) {
        unclear(String.valueOf(e.getMessage()));
      }
      for (var command : commands) {
        command.assignments().forEach(word -> assignment(word, depth));
        if (!command.words().isEmpty()) {
          var input = command.input();
          invoke(command.words(), input == null ? "" : input, depth, true);
        }
      }
    }

    private void assignment(ShellWord word, int depth) {
      var matched = ASSIGNMENT.matcher(word.text());
      if (!matched.matches()) {
        return;
      }
      String name = matched.group(1);
      String value = word.text().substring(word.text().indexOf('=') + 1);
      if (Programs.RUN_AS_COMMANDS.contains(name)) {
        script(value, depth + 1);
      } else if (Programs.UNTAME.contains(name)
          || WordReader.TAME.contains(name)
          || name.startsWith("GIT_CONFIG")
          || name.startsWith("BASH_FUNC")) {
        unclear("it sets " + name);
      }
    }

    /** {@code outermost}: no wrapper has been looked into on the way here. */
    private void invoke(List<ShellWord> words, String input, int depth, boolean outermost) {
      if (words.isEmpty()) {
        return;
      }
      var name = words.getFirst();
      String program = name.program();
      var arguments = words.subList(1, words.size());
      if (name.splits() || program.indexOf(ShellWord.HOLE) >= 0) {
        unclear("the name of a program is made while it runs");
        return;
      }
      if (depth > DEEPEST || invocations.size() >= MOST_INVOCATIONS) {
        unclear("it runs too much");
        return;
      }
      invocations.add(new Invocation(program, arguments, input));
      if (Programs.SHELLS.contains(program)) {
        shell(arguments, input, depth);
      } else if (Programs.WRAPPERS.contains(program)) {
        wrapper(program, arguments, input, depth, outermost);
      } else if (Programs.CARRIERS.contains(program)) {
        carrier(outermost ? arguments : List.of(), depth);
      } else {
        others(program, arguments, depth);
      }
    }

    private void others(String program, List<ShellWord> arguments, int depth) {
      switch (program) {
        case "eval" ->
            script(String.join(" ", arguments.stream().map(Reading::text).toList()), depth + 1);
        case "trap" ->
            arguments.stream().limit(1).forEach(command -> script(text(command), depth + 1));
        case "export", "declare", "typeset", "local", "readonly" ->
            arguments.forEach(word -> assignment(word, depth));
        case "alias" -> {
          if (!arguments.isEmpty()) {
            unclear("it defines an alias");
          }
        }
        case "mapfile", "readarray" -> {
          if (arguments.stream().anyMatch(word -> word.text().startsWith("-C") || word.splits())) {
            unclear("it runs what it reads");
          }
        }
        case "find", "gfind", "fd", "fdfind" -> find(arguments, depth);
        default -> {
          if (Programs.UNSEEN.contains(program)) {
            unclear("%s runs what does not stand here".formatted(program));
          }
        }
      }
    }

    /** Unknown when it may become several words. */
    private static String text(ShellWord word) {
      return word.splits() ? String.valueOf(ShellWord.HOLE) : word.text();
    }

    private void find(List<ShellWord> arguments, int depth) {
      for (int i = 0; i < arguments.size(); i++) {
        String text = arguments.get(i).text();
        if (Programs.OF_FIND.contains(text)) {
          var command = new ArrayList<ShellWord>();
          for (var word : arguments.subList(i + 1, arguments.size())) {
            if (word.text().equals(";") || word.text().equals("+")) {
              break;
            }
            command.add(word.text().contains("{}") ? new ShellWord("\0", false) : word);
          }
          invoke(command, "", depth + 1, true);
        }
      }
    }

    private void shell(List<ShellWord> arguments, String input, int depth) {
      boolean takesText = false;
      for (int i = 0; i < arguments.size(); i++) {
        var word = arguments.get(i);
        boolean option = word.isOption() || word.text().startsWith("+");
        if (!word.isKnown()) {
          unclear("an argument of a shell is made while it runs");
          return;
        }
        if (takesText && !option) {
          script(word.text(), depth + 1);
          return;
        }
        if (Programs.OF_SHELLS.contains(word.text())) {
          i++;
        } else if (option && !word.text().startsWith("--")) {
          takesText |= word.text().indexOf('c') > 0;
          if (word.text().equals("-n")) {
            return; // reads, and runs nothing
          }
        } else if (word.text().equals("--version") || word.text().equals("--help")) {
          return;
        } else if (!option) {
          unclear("a shell runs a file");
          return;
        }
      }
      if (input.isEmpty()) {
        unclear("a shell runs what it reads");
      } else {
        script(input, depth + 1);
      }
    }

    /**
     * Whatever may be the command is taken for one: which options have a value is not known of each
     * program.
     */
    private void wrapper(
        String program, List<ShellWord> arguments, String input, int depth, boolean outermost) {
      var words = new ArrayList<>(arguments);
      int written = words.size();
      if (program.equals("xargs") || program.equals("parallel")) {
        words.add(ShellWord.ANYTHING); // from what it reads
      }
      if (words.size() > MOST_WORDS) {
        unclear("%s has very many arguments".formatted(program));
        return;
      }
      texts(program, words, depth);
      int own = Programs.WITH_ARGUMENT.contains(program) ? 1 : 0;
      boolean mayBeValue = false;
      boolean begun = false;
      for (int i = 0; i < words.size(); i++) {
        var word = words.get(i);
        if (!begun && word.isKnown() && word.isOption()) {
          mayBeValue = true;
        } else if (!begun && ASSIGNMENT.matcher(word.text()).matches()) {
          assignment(word, depth);
        } else if (begun || !word.isKnown() || !NUMBER.matcher(word.text()).matches()) {
          if (begun ? outermost && mayBeProgram(word) : i < written) {
            invoke(words.subList(i, words.size()), input, depth + 1, false);
          }
          begun |= !mayBeValue && own-- <= 0;
          mayBeValue = false;
        }
      }
      if (!begun && Programs.OPENING_SHELLS.contains(program)) {
        unclear("%s opens a shell".formatted(program));
      }
    }

    /** The dot is a directory here. */
    private static boolean mayBeProgram(ShellWord word) {
      return word.isKnown() && !word.isOption() && !word.text().equals(".");
    }

    /** Whole commands in one argument. */
    private void texts(String program, List<ShellWord> words, int depth) {
      boolean splits = words.stream().anyMatch(word -> SPLIT.matcher(word.text()).matches());
      if (Programs.TAKING_TEXT.contains(program) && (splits || !program.equals("env"))) {
        words.stream()
            .filter(word -> word.text().strip().indexOf(' ') > 0)
            .forEach(word -> script(OPTION.matcher(text(word)).replaceFirst(""), depth + 1));
      }
    }

    private void carrier(List<ShellWord> words, int depth) {
      for (int i = 0; i < Math.min(words.size(), MOST_WORDS); i++) {
        var word = words.get(i);
        if (mayBeProgram(word)) {
          invoke(words.subList(i, words.size()), "", depth + 1, false);
        }
      }
    }
  }
}
