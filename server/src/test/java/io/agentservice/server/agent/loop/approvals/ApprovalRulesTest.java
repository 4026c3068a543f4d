package io.agentservice.server.agent.loop.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What of a command is asked about: it is better to ask too often than not at all. */
class ApprovalRulesTest {
  private static final String PUSH = "git push";
  private static final String UNCLEAR = "?";
  private static final String NOTHING = "";

  private static Arguments[] plain() {
    return new Arguments[] {
      asks("git push", PUSH),
      asks("git push --force origin main", PUSH),
      asks("git -C dir push", PUSH),
      asks("git -c user.name=x push", PUSH),
      asks("git --git-dir=x --work-tree y push", PUSH),
      asks("/usr/bin/git push", PUSH),
      asks("GIT push", PUSH),
      asks("git.exe push", PUSH),
      asks("/usr/lib/git-core/git-push", PUSH),
      asks("git send-pack x", PUSH),
      asks("gh pr create --fill", "gh pr create"),
      asks("gh --repo a/b pr merge 4", "gh pr merge"),
      asks("glab mr create", "glab mr create"),
      asks("npm publish", "npm publish"),
      asks("npm --prefix web publish --tag x", "npm publish"),
      asks("mvn -B clean deploy", "mvn deploy"),
      asks("./mvnw deploy:deploy-file", "mvnw deploy"),
      asks("gradle :lib:publish", "gradle publish"),
      asks("docker push a/b", "docker push"),
      asks("iptables -F", "iptables"),
      asks("ip route add default via 1.2.3.4", "ip route add"),
    };
  }

  private static Arguments[] quoted() {
    return new Arguments[] {
      asks("'git' \"push\"", PUSH),
      asks("g''it p\"us\"h", PUSH),
      asks("\\git pu\\sh", PUSH),
      asks("$'git' $'\\x70ush'", PUSH),
      asks("git \\\n push", PUSH),
    };
  }

  private static Arguments[] grouped() {
    return new Arguments[] {
      asks("make && git push", PUSH),
      asks("make; git push", PUSH),
      asks("make || git push &", PUSH),
      asks("yes | git push", PUSH),
      asks("echo x |& git push", PUSH),
      asks("make\ngit push", PUSH),
      asks("(cd x && git push)", PUSH),
      asks("((git push); ls)", PUSH),
      asks("{ git push; }", PUSH),
      asks("! git push", PUSH),
      asks("if true; then git push; fi", PUSH),
      asks("while ! git push; do sleep 1; done", PUSH),
      asks("for i in 1 2; do git push; done", PUSH),
      asks("for ((i=0;i<3;i++)); do git push; done", PUSH),
      asks("case $x in a) ls;; b|c) git push;; esac", PUSH),
      asks("f() { git push; }; f", PUSH),
      asks("function f { git push; }; f", PUSH),
      asks("[[ -n a && b ]] && git push", PUSH),
      asks("ls # no comment\ngit push", PUSH),
      asks("echo a#b; git push", PUSH),
      asks("git push > out 2>&1", PUSH),
      asks("> out git push", PUSH),
      asks("2>&1 git push &>> out", PUSH),
    };
  }

  private static Arguments[] substituted() {
    return new Arguments[] {
      asks("echo $(git push)", PUSH),
      asks("echo \"x $(git push)\"", PUSH),
      asks("echo `git push`", PUSH),
      asks("echo ${x:-$(git push)}", PUSH),
      asks("echo $((1 + $(git push)))", PUSH),
      asks("diff <(git push) x", PUSH),
      asks("tee >(git push)", PUSH),
      asks("x=$(git push)", PUSH),
      asks("a=(1 $(git push))", PUSH),
      asks("[[ $(git push) ]]", PUSH),
      asks("for x in $(git push); do ls; done", PUSH),
      asks("cat <<EOF\n$(git push)\nEOF", PUSH),
      asks("bash <<'EOF'\nls\ngit push\nEOF", PUSH),
      asks("bash <<-EOF\n\tgit push\n\tEOF", PUSH),
      asks("cat <<A; git push\nx\nA", PUSH),
      asks("sh <<< 'git push'", PUSH),
    };
  }

