import { expect, test } from '@jest/globals';

import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

/** A query of Azure DevOps writes times so for a user with the settings of the United States. */
const row = (ID: string, due: string) => ({
	ID,
	'Work Item Type': 'Bug',
	Title: `Oil ${ID}`,
	State: 'To Do',
	'Target Date': `${due} 7:00:00 AM`,
});

test('one row shows how the days of all rows are written', async () => {
	const { importRows } = await startImport(startPlane);
	const alone = await importRows([row('1', '4/5/2026')]);

	expect(alone.json).toMatchObject([{ error: expect.stringContaining('is not a date') }]);

	const together = await importRows([row('1', '4/5/2026'), row('2', '4/25/2026')]);

	expect(together.json).toMatchObject([
		{ outcome: 'created', target_date: '2026-04-05' },
		{ outcome: 'created', target_date: '2026-04-25' },
	]);
});
