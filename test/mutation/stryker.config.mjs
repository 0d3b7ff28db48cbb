// Mutation testing of nodes/ (`npm run mutation`): by the unit tests, and by those of the engine that
// neither wait nor move large files. They run in one process, on the sources.

const engine = [
	'additions',
	'attachments',
	'badInputs',
	'chosenRecords',
	'credential',
	'deletes',
	'errors',
	'everyParameter',
	'items',
	'keys',
	'lists',
	'pickers',
	'pickerServers',
	'pollingTrigger',
	'reads',
	'replay',
	'runningAgain',
	'triggerPanels',
	'upload',
	'uploadForm',
	'uploadRefused',
	'values',
	'webhookTrigger',
];
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
	...['execute', 'pagination', 'scheduler', 'polling', 'events', 'lists', 'client'],
];

/** Parts of the names of tests that take a second or more, and find nothing that the others do not. */
const slow = [
	'10,000 work items',
	'than a function call can have arguments',
	'every third hour of a year',
	'thousands that add the same hundred',
	'hardly ever wait while there is room',
	'expire between the reading and the sending',
	'also after the limit refused the first try',
	'where Events are changed from',
	'in a backlog that takes several polls',
	'where each poll is limited',
	'Somebody who has left the project is found by a filter',
	'a work item moved back and forth ends up in the cycle of the last item',
	'refuses all of 251 items after one request, with continueErrorOutput',
	'attachments.test.ts on the face specification',
	'20 files of 8 MiB arrive',
	'Files are sent',
	'retries a file that',
	'retries each step after',
	'attaches the files of other items while the first one is being',
	'returns every record once and in order, or as many as Limit and Offset say',
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
		spec: [
			...unit.map((room) => `test/unit/${room}/**/*.test.ts`),
			...engine.map((file) => `test/engine/${file}.test.ts`),
		],
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
