import { describe, expect, test } from '@jest/globals';

import { closeAfterEach } from '../service/testing/closeAfterEach';
import { type ExpectedImport, expectedImports, COMPLETE } from '../tools/expectedImports';
import { expectRightImport, startImport } from './importExample';

/** The time zone of an n8n that has no other setting. */
const timezone = 'America/New_York';

const start = closeAfterEach(startImport);

describe('the example for exports', () => {
	const findExpected = (name: string): ExpectedImport => {
		const expected = expectedImports.find(({ file }) => file === name);
		if (expected === undefined) throw new Error(`There is no ${name}`);

		return expected;
	};

	// All files, in other time zones too, are in importExample.slow.test.ts.
	test.each(['clickup.csv', 'linear-short-rows.csv', 'trello-board.json', 'jira-rest-v3.json'])(
		'imports %s as is right, and changes nothing the second time',
		async (name) => {
			const expected = findExpected(name);
			const running = await start({ expected, timezone, options: COMPLETE });

			await expectRightImport(running, { expected, timezone });
		},
	);

	test('gives the name of the tool to the work items as their External Source', async () => {
		const { service, projectId, run } = await start({
			expected: findExpected('gitlab.csv'),
			timezone,
			options: COMPLETE,
		});

		await run();

		const items = service.state.workItems.filter(({ project }) => project === projectId);

		expect(new Set(items.map(({ external_source: source }) => source))).toEqual(
			new Set(['gitlab']),
		);
	});

	test('checks only if the form says so', async () => {
		const expected = findExpected('asana.csv');
		const { service, run } = await start({ expected, timezone, options: {} });
		const before = service.ledger.length;

		const { json, failure } = await run('Check only, and change nothing');

		expect(failure).toBeUndefined();
		expect(json).toMatchObject([{ outcome: 'checked', rows: 10, failed: 3 }]);
		expect(service.ledger).toHaveLength(before);
	});

	test('tells all failures at once, those with the same message together, with their IDs', async () => {
		const rows = Array.from({ length: 6 }, (_, index) => `Saw,LNCH-${index},UAT`);
		const text = ['Summary,Issue key,Status', ',LNCH-9,Done', ...rows, 'Saw,LNCH-8,Done'].join(
			'\n',
		);
		const expected = findExpected('jira-cloud.csv');

		const { run } = await start({ expected, text, timezone, options: {} });
		const { json, failure } = await run();

		expect(json.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
		expect(failure?.split('\n\n')).toEqual([
			'7 of the records were not imported.',
			expect.stringMatching(
				/^6 × State: there is no state "UAT" in [^[]+\nRecords: LNCH-0, LNCH-1, LNCH-2, LNCH-3, LNCH-4 …$/,
			),
			expect.stringMatching(/^1 × Title: the value is empty[^[]+\nRecords: LNCH-9$/),
		]);
	});
});
