/**
 * An embedded PostgreSQL server: programs from the class path, data in the data directory.
 *
 * <p>A server is unpacked, initialized, adopted or started, stopped. Invariants: a directory has
 * one owner, by a lock that dies with its process; a data directory is absent or complete; the
 * server listens on loopback only, with a password that no command line and no log shows, and
 * writes durably; it has its own session, so that Ctrl-C reaches its owner first.
 */
@NullMarked
package io.agentservice.postgres;

import org.jspecify.annotations.NullMarked;
