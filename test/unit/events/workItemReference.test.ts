import { expect, test } from '@jest/globals';

import { workItemUrl } from '../../../nodes/shared/events/workItemReference';

test('the address of a work item is the one that the web app has for its key', () => {
	expect(workItemUrl('https://app.plane.so', 'acme', 'LNCH-12')).toBe(
		'https://app.plane.so/acme/browse/LNCH-12/',
	);
});

test('the address of a work item is null if that of the web app cannot be known (P28)', () => {
	expect(workItemUrl(undefined, 'acme', 'LNCH-12')).toBeNull();
});
