import { test } from '@jest/globals';

import { checkRandomCells } from './readRandomRows';

test('random cells in the layouts of all tools are read or refused with a sentence, and no word of them is lost', async () => {
	await checkRandomCells(500);
});
