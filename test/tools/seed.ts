import fc from 'fast-check';

// Jest runs this before each file of unit tests: all random tests begin with the same seed, which
// jestSetup.ts prints and SEED sets. A test that fails names it too, and how to come back to the case.
const seed = Number(process.env.SEED);
if (!Number.isInteger(seed)) throw new Error(`SEED is no whole number: ${process.env.SEED ?? ''}`);
fc.configureGlobal({ seed });
