/**
 * A PostgreSQL server of our own, for machines where nobody has set one up: the programs come out
 * of the class path, the data lies in the data directory of the service.
 *
 * <p>The way of a server: <em>unpack</em> (once per content, shared) → <em>initialize</em> (once
 * per directory) → <em>adopt</em> the postmaster that an earlier owner left running, or
 * <em>start</em> one → <em>stop</em>.
 *
 * <p>Invariants: a directory has one owner at a time, by a lock that dies with its process, and
 * adopting or starting happens only under that lock. A data directory is either absent or complete.
 * The server listens on loopback only, asks for a password that no command line and no log ever
 * shows, and writes durably. It is in a session of its own, so that Ctrl-C reaches its owner first.
 */
@NullMarked
package io.agentservice.postgres;

import org.jspecify.annotations.NullMarked;