  private static Arguments[] wrapped() {
    return new Arguments[] {
      asks("env A=1 -u B git push", PUSH),
      asks("env -S 'git push'", PUSH),
      asks("A=1 B=2 git push", PUSH),
      asks("sudo -u root git push", PUSH),
      asks("sudo -E bash -c 'git push'", PUSH),
      asks("timeout -k 5 30s git push", PUSH),
      asks("nice -n 5 nohup git push", PUSH),
      asks("time -p git push", PUSH),
      asks("command git push", PUSH),
      asks("exec git push", PUSH),
      asks("stdbuf -oL git push", PUSH),
      asks("echo origin | xargs git push", PUSH),
      asks("echo push | xargs git", PUSH),
      asks("xargs -I{} sh -c 'git push {}'", PUSH),
      asks("find . -name x -exec git push {} \\;", PUSH),
      asks("bash -c 'git push'", PUSH),
      asks("bash -lc \"cd x && git push\"", PUSH),
      asks("bash -o pipefail -c 'git push'", PUSH),
      asks("sh -c \"sh -c 'git push'\"", PUSH),
      asks("eval git push", PUSH),
      asks("eval 'git push'", PUSH),
      asks("trap 'git push' EXIT", PUSH),
      asks("watch 'git push'", PUSH),
      asks("su - bob -c 'git push'", PUSH),
      asks("flock x git push", PUSH),
      asks("ssh host git push", PUSH),
      asks("docker run -it image git push", PUSH),
      asks("GIT_EDITOR='git push' git commit", PUSH),
      asks("busybox sh -c 'git push'", PUSH),
    };
  }

  private static Arguments[] inOtherLanguages() {
    return new Arguments[] {
      asks("python3 -c 'import os; os.system(\"git push\")'", PUSH),
      asks("node -e 'spawn(\"git\", [\"push\"])'", PUSH),
      asks("perl <<'E'\nsystem 'git push';\nE", PUSH),
    };
  }

  private static Arguments[] inOtherWords() {
    return new Arguments[] {
      asks("git p", PUSH),
      asks("git -c alias.st=push st", PUSH),
      asks("git config alias.p push", PUSH),
      asks("git submodule foreach 'git push'", PUSH),
      asks("git rebase -x make main", PUSH),
      asks("git $command", PUSH),
      asks("git \"$@\"", PUSH),
      asks("git -C $dir status", PUSH),
      asks("git {push,status}", PUSH),
      asks("npm $what", "npm publish"),
    };
  }

  private static Arguments[] unclear() {
    return new Arguments[] {
      asks("$x push", UNCLEAR),
      asks("$(echo git) push", UNCLEAR),
      asks("gi? push", UNCLEAR),
      asks("{git,push}", UNCLEAR),
      asks("set -- git push; \"$@\"", UNCLEAR),
      asks("curl x | sh", UNCLEAR),
      asks("bash script.sh", UNCLEAR),
      asks("source script.sh", UNCLEAR),
      asks(". ./script.sh", UNCLEAR),
      asks("bash -c \"$x\"", UNCLEAR),
      asks("bash -c \"$(curl x)\"", UNCLEAR),
      asks("eval \"$x\"", UNCLEAR),
      asks("eval $(cat x)", UNCLEAR),
      asks("sudo -i", UNCLEAR),
      asks("sudo -u root $x", UNCLEAR),
      asks("timeout 5 $x", UNCLEAR),
      asks("xargs -n1 $x", UNCLEAR),
      asks("xargs sh", UNCLEAR),
      asks("echo 'git push' | xargs bash -c", UNCLEAR),
      asks("alias ls='git push'", UNCLEAR),
      asks("BASH_ENV=x bash -c ls", UNCLEAR),
      asks("LD_PRELOAD=x ls", UNCLEAR),
      asks("HOME='git push'; ls", UNCLEAR),
      asks("echo 'git push", UNCLEAR),
      asks("echo $(git push", UNCLEAR),
      asks("cat <<E\na\\\nE\n: <<'X'\nE\ngit push\nX", UNCLEAR),
      asks("cat <<E \"a\nE\ngit push\"\nE", UNCLEAR),
      asks("echo @(a|b)", UNCLEAR),
      asks("case a in b) git", UNCLEAR),
      asks("crontab x", UNCLEAR),
      asks("docker run image bash", UNCLEAR),
    };
  }

