import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';

import { PREFIX } from './jestSetup';

/** Called by Jest after the last test. */
export default function tearDown(): void {
	const folder = tmpdir();
	if (!basename(folder).startsWith(PREFIX))
		throw new Error(`${folder} does not belong to the tests`);

	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
