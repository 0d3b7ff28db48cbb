import { describe, expect, it } from '@jest/globals';

import { workItemsInApiV2 } from '../../nodes/shared/operations/shared/workItemsInApiV2';
import { v2Operations } from './v2';

const { path, workspacePath, filters, containerFilters, expand, fields, identicalFields } =
	workItemsInApiV2;

const findList = (listPath: string) =>
	v2Operations.find(
		(operation) =>
			operation.kind === 'list' && operation.path === `/api/v2/workspaces/{slug}/${listPath}`,
	);

describe('the list of work items in API v2', () => {
	it.each([path, workspacePath])('has only names of the contract, at %s', (listPath) => {
		const list = findList(listPath);
		const names = [...filters, ...Object.values(containerFilters)].map(({ name }) => name);
		const related = expand.split(',');
		const members = [
			...Object.values(fields).flat(),
			...Object.values(containerFilters).map(({ rowField }) => rowField),
		].filter((name) => !related.includes(name));

		expect(list).toBeDefined();
		expect(names.filter((name) => list?.query.includes(name) !== true)).toEqual([]);
		expect(related.filter((name) => list?.group.expand.includes(name) !== true)).toEqual([]);
		expect(members.filter((name) => list?.group.listFields.includes(name) !== true)).toEqual([]);
	});

	it('takes no value from a row that it does not rename', () => {
		expect(identicalFields.filter((name) => fields[name] === undefined)).toEqual([]);
	});
});
