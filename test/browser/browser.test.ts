import { expect, test } from '@jest/globals';

import { startBrowser } from './browser';

test.each(['http://example.com/', 'https://1.1.1.1/'])(
	'the browser of these tests cannot reach %s',
	async (address) => {
		const browser = await startBrowser();

		try {
			const page = await browser.newPage();

			await expect(page.goto(address)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
		} finally {
			await browser.close();
		}
	},
);
