/** Milliseconds between attempts to read a record that a replica may not have yet (row 166). */
export const REPLICA_DELAYS_MS = [500, 1_000, 2_000];

/** Milliseconds by which a server's times may be off: its `Date` header has whole seconds. */
export const CLOCK_TOLERANCE_MS = 2_000;
