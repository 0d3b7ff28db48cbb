import fc from 'fast-check';

import { random, runs } from '../unit/random';

// Jest runs this before each file of unit tests. All random tests use the same seed, which SEED sets and
// jestSetup.ts prints. A test that fails prints it, too, with the way to repeat the case.
const seed = Number(process.env.SEED);
if (!Number.isInteger(seed))
	throw new Error(`SEED is not a whole number: ${process.env.SEED ?? ''}`);
if (!(runs(1) >= 1)) throw new Error(`RUNS is not a number above 0: ${process.env.RUNS ?? ''}`);

// The scheduler pauses for a random time before it retries.
Math.random = random(seed);
// 100 is fast-check's default.
fc.configureGlobal({ seed, numRuns: runs(100) });
