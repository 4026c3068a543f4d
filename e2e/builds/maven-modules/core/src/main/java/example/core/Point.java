package example.core;

import com.google.gson.Gson;

public record Point(int x, int y) {
  public static Point parse(String json) {
    return new Gson().fromJson(json, Point.class);
  }
}
