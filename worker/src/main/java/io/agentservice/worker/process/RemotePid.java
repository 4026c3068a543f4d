package io.agentservice.worker.process;

/** A remote's process as recorded at its start; {@code start} as in {@link ProcessStart}. */
record RemotePid(long pid, String start, boolean leadsGroup) {}
