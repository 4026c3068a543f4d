package example;

import io.javalin.Javalin;

public final class Greeter {
  private Greeter() {}

  public static Javalin start() {
    return Javalin.create(config -> config.showJavalinBanner = false)
        .get("/hello/{name}", request -> request.result("Hello " + request.pathParam("name")))
        .start("127.0.0.1", 0);
  }
}
