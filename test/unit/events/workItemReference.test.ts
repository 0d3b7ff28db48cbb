import { expect, test } from '@jest/globals';

import { workItemUrl } from '../../../nodes/shared/events/workItemReference';

test('the URL of a work item contains the workspace and the key', () => {
	expect(workItemUrl('https://app.plane.so', 'acme', 'LNCH-12')).toBe(
		'https://app.plane.so/acme/browse/LNCH-12/',
	);
});

test('the URL of a work item is null if the URL of the web app is unknown', () => {
	expect(workItemUrl(undefined, 'acme', 'LNCH-12')).toBeNull();
});
