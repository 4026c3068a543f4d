package io.agentservice.wire.trust;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Trust in further authorities, for every library that asks Java for its usual trust. */
final class NamedAuthorities extends Provider {
  static final String ALGORITHM = "AgentNamedAuthorities";
  private static final String JAVAS = "PKIX";
  private static final long serialVersionUID = 1;

  NamedAuthorities(Supplier<Set<X509Certificate>> named) {
    super(ALGORITHM, "1", "trusts what SSL_CERT_FILE and SSL_CERT_DIR name, beside Java's own");
    putService(
        new Service(
            this, "TrustManagerFactory", ALGORITHM, Factory.class.getName(), List.of(), null) {
          @Override
          public Object newInstance(@Nullable Object parameter) {
            return new Factory(named);
          }
        });
  }

  private static final class Factory extends TrustManagerFactorySpi {
    private final Supplier<Set<X509Certificate>> named;
    private TrustManager[] managers = {};

    Factory(Supplier<Set<X509Certificate>> named) {
      this.named = named;
    }

    /** {@code store}: null for those that Java brings. */
    @Override
    protected void engineInit(@Nullable KeyStore store) throws KeyStoreException {
      try {
        var all = new LinkedHashSet<X509Certificate>();
        for (var manager : of(store)) {
          if (manager instanceof X509TrustManager trust) {
            all.addAll(List.of(trust.getAcceptedIssuers()));
          }
        }
        all.addAll(named.get());
        var together = KeyStore.getInstance(KeyStore.getDefaultType());
        together.load(null, null);
        for (var authority : all) {
          together.setCertificateEntry("authority-" + together.size(), authority);
        }
        managers = of(together);
      } catch (GeneralSecurityException | IOException e) {
        throw new KeyStoreException(e);
      }
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters)
        throws InvalidAlgorithmParameterException {
      try {
        var factory = TrustManagerFactory.getInstance(JAVAS);
        factory.init(parameters);
        managers = factory.getTrustManagers();
      } catch (GeneralSecurityException e) {
        throw new InvalidAlgorithmParameterException(e);
      }
    }

    private static TrustManager[] of(@Nullable KeyStore store) throws GeneralSecurityException {
      var factory = TrustManagerFactory.getInstance(JAVAS);
      factory.init(store);
      return factory.getTrustManagers();
    }

    @Override
    protected TrustManager[] engineGetTrustManagers() {
      return managers.clone();
    }
  }
}
