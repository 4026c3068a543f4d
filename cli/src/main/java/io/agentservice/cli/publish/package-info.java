/**
 * Publishes built remote binaries where workers fetch them (interface.md 10.3, fleet.md 10): in a
 * directory that a web server shows, or in a bucket of an S3-compatible store.
 *
 * <p>A {@link io.agentservice.cli.publish.Release} is checked before the first byte goes out. What
 * is published under the name of a digest never changes; the name of the newest is written last, so
 * that a reader at any moment finds a whole release.
 */
@NullMarked
package io.agentservice.cli.publish;

import org.jspecify.annotations.NullMarked;
