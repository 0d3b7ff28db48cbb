// Mutation testing of nodes/ (`npm run mutation`) by the unit tests alone, in one process, on the sources.

const unit = [
	// What finds most in the shortest time is first: a mutant needs one test that fails.
	...[
		'operations',
		'fields',
		'panel',
		'errors',
		'output',
		'resolve',
		'transport',
		'storage',
		'webhook',
	],
	...[
		'input',
		'execute',
		'pagination',
		'scheduler',
		'polling',
		'events',
		'lists',
		'listSearch',
		'client',
		'triggers',
		'node',
	],
];

/** Parts of the names of tests that take a second or more, and find nothing that the others do not. */
const slow = [
	'than a function call can have arguments',
	'every third hour of a year',
	'thousands that add the same hundred',
	'hardly ever wait while there is room',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'mocha',
	plugins: [
		import.meta.resolve('@stryker-mutator/mocha-runner'),
		import.meta.resolve('./texts.mjs'),
	],
	ignorers: ['texts'],
	mochaOptions: {
		require: ['tsx', 'test/mutation/setUp.js', 'test/tools/seed.ts'],
		spec: unit.map((room) => `test/unit/${room}/**/*.test.ts`),
		grep: `^(?!.*(${slow.join('|')}))`,
		// It lints the built panel.
		ignore: ['test/unit/panel/lint.test.ts'],
	},
	mutate: ['nodes/**/*.ts'],
	coverageAnalysis: 'perTest',
	// Of what the tests took while their coverage was noted, which takes twice as long.
	timeoutFactor: 1,
	concurrency: 2,
	// What is evaluated only while modules load (declarations, above all) needs a new process for each mutant.
	ignoreStatic: true,
	incremental: true,
	incrementalFile: '.cache/mutation/incremental.json',
	tempDirName: '.cache/mutation/sandbox',
	ignorePatterns: [
		'/.cache',
		'/test/n8n',
		'/test/gate',
		'/test/browser',
		'/docs/pictures',
		'/dist',
		'/.github',
	],
	reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
	jsonReporter: { fileName: '.cache/mutation/report.json' },
	htmlReporter: { fileName: '.cache/mutation/report.html' },
	thresholds: { high: 90, low: 85, break: 85 },
};
