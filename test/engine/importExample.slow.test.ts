import { describe, test } from '@jest/globals';

import { closeAfterEach } from '../service/testing/closeAfterEach';
import { expectedImports, COMPLETE } from '../tools/expectedImports';
import { expectRightImport, startImport } from './importExample';

const start = closeAfterEach(startImport);

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata'])(
	'in %s, the example for exports imports',
	(timezone) => {
		test.each(expectedImports)(
			'$file as is right, and changes nothing the second time',
			async (expected) => {
				const running = await start({ expected, timezone, options: COMPLETE });

				await expectRightImport(running, { expected, timezone });
			},
		);
	},
);
