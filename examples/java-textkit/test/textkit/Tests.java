package textkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Runs every method of the test classes. Exit code 1 if one fails. */
public final class Tests {
  private static final List<Class<?>> CLASSES =
      List.of(CsvTest.class, SlugTest.class, TableTest.class, WrapTest.class);

  private Tests() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    int failed = 0;
    int run = 0;
    for (Class<?> type : CLASSES) {
      Method[] methods = type.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        if (method.isSynthetic() || method.getParameterCount() > 0) {
          continue;
        }
        run++;
        String name = type.getSimpleName() + "." + method.getName();
        try {
          method.invoke(type.getDeclaredConstructor().newInstance());
          System.out.println("ok    " + name);
        } catch (InvocationTargetException e) {
          failed++;
          System.out.println("FAIL  " + name);
          System.out.println(e.getCause().toString().indent(6).stripTrailing());
        }
      }
    }
    System.out.println(run - failed + " passed, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }

  static void assertEquals(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("expected\n" + expected + "\nbut was\n" + actual);
    }
  }
}
