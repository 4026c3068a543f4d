package io.agentservice.server.web.pages;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.AuthenticationErrorResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.SubjectType;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A provider of OpenID Connect over HTTP, as strict as real ones are, with real signatures. It asks
 * nobody for a password: whoever comes is {@link #person}. Tests spoil what it says.
 */
final class IdentityProvider implements AutoCloseable {
  static final String CLIENT = "agent";
  static final String SECRET = "secret-of-the-client";

  private final HttpServer http;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<String, AuthenticationRequest> begun = new ConcurrentHashMap<>();
  private final ECKey key;

  /** Claims of who comes next. */
  volatile Map<String, Object> person = Map.of();

  /** Whether all claims but the subject are told at the user info endpoint only. */
  volatile boolean thin;

  /** What becomes of a token's claims. */
  volatile UnaryOperator<JWTClaimsSet.Builder> claims = UnaryOperator.identity();

  /** What becomes of a token. */
  volatile UnaryOperator<JWT> token = UnaryOperator.identity();

  /** Whether it lets nobody in. */
  volatile boolean denies;

  /** Whether it answers requests for tokens, never at all, or by nonsense. */
  volatile Mood mood = Mood.WELL;

  enum Mood {
    WELL,
    SILENT,
    BROKEN
  }

  IdentityProvider() {
    try {
      key = key();
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    serve(
        "/.well-known/openid-configuration", _ -> json(200, metadata().toJSONObject().toString()));
    serve("/keys", _ -> json(200, new JWKSet(key.toPublicJWK()).toString()));
    serve("/authorize", this::authorize);
    serve("/token", this::tokens);
    serve("/userinfo", _ -> json(200, new JWTClaimsSet.Builder(ofPerson()).build().toString()));
    http.start();
  }

  static ECKey key() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("1").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  String issuer() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** The settings of a server that signs people in here. */
  Map<String, String> settings() {
    return Map.of(
        "AGENT_OIDC_ISSUER",
        issuer(),
        "AGENT_OIDC_CLIENT_ID",
        CLIENT,
        "AGENT_OIDC_CLIENT_SECRET",
        SECRET,
        "AGENT_OIDC_TIMEOUT_SECONDS",
        "10",
        "AGENT_OIDC_ADMIT",
        "all");
  }

  /** Claims of somebody whose address is verified. */
  static Map<String, Object> person(String subject, String email, String... groups) {
    return Map.of(
        "sub",
        subject,
        "email",
        email,
        "email_verified",
        true,
        "name",
        "Name of " + subject,
        "groups",
        List.of(groups));
  }

  /** Says the truth again. */
  void behave() {
    thin = false;
    denies = false;
    mood = Mood.WELL;
    claims = UnaryOperator.identity();
    token = UnaryOperator.identity();
  }

  private OIDCProviderMetadata metadata() {
    var metadata =
        new OIDCProviderMetadata(
            new Issuer(issuer()), List.of(SubjectType.PUBLIC), URI.create(issuer() + "/keys"));
    metadata.setAuthorizationEndpointURI(URI.create(issuer() + "/authorize"));
    metadata.setTokenEndpointURI(URI.create(issuer() + "/token"));
    metadata.setUserInfoEndpointURI(URI.create(issuer() + "/userinfo"));
    metadata.setIDTokenJWSAlgs(List.of(JWSAlgorithm.ES256));
    metadata.applyDefaults();
    return metadata;
  }

  private interface Handler {
    HTTPResponse answer(HTTPRequest request) throws Exception;
  }

  private void serve(String path, Handler handler) {
    http.createContext(
        path,
        exchange -> {
          try (exchange) {
            var answer = handler.answer(read(exchange));
            answer
                .getHeaderMap()
                .forEach((name, all) -> exchange.getResponseHeaders().put(name, all));
            byte[] body =
                answer.getBody() == null
                    ? new byte[0]
                    : answer.getBody().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                answer.getStatusCode(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
          } catch (IOException e) {
            throw e;
          } catch (Exception e) {
            throw new IOException(e);
          }
        });
  }

  private HTTPRequest read(HttpExchange exchange) throws Exception {
    var request =
        new HTTPRequest(
            HTTPRequest.Method.valueOf(exchange.getRequestMethod()),
            URI.create(issuer() + exchange.getRequestURI()));
    exchange
        .getRequestHeaders()
        .forEach((name, all) -> request.setHeader(name, all.toArray(String[]::new)));
    request.setBody(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    return request;
  }

  private static HTTPResponse json(int status, String body) throws Exception {
    var answer = new HTTPResponse(status);
    answer.setContentType("application/json");
    answer.setBody(body);
    return answer;
  }

  private HTTPResponse authorize(HTTPRequest sent) throws Exception {
    var request = AuthenticationRequest.parse(sent.getURI());
    boolean good =
        request.getClientID().getValue().equals(CLIENT)
            && request.getCodeChallenge() != null
            && request.getNonce() != null
            && request.getState() != null
            && request.getScope().contains("openid");
    if (denies || !good) {
      return new AuthenticationErrorResponse(
              request.getRedirectionURI(), OAuth2Error.ACCESS_DENIED, request.getState(), null)
          .toHTTPResponse();
    }
    var code = new AuthorizationCode();
    begun.put(code.getValue(), request);
    return new AuthenticationSuccessResponse(
            request.getRedirectionURI(), code, null, null, request.getState(), null, null)
        .toHTTPResponse();
  }

  private HTTPResponse tokens(HTTPRequest sent) throws Exception {
    switch (mood) {
      case WELL -> {}
      case SILENT -> closing.await();
      case BROKEN -> {
        return json(500, "<html>java.lang.NullPointerException</html>");
      }
    }
    var request = TokenRequest.parse(sent);
    var grant = (AuthorizationCodeGrant) request.getAuthorizationGrant();
    var begun = this.begun.remove(grant.getAuthorizationCode().getValue());
    boolean client =
        request.getClientAuthentication() instanceof ClientSecretBasic basic
            && basic.getClientID().getValue().equals(CLIENT)
            && basic.getClientSecret().getValue().equals(SECRET);
    if (!client) {
      return new TokenErrorResponse(OAuth2Error.INVALID_CLIENT).toHTTPResponse();
    }
    if (begun == null
        || !begun.getRedirectionURI().equals(grant.getRedirectionURI())
        || !CodeChallenge.compute(begun.getCodeChallengeMethod(), grant.getCodeVerifier())
            .equals(begun.getCodeChallenge())) {
      return new TokenErrorResponse(OAuth2Error.INVALID_GRANT).toHTTPResponse();
    }
    var tokens = new OIDCTokens(idToken(begun), new BearerAccessToken(), null);
    return new OIDCTokenResponse(tokens).toHTTPResponse();
  }

  private JWT idToken(AuthenticationRequest begun) throws Exception {
    var now = Instant.now();
    var said =
        new JWTClaimsSet.Builder(
                thin
                    ? new JWTClaimsSet.Builder().subject(ofPerson().getSubject()).build()
                    : ofPerson())
            .issuer(issuer())
            .audience(CLIENT)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(300)))
            .claim("nonce", begun.getNonce().getValue());
    return token.apply(signed(claims.apply(said).build(), key));
  }

  private JWTClaimsSet ofPerson() throws Exception {
    return JWTClaimsSet.parse(new HashMap<>(person));
  }

  static SignedJWT signed(JWTClaimsSet claims, ECKey key) {
    try {
      var jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("1").build(), claims);
      jwt.sign(new ECDSASigner(key));
      return jwt;
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static JWT unsigned(JWT token) {
    try {
      return new PlainJWT(token.getJWTClaimsSet());
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  static JWT signedByAnother(JWT token) {
    try {
      return signed(token.getJWTClaimsSet(), key());
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    http.stop(0);
  }
}
