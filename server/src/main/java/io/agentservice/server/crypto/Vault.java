package io.agentservice.server.crypto;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts what must not stand in the database in clear, under the installation's key: a Tink
 * keyset in a file that only its owner may read. A value is bound to its context (for example table
 * and row): moved elsewhere it does not decrypt.
 */
public final class Vault {
  private final Path file;
  private @Nullable Aead aead;

  /** {@code file} is made with a fresh key when it is first needed and absent. */
  public Vault(Path file) {
    this.file = file;
  }

  /** The key file. */
  public Path file() {
    return file;
  }

  public byte[] encrypt(byte[] clear, String context) {
    try {
      return aead().encrypt(clear, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encryption failed", e);
    }
  }

  /** Throws when the value was made under another key or for another context. */
  public byte[] decrypt(byte[] sealed, String context) {
    try {
      return aead().decrypt(sealed, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "A stored secret can't be decrypted: is %s the key file of this database?"
              .formatted(file),
          e);
    }
  }

  private synchronized Aead aead() throws GeneralSecurityException {
    var present = aead;
    if (present == null) {
      AeadConfig.register();
      present = keyset().getPrimitive(RegistryConfiguration.get(), Aead.class);
      aead = present;
    }
    return present;
  }

  private KeysetHandle keyset() throws GeneralSecurityException {
    try {
      if (!Files.exists(file)) {
        create();
      }
      return TinkJsonProtoKeysetFormat.parseKeyset(
          Files.readString(file), RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    } catch (IOException e) {
      throw new UncheckedIOException("Can't use the key file " + file, e);
    }
  }

  private void create() throws IOException, GeneralSecurityException {
    var fresh =
        KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
    var text =
        TinkJsonProtoKeysetFormat.serializeKeyset(
            fresh, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    var written =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            "key",
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(written, text, StandardOpenOption.TRUNCATE_EXISTING);
      Files.createLink(file, written);
    } catch (FileAlreadyExistsException e) {
      // Another process was first: its key is the key.
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