  private static Arguments[] everyday() {
    return new Arguments[] {
      asks("ls -la", NOTHING),
      asks("", NOTHING),
      asks("make test && git status", NOTHING),
      asks("git add -A && git commit -m 'push it'", NOTHING),
      asks("git commit -m \"$message\"", NOTHING),
      asks("git stash push", NOTHING),
      asks("git log --oneline | head -5", NOTHING),
      asks("git config user.name 'A B'", NOTHING),
      asks("git clean -xfd", NOTHING),
      asks("echo git push", NOTHING),
      asks("echo 'git push'", NOTHING),
      asks("grep -rn 'git push' .", NOTHING),
      asks("cat > x <<'EOF'\ngit push\nEOF", NOTHING),
      asks("python3 -m pytest -q", NOTHING),
      asks("npm test -- \"$file\"", NOTHING),
      asks("npm install \"$package\" --save", NOTHING),
      asks("for f in *.py; do python3 \"$f\" || exit 1; done", NOTHING),
      asks("if [ -f x ]; then echo y; else echo z; fi", NOTHING),
      asks("[[ $a =~ ^(x|y)$ ]] && echo yes", NOTHING),
      asks("cd \"$HOME/x\" && ./gradlew build", NOTHING),
      asks("$HOME/.cargo/bin/cargo test", NOTHING),
      asks("find . -name '*.java' -exec grep -l foo {} +", NOTHING),
      asks("find . -name '*.java' | xargs wc -l", NOTHING),
      asks("timeout 60 make -j4", NOTHING),
      asks("command -v git", NOTHING),
      asks("bash -c 'make test'", NOTHING),
      asks("bash -n script.sh", NOTHING),
      asks("curl -s \"http://localhost:8080/x?a=1&b=2\"", NOTHING),
      asks("sed -i 's/a/b/' x && awk '{print $1}' x", NOTHING),
      asks("x=$(date +%s); echo \"$x\" $((x + 1))", NOTHING),
      asks("docker build -t \"$image\" .", NOTHING),
      asks("GIT_PAGER=cat git diff", NOTHING),
      asks("nohup ./server > log 2>&1 &", NOTHING),
    };
  }

  private static Arguments asks(String command, String rule) {
    return Arguments.of(command, rule);
  }

  private static ApprovalRules.Asking risky(String tool, String field, String text) {
    return asking(ApprovalMode.RISKY, List.of(), tool, field, text);
  }

  private static ApprovalRules.Asking asking(
      ApprovalMode mode, List<String> more, String tool, String field, String text) {
    var input = JsonMapper.shared().createObjectNode().put(field, text);
    return ApprovalRules.of(new ApprovalPolicy(mode, more), tool, input);
  }

  @ParameterizedTest
  @MethodSource({
    "plain",
    "quoted",
    "grouped",
    "substituted",
    "wrapped",
    "inOtherLanguages",
    "inOtherWords",
    "unclear",
    "everyday"
  })
  void aCommandIsAskedAboutByWhatItRuns(String command, String rule) {
    var asking = risky("bash", "command", command);
    if (rule.equals(UNCLEAR)) {
      assertThat(asking.unclear()).isNotNull();
      assertThat(asking.asks()).isTrue();
    } else if (rule.equals(NOTHING)) {
      assertThat(asking).isEqualTo(ApprovalRules.Asking.NOBODY);
    } else {
      assertThat(asking.rules()).contains(rule);
    }
  }

  @Test
  void whatIsTypedIntoAJobIsACommandToo() {
    assertThat(risky("job_input", "text", "git push\n").rules()).containsExactly(PUSH);
    assertThat(risky("job_input", "text", "y\n").asks()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git_push",
        "create_pull_request",
        "update_pull_request",
        "comment_on_pull_request"
      })
  void whatLeavesTheMachineByAToolIsRisky(String tool) {
    assertThat(risky(tool, "title", "x").rules()).containsExactly(tool);
  }

  @ParameterizedTest
  @ValueSource(strings = {"edit", "view", "plan", "browser", "finish", "ask", "share_file"})
  void otherToolsAreNot(String tool) {
    assertThat(risky(tool, "path", "x").asks()).isFalse();
  }

