import { test } from '@jest/globals';

import { randomTimeout } from '../random';
import { checkRandomCells } from './readRandomRows';

test(
	'50,000 random cells in the layouts of all tools are read or refused with a sentence, and no word of them is lost',
	async () => {
		await checkRandomCells(50_000);
	},
	randomTimeout,
);
