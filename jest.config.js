/** One project per level of test/, so that `jest --selectProjects unit` runs one of them. */
const level = (name) => ({
	displayName: name,
	rootDir: __dirname,
	roots: [`<rootDir>/test/${name}`],
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }] },
	cacheDirectory: '<rootDir>/.cache/jest',
});

module.exports = {
	globalSetup: '<rootDir>/test/tools/jestSetup.ts',
	globalTeardown: '<rootDir>/test/tools/jestTeardown.ts',
	projects: [
		...['unit', 'contract', 'engine'].map(level),
		{
			...level('browser'),
			// One n8n for the whole run.
			globalSetup: '<rootDir>/test/browser/setUp.ts',
			globalTeardown: '<rootDir>/test/browser/tearDown.ts',
		},
	],
	// An engine test starts servers and n8n's engine: the default 5 seconds are tight on two cores.
	testTimeout: 60_000,
};
