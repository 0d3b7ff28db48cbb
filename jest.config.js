const { availableParallelism } = require('node:os');

/** Leaves types unchecked, and `import()` as it is in the build. */
const compiler = {
	jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
	module: { type: 'commonjs', ignoreDynamic: true },
};

/** One project for each level of test/, so that `jest --selectProjects unit` runs one of them. */
const level = (name) => ({
	displayName: name,
	rootDir: __dirname,
	roots: [`<rootDir>/test/${name}`],
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/tools/sharedEnvironment.ts',
	runtime: '<rootDir>/test/tools/sharedRuntime.js',
	transform: { '^.+\\.ts$': ['@swc/jest', compiler] },
	// An `import()` in the sources has the name of the file in dist: './run.js'.
	moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'] },
	cacheDirectory: '<rootDir>/.cache/jest',
	// Jest looks up a global in its sandbox, which is slow. These are parameters of every module instead.
	sandboxInjectedGlobals: [
		...[
			'Array',
			'Error',
			'JSON',
			'Map',
			'Math',
			'Number',
			'Object',
			'Promise',
			'Reflect',
			'RegExp',
		],
		...['Set', 'String', 'Symbol'],
	],
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
		{ ...level('node'), setupFiles: ['<rootDir>/test/tools/seed.ts'] },
		level('contract'),
		level('service'),
		level('engine'),
		// Real processes of n8n (`npm run test:n8n`).
		{
			...level('n8n'),
			globalSetup: '<rootDir>/test/n8n/setUp.ts',
			globalTeardown: '<rootDir>/test/n8n/tearDown.ts',
			// The installations of n8n are in the same folder: the search for tests must not walk through them.
			haste: { forceNodeFilesystemAPI: true },
		},
		// One n8n and one Chromium for each worker (`npm run test:browser`).
		{ ...level('browser'), ...withBrowser },
		// How long the editor takes to show the panel (`npm run bench -- --editor`).
		{
			...level('editor'),
			...withBrowser,
			roots: ['<rootDir>/test/browser'],
			testMatch: ['**/*.bench.ts'],
		},
	],
	// Collected in CI, by `npm test -- --coverage`.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: '<rootDir>/.cache/coverage',
	coverageReporters: ['text-summary'],
	coverageThreshold: { global: { lines: 97, branches: 92 } },
	// A worker that has grown large restarts: one of 2 GB takes so long to exit that Jest kills it and
	// reports the tests as the cause.
	workerIdleMemoryLimit: '1GB',
	// Some tests wait in real time.
	maxWorkers: Math.ceil(1.5 * availableParallelism()),
	// It only ends what hangs: on a busy machine, each test may take several times as long as usual.
	testTimeout: 300_000,
};
