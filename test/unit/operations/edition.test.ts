import { expect, test } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import { operations } from '../../../nodes/shared/operations/catalog';
import { panel } from '../panel/panel';

/** Pages, customers, initiatives and teamspaces are commercial (row 18). */
const COMMERCIAL = [
	['customer', 'create'],
	['customerProperty', 'update'],
	['customerPropertyValue', 'update'],
	['customerRequest', 'getAll'],
	['initiative', 'update'],
	['page', 'create'],
	['teamspaceMember', 'add'],
	['teamspaceMember', 'getAll'],
];

test('only these operations need a commercial edition', () => {
	const commercial = operations.filter((operation) => 'edition' in operation);
	expect(commercial.map(({ resource, value }) => [resource, value])).toEqual(COMMERCIAL);
});

test('the menus of the operations say it of these, and of no other', () => {
	const menus = panel.filter(({ name }) => name === 'operation');
	const marked = menus.flatMap(({ displayOptions, options = [] }) =>
		(options as INodePropertyOptions[])
			.filter(({ description }) => description?.endsWith(' (commercial editions)'))
			.map(({ value }) => [...(displayOptions?.show?.resource ?? []), value]),
	);
	expect(marked).toEqual(COMMERCIAL);
});
