package io.agentservice.server.identity.openid;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.claims.ClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.settings.OpenIdSettings;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity provider by HTTP, bounded in time; tokens are checked for signature, issuer,
 * audience, time and nonce. Thread-safe.
 */
final class Provider {
  private static final Logger LOG = LoggerFactory.getLogger(Provider.class);
  private static final Duration KNOWN_FOR = Duration.ofMinutes(15);
  private static final int MAX_KEYS_BYTES = 1 << 20;

  /** What OpenID Connect allows. */
  private static final Pattern SUBJECT = Pattern.compile("[ -~]{1,255}");

  private final OpenIdSettings settings;
  private final Issuer issuer;
  private final ClientID client;
  private final int patience;
  private final Cache<Issuer, Known> discovered =
      Caffeine.newBuilder().expireAfterWrite(KNOWN_FOR).maximumSize(1).build();

  /** What it says of itself, and who checks its tokens, with its keys. */
  private record Known(OIDCProviderMetadata metadata, IDTokenValidator validator) {}

  Provider(OpenIdSettings settings) {
    this.settings = settings;
    issuer = new Issuer(settings.issuer());
    client = new ClientID(settings.clientId());
    patience = (int) settings.patience().toMillis();
  }

  /** Where a browser signs in, to come back to {@code back}; 503. */
  URI address(SignInTicket ticket, URI back) {
    return new AuthenticationRequest.Builder(
            ResponseType.CODE, new Scope(settings.scopes().toArray(String[]::new)), client, back)
        .endpointURI(known().metadata().getAuthorizationEndpointURI())
        .state(ticket.state())
        .nonce(ticket.nonce())
        .codeChallenge(ticket.verifier(), CodeChallengeMethod.S256)
        .build()
        .toURI();
  }

  /** Whether an answer that names its issuer is ours. */
  boolean isIssuer(String named) {
    return named.equals(settings.issuer());
  }

  /** Redeems a code; 400 when it is used, 502, 503. */
  OIDCTokens redeem(String code, SignInTicket ticket, URI back) {
    var metadata = known().metadata();
    var grant = new AuthorizationCodeGrant(new AuthorizationCode(code), back, ticket.verifier());
    var endpoint = metadata.getTokenEndpointURI();
    String secret = settings.clientSecret();
    var request =
        secret == null
            ? new TokenRequest.Builder(endpoint, client, grant)
            : new TokenRequest.Builder(endpoint, authentication(metadata, secret), grant);
    try {
      var response = OIDCTokenResponseParser.parse(send(request.build().toHTTPRequest()));
      if (!response.indicatesSuccess()) {
        var error = response.toErrorResponse().getErrorObject();
        throw "invalid_grant".equals(error.getCode())
            ? SignInTicket.lapsed()
            : unfit("status %d, error %s".formatted(error.getHTTPStatusCode(), error.getCode()));
      }
      return response.toSuccessResponse().getTokens().toOIDCTokens();
    } catch (ParseException e) {
      throw unfit(e.getMessage());
    }
  }

  private ClientAuthentication authentication(OIDCProviderMetadata metadata, String secret) {
    var methods = metadata.getTokenEndpointAuthMethods();
    boolean post =
        methods != null
            && methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
            && !methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
    return post
        ? new ClientSecretPost(client, new Secret(secret))
        : new ClientSecretBasic(client, new Secret(secret));
  }

  /** The tokens' holder; 401 for tokens that can't be trusted, 502, 503. */
  Person person(OIDCTokens tokens, SignInTicket ticket) {
    var known = known();
    var claims = judged(known.validator(), tokens, ticket);
    String subject = claims.getSubject().getValue();
    if (!SUBJECT.matcher(subject).matches()) {
      throw untrusted("the subject has more than 255 characters, or others than ASCII");
    }
    boolean whole =
        claims.getClaim("email") != null && claims.getClaim(settings.groupsClaim()) != null;
    var info = known.metadata().getUserInfoEndpointURI();
    var more = whole || info == null ? claims : userInfo(info, tokens, subject);
    return Person.of(settings.issuer(), subject, claims, more, settings.groupsClaim());
  }

