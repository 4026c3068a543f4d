package io.agentservice.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Prompts that between them hold all that a request can carry, each with a name. */
final class Conversations {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SYSTEM = "You are an engineer.\nBe brief.";

  private static final ToolSpec BASH =
      tool(
          "bash",
          """
          {"type":"object","properties":{"command":{"type":"string","minLength":1,
           "description":"Runs in \\"bash\\", with <tags> & ünïcode 👋."}},
           "required":["command"],"additionalProperties":false}
          """);

  private static final ToolSpec RICH =
      tool(
          "rich_schema-1",
          """
          {"$defs":{"size":{"enum":["s","m",null,3,2.5,true]}},"title":"Rich",
           "properties":{"size":{"$ref":"#/$defs/size"},
            "n":{"type":["integer","null"],"minimum":-9007199254740993,"maximum":123456789012345678901234567890},
            "x":{"type":"number","multipleOf":0.1,"exclusiveMaximum":1e300,"default":1.0},
            "list":{"type":"array","items":[{},{"const":[]}],"uniqueItems":true,"default":null}},
           "type":"object","anyOf":[{"required":["n"]},{"required":["x"]}]}
          """);

  private static final ToolSpec UNTYPED =
      tool("untyped", "{\"properties\":{\"path\":{\"type\":\"string\"}}}");

  private static final ToolSpec EMPTY = tool("empty", "{\"type\":\"object\"}");

  private static final Part.Image PNG = new Part.Image("image/png", "iVBORw0KGgo=");
  private static final Part.Image JPEG = new Part.Image("image/jpeg", "/9j/4AAQ+w==");

  static final Map<String, Prompt> ALL = new LinkedHashMap<>();

  static {
    ALL.put("text", new Prompt("", List.of(ChatMessage.user("Hello")), List.of(), 1));
    ALL.put(
        "tools",
        new Prompt(
            SYSTEM, List.of(ChatMessage.user("Go")), List.of(BASH, RICH, UNTYPED, EMPTY), 64_000));
    ALL.put(
        "words",
        of(
            ChatMessage.user(
                new Part.Text("\u0000 \u001f \" \\ / \u007f \u2028 ü 👋 \ud83d </script>\t\r\n"),
                new Part.Text(" \n"),
                new Part.Text("two"))));
    ALL.put(
        "images",
        of(
            ChatMessage.user(new Part.Text("Look"), PNG, new Part.Image("image/webp", "aGk=")),
            calls(use("call_1", "view", "{\"path\":\"a.png\"}"), use("call_2", "view", "{}")),
            ChatMessage.user(
                new Part.ToolResult("call_1", List.of(new Part.Text("one"), PNG, JPEG), false),
                new Part.ToolResult("call_2", List.of(JPEG), true),
                PNG)));
    ALL.put(
        "only-an-image", of(ChatMessage.user(new Part.Image("image/gif", "R0lGODlhAQABAAAAACw="))));
    ALL.put(
        "thinking",
        of(
            ChatMessage.user("Think"),
            ChatMessage.assistant(
                List.of(
                    new Part.Thinking("Hm. \"So\"?", "EqQBCkYIBxgCKkD+/=="),
                    new Part.RedactedThinking("EmwKAhgBEgy3va3pzix/"),
                    new Part.Thinking("", "only sealed"),
                    new Part.Text("I begin."),
                    use("call_1", "bash", "{\"command\":\"ls\"}"))),
            ChatMessage.user(Part.ToolResult.text("call_1", "a.txt\n[exit code 0]", false))));
    ALL.put(
        "only-thinking",
        of(
            ChatMessage.user("Think"),
            ChatMessage.assistant(List.of(new Part.Thinking("Hm.", "sealed"))),
            ChatMessage.user("Go on")));
    ALL.put(
        "numbers",
        of(
            ChatMessage.user("Count"),
            calls(
                use(
                    "call_1",
                    "rich_schema-1",
                    """
                    {"a":1,"b":-9007199254740993,"c":123456789012345678901234567890,"d":2.50,"e":1e10,
                     "f":1E-7,"g":0.1,"h":[1,null,2.5,[],{}],"i":{"j":{"k":true}},"l":null,"ü 👋":"ö"}
                    """)),
            ChatMessage.user(Part.ToolResult.text("call_1", "", false))));
    ALL.put(
        "malformed-input",
        of(
            ChatMessage.user("Look"),
            calls(
                new Part.ToolUse("call_1", "bash", JSON.valueToTree("{\"command\": \"ls")),
                new Part.ToolUse("call_2", "no such tool", JSON.readTree("[1,2]")),
                use("call_3", "", "{}")),
            ChatMessage.user(
                Part.ToolResult.text("call_1", "input is not a JSON object", true),
                Part.ToolResult.text("call_2", "there is no such tool", true),
                new Part.ToolResult("call_3", List.of(), true),
                new Part.Text("Once more"))));
    ALL.put(
        "turns",
        of(
            ChatMessage.user("One"),
            ChatMessage.assistant(List.of(new Part.Text("I "), new Part.Text("see."))),
            ChatMessage.user("Two"),
            ChatMessage.assistant(List.of()),
            ChatMessage.user(new Part.Text(" ")),
            ChatMessage.assistant(List.of(new Part.Text("\n"))),
            ChatMessage.user(new Part.Text("Three"), new Part.Text("and"), new Part.Text("four")),
            ChatMessage.user("Five"),
            calls(use("call_1", "bash", "{\"command\":\"true\"}")),
            ChatMessage.user(
                Part.ToolResult.text("call_1", "[exit code 0]", false), new Part.Text("Six")),
            ChatMessage.assistant(
                List.of(
                    new Part.Text("Both."),
                    use("call_2", "bash", "{\"command\":\"a\"}"),
                    use("call_3", "bash", "{\"command\":\"b\"}"))),
            ChatMessage.user(
                Part.ToolResult.text("call_2", "a", false),
                Part.ToolResult.text("call_3", "b", true))));
    ALL.put(
        "blank-at-the-end",
        of(
            ChatMessage.user("One"),
            ChatMessage.assistant(List.of(new Part.Text("Two"))),
            ChatMessage.user("\n")));
    ALL.put(
        "ends-with-a-blank",
        of(
            ChatMessage.user("One"),
            calls(use("call_1", "bash", "{\"command\":\"true\"}")),
            ChatMessage.user(Part.ToolResult.text("call_1", "ok", false), new Part.Text(" "))));
    ALL.put(
        "assistant-at-the-end",
        of(ChatMessage.user("One"), ChatMessage.assistant(List.of(new Part.Text("Two")))));
  }

  private Conversations() {}

  private static Prompt of(ChatMessage... messages) {
    return new Prompt(SYSTEM, List.of(messages), List.of(BASH), 1000);
  }

  private static ChatMessage calls(Part... uses) {
    return ChatMessage.assistant(List.of(uses));
  }

  private static Part.ToolUse use(String id, String name, String input) {
    return new Part.ToolUse(id, name, JSON.readTree(input));
  }

  private static ToolSpec tool(String name, String schema) {
    return new ToolSpec(name, "What " + name + " does.", (ObjectNode) JSON.readTree(schema));
  }
}
