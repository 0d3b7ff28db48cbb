import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';
import { readFrom, rowsOf, serverOf, wantedOf, type Behaviour } from './servers';

const behaviour: fc.Arbitrary<Behaviour> = fc.record(
	{
		cap: fc.integer({ min: 1, max: 300 }),
		follows: fc.constantFrom('offset', 'cursor', 'nothing'),
		tells: fc.boolean(),
		cursorSize: fc.constantFrom('apart', 'ignored'),
	},
	{ requiredKeys: ['cap', 'follows', 'tells'] },
);

const span = fc.record(
	{ offset: fc.nat(400), limit: fc.integer({ min: 1, max: 400 }) },
	{ requiredKeys: ['offset'] },
);

test('any server gives the rows that were asked for, each once and in order, or a problem', async () => {
	await fc.assert(
		fc.asyncProperty(behaviour, fc.nat(350), span, async (server, count, asked) => {
			const rows = rowsOf(count);
			const given = await readFrom(serverOf(rows, server), asked);
			if (isProblem(given)) {
				expect(given.message).toContain('does not page by limit and offset');
				expect(server.follows).toBe('nothing');

				return;
			}

			const wanted = wantedOf(rows, asked);
			// One that does not page and tells no total can have more than anybody can know of.
			const isPart = server.follows === 'nothing' && !server.tells && count > server.cap;
			const { length } = given.records;

			expect(given.records).toEqual(isPart ? wanted.slice(0, length) : wanted);
		}),
		{ numRuns: runs(1000) },
	);
});