  private static IDTokenClaimsSet judged(
      IDTokenValidator validator, OIDCTokens tokens, SignInTicket ticket) {
    try {
      return validator.validate(tokens.getIDToken(), ticket.nonce());
    } catch (BadJOSEException e) {
      throw untrusted(e.getMessage());
    } catch (JOSEException e) {
      throw away(e);
    }
  }

  private ClaimsSet userInfo(URI endpoint, OIDCTokens tokens, String subject) {
    try {
      var request = new UserInfoRequest(endpoint, tokens.getAccessToken());
      var response = UserInfoResponse.parse(send(request.toHTTPRequest()));
      var info = response.indicatesSuccess() ? response.toSuccessResponse().getUserInfo() : null;
      if (info == null) {
        throw unfit("no plain answer of the user info endpoint");
      }
      if (!info.getSubject().getValue().equals(subject)) {
        throw untrusted("the user info is of somebody else");
      }
      return info;
    } catch (ParseException e) {
      throw unfit(e.getMessage());
    }
  }

  private HTTPResponse send(HTTPRequest request) {
    request.setConnectTimeout(patience);
    request.setReadTimeout(patience);
    request.setFollowRedirects(false);
    try {
      return request.send();
    } catch (IOException e) {
      throw away(e);
    }
  }

  private Known known() {
    var known = discovered.getIfPresent(issuer);
    if (known == null) {
      known = discover();
      discovered.put(issuer, known);
    }
    return known;
  }

  private Known discover() {
    try {
      var metadata = OIDCProviderMetadata.resolve(issuer, patience, patience);
      if (metadata.getAuthorizationEndpointURI() == null
          || metadata.getTokenEndpointURI() == null) {
        throw unfit("no address of authorization or tokens in what it says of itself");
      }
      return new Known(metadata, validator(metadata));
    } catch (GeneralException e) {
      throw unfit(e.getMessage());
    } catch (IOException e) {
      throw away(e);
    }
  }

  private IDTokenValidator validator(OIDCProviderMetadata metadata) throws MalformedURLException {
    var retriever = new DefaultResourceRetriever(patience, patience, MAX_KEYS_BYTES);
    var keys =
        JWKSourceBuilder.<SecurityContext>create(metadata.getJWKSetURI().toURL(), retriever)
            .refreshAheadCache(false)
            .build();
    var named = metadata.getIDTokenJWSAlgs();
    var algorithms = new HashSet<>(named == null ? List.of(JWSAlgorithm.RS256) : named);
    algorithms.retainAll(JWSAlgorithm.Family.SIGNATURE);
    return new IDTokenValidator(
        issuer, client, new JWSVerificationKeySelector<>(algorithms, keys), null);
  }

  private static RuntimeException away(Exception e) {
    LOG.warn("the identity provider is away: {}", e.getMessage());
    return Problem.other(
            503,
            "unavailable",
            "The identity provider can't be reached",
            "Try again in a while, or sign in with a key or a password")
        .exception();
  }

  private static RuntimeException unfit(@Nullable String why) {
    LOG.warn("the identity provider does not answer as it should: {}", why);
    return Problem.other(
            502,
            "upstream_failed",
            "The identity provider does not answer as it should",
            "The operator finds the reason in the server's log")
        .exception();
  }

  static RuntimeException untrusted(@Nullable String why) {
    LOG.warn("a sign-in with the identity provider was not believed: {}", why);
    return Problem.unauthorized(
            "credentials_invalid",
            "What the identity provider says of you can't be trusted",
            "Sign in again; if that does not help, ask the operator, who finds the reason in the log")
        .exception();
  }
}
