/**
 * What somebody who is signed in wants of the web app, on every device: what the desktop tells,
 * keys, theme, and filters of lists under names. It goes with whoever it is of.
 */
@NullMarked
package io.agentservice.server.identity.preferences;

import org.jspecify.annotations.NullMarked;
