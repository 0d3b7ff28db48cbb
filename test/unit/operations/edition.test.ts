import { expect, test } from '@jest/globals';

import { operations } from '../../../nodes/Plane/operations/all';

/** Observed row 18: pages, customers, initiatives and teamspaces are commercial. */
test('only these operations need a commercial edition', () => {
	const commercial = operations.filter((operation) => 'edition' in operation);
	expect(commercial.map(({ resource, value }) => `${resource}.${value}`)).toEqual([
		'customer.create',
		'customerProperty.update',
		'customerPropertyValue.update',
		'customerRequest.getAll',
		'initiative.update',
		'page.create',
		'teamspaceMember.add',
		'teamspaceMember.getAll',
	]);
});