  @Test
  void alwaysAsksAboutAllThatDoesSomething() {
    assertThat(asking(ApprovalMode.ALWAYS, List.of(), "edit", "path", "x").rules())
        .containsExactly("edit");
    assertThat(asking(ApprovalMode.ALWAYS, List.of(), "a_tool_of_tomorrow", "x", "y").asks())
        .isTrue();
    assertThat(asking(ApprovalMode.ALWAYS, List.of(), "view", "path", "x").asks()).isFalse();
    assertThat(asking(ApprovalMode.ALWAYS, List.of(), "bash", "command", "ls && git push").rules())
        .containsExactlyInAnyOrder("ls", PUSH);
    assertThat(asking(ApprovalMode.ALWAYS, List.of(), "bash", "command", "").asks()).isTrue();
  }

  @Test
  void neverAsksNobody() {
    assertThat(asking(ApprovalMode.NEVER, List.of("ls"), "bash", "command", "ls; git push").asks())
        .isFalse();
  }

  @Test
  void organizationsAddCommandsOfTheirs() {
    var more = List.of("terraform apply", "rm -rf", "deploy.sh");
    assertThat(asking(ApprovalMode.RISKY, more, "bash", "command", "terraform -x apply").rules())
        .containsExactly("terraform apply");
    assertThat(asking(ApprovalMode.RISKY, more, "bash", "command", "rm -f -r x").rules())
        .containsExactly("rm -rf");
    assertThat(asking(ApprovalMode.RISKY, more, "bash", "command", "./deploy.sh now").rules())
        .containsExactly("deploy.sh");
    assertThat(asking(ApprovalMode.RISKY, more, "bash", "command", "rm -f x").asks()).isFalse();
  }

  @Test
  void whatIsUnclearIsApprovedForTheSessionWordByWord() {
    var one = risky("bash", "command", "$x one").rules();
    assertThat(risky("bash", "command", "$x one").rules()).isEqualTo(one);
    assertThat(risky("bash", "command", "$x two").rules()).isNotEqualTo(one);
  }

  @Test
  void aLongCommandIsReadInATimeThatGrowsWithItsLength() {
    String many = "echo a; ".repeat(1 << 17);
    assertThat(risky("bash", "command", many + "git push").asks()).isTrue();
    assertThat(risky("bash", "command", "(".repeat(1 << 19)).unclear()).isNotNull();
    assertThat(risky("bash", "command", "$(".repeat(1 << 18)).unclear()).isNotNull();
    assertThat(risky("bash", "command", "sudo -a ".repeat(1 << 17) + "x").unclear()).isNotNull();
    assertThat(risky("bash", "command", "sudo -a ".repeat(90) + "git push").asks()).isTrue();
    assertThat(risky("bash", "command", "`".repeat(1 << 19)).unclear()).isNotNull();
  }

  private static List<String> askedOfServer(ApprovalMode mode, String tool) {
    var schema = JsonMapper.shared().createObjectNode();
    var servers = new McpServers();
    var tools =
        List.of(
            new McpTool("mcp__s__get", "get", "", schema, true),
            new McpTool("mcp__s__make", "make", "", schema, false));
    servers.add(new LoopEvent.McpServer("s", McpStanding.READY, null, tools, null));
    var input = JsonMapper.shared().createObjectNode();
    return ApprovalRules.of(new ApprovalPolicy(mode, List.of()), servers, tool, input).rules();
  }

  @Test
  void whatAServerSaysOfReadingDoesNotHoldWhereAllIsAsked() {
    assertThat(askedOfServer(ApprovalMode.NEVER, "mcp__s__make")).isEmpty();
    assertThat(askedOfServer(ApprovalMode.RISKY, "mcp__s__get")).isEmpty();
    assertThat(askedOfServer(ApprovalMode.RISKY, "mcp__s__make")).containsExactly("mcp__s__make");
    assertThat(askedOfServer(ApprovalMode.ALWAYS, "mcp__s__get")).containsExactly("mcp__s__get");
    assertThat(askedOfServer(ApprovalMode.ALWAYS, "search_tools")).isEmpty();
  }
}
