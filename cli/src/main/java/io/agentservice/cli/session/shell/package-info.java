/** {@code agent session terminal}: a shell on a session's machine. */
@NullMarked
package io.agentservice.cli.session.shell;

import org.jspecify.annotations.NullMarked;
