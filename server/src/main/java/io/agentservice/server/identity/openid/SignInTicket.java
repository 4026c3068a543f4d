package io.agentservice.server.identity.openid;

import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/** A sign-in under way: the token that its browser keeps, and what is made from it. */
record SignInTicket(String token) {
  private static final String PREFIX = "ago_";

  static SignInTicket create() {
    return new SignInTicket(Tokens.create(PREFIX));
  }

  /** Whether it is one of ours, and the state that came back is its own. */
  boolean began(String state) {
    return Tokens.wellFormed(PREFIX, token)
        && MessageDigest.isEqual(
            state.getBytes(StandardCharsets.UTF_8),
            state().getValue().getBytes(StandardCharsets.UTF_8));
  }

  State state() {
    return new State(made("state"));
  }

  Nonce nonce() {
    return new Nonce(made("nonce"));
  }

  CodeVerifier verifier() {
    return new CodeVerifier(made("verifier"));
  }

  /** Of no ticket, or another one. */
  static RuntimeException lapsed() {
    return Problem.badRequest(
            "sign_in_lapsed",
            "This sign-in has lapsed, or it began in another window",
            "Sign in again")
        .exception();
  }

  private String made(String what) {
    byte[] digest = Tokens.digest(what + " " + token);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  @Override
  public String toString() {
    return "SignInTicket[]";
  }
}
