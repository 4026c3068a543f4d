package textkit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The command line: standard input to standard output. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException {
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    switch (args.length == 0 ? "" : args[0]) {
      case "table" -> out.print(Table.of(Csv.parse(input)).render());
      case "wrap" -> out.print(Wrap.text(input, Integer.parseInt(args[1])));
      case "slug" -> input.lines().map(Slug::of).forEach(out::println);
      default -> {
        System.err.println("usage: textkit table | wrap COLUMNS | slug");
        System.exit(2);
      }
    }
  }
}
