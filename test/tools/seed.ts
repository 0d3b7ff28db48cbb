import fc from 'fast-check';

import { random, runs } from '../unit/random';

// Jest runs this before each file of unit tests: all random tests begin with the same seed, which
// jestSetup.ts prints and SEED sets. A test that fails names it too, and how to come back to the case.
const seed = Number(process.env.SEED);
if (!Number.isInteger(seed)) throw new Error(`SEED is no whole number: ${process.env.SEED ?? ''}`);
if (!(runs(1) >= 1)) throw new Error(`RUNS is no number above 0: ${process.env.RUNS ?? ''}`);

// The scheduler pauses for a random time before it retries.
Math.random = random(seed);
// fast-check's own number of cases, where a test names none.
fc.configureGlobal({ seed, numRuns: runs(100) });
