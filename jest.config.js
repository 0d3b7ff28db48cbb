/** Types are not checked again here, and `import()` stays what it is in the build. */
const compiler = {
	jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
	module: { type: 'commonjs', ignoreDynamic: true },
};

/** One project per level of test/, so that `jest --selectProjects unit` runs one of them. */
const level = (name) => ({
	displayName: name,
	rootDir: __dirname,
	roots: [`<rootDir>/test/${name}`],
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['@swc/jest', compiler] },
	// What is loaded only when it is needed is named as it is called in dist.
	moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'] },
	cacheDirectory: '<rootDir>/.cache/jest',
});

const withBrowser = {
	globalSetup: '<rootDir>/test/browser/setUp.ts',
	globalTeardown: '<rootDir>/test/browser/tearDown.ts',
};

module.exports = {
	globalSetup: '<rootDir>/test/tools/jestSetup.ts',
	globalTeardown: '<rootDir>/test/tools/jestTeardown.ts',
	projects: [
		{ ...level('unit'), setupFiles: ['<rootDir>/test/tools/seed.ts'] },
		...['contract', 'service', 'engine'].map(level),
		// Real processes of n8n, which may have to be installed first (`npm run test:n8n`).
		{
			...level('n8n'),
			// Its installations are there too: the search for tests must not walk through them.
			haste: { forceNodeFilesystemAPI: true },
		},
		// One n8n and one Chromium after the other (`npm run test:browser`).
		{ ...level('browser'), ...withBrowser },
		// How long the editor takes beside another node (`npm run bench:editor`).
		{
			...level('editor'),
			...withBrowser,
			roots: ['<rootDir>/test/browser'],
			testMatch: ['**/*.bench.ts'],
		},
	],
	// With --coverage, as in `npm test`: PLANE_SOURCES has the engine's tests run on the sources.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: '<rootDir>/.cache/coverage',
	coverageReporters: ['json-summary', 'html'],
	coverageThreshold: { global: { lines: 97, branches: 92 } },
	// n8n is loaded anew for each test file, and stays. A worker that has kept too much of it begins again:
	// one of 2 GB takes so long to exit that Jest ends it by force, and blames the tests for it.
	workerIdleMemoryLimit: '1GB',
	// An engine test starts servers and n8n's engine: the default 5 seconds are tight on two cores.
	testTimeout: 60_000,
};
