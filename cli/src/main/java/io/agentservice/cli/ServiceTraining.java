package io.agentservice.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.HiddenProcess;
import io.agentservice.cli.service.Service;
import io.agentservice.server.App;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * What commands that live for long do, run once so that Java can archive the classes that they load
 * and link: a demo, a server in a new data directory, and one in the same again, whose keys are
 * read and not made. Run by the launcher:
 *
 * <pre>java -cp agent-cli.jar io.agentservice.cli.ServiceTraining EXAMPLE</pre>
 */
final class ServiceTraining {
  private ServiceTraining() {}

  static void main(String[] arguments) throws JoranException {
    try {
      train(arguments[0]);
    } finally {
      System.exit(0); // whatever a part that failed has left running
    }
  }

  private static void train(String example) throws JoranException {
    HiddenProcess.hide("server").join();
    execute("demo", "--example", example); // logs to a file
    Main.commandLine(List.of("server")).parseArgs("server", "--port", "0");
    logAsAServer();
    var values = new HashMap<>(Service.settings(Home.of(System.getenv()), Map.of()));
    values.put("AGENT_PORT", "0");
    App.start(Service.read(values)).close();
    App.start(Service.read(values)).close();
  }

  private static void execute(String... command) {
    Main.commandLine(List.of(command)).execute(command);
  }

  private static void logAsAServer() throws JoranException {
    System.clearProperty("logback.configurationFile");
    var log = (LoggerContext) LoggerFactory.getILoggerFactory();
    log.reset();
    new ContextInitializer(log).autoConfig();
  }
}
