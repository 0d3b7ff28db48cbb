import { expect, test } from '@jest/globals';

import { orderingKey } from '../../../nodes/Plane/execute/orderingKey';
import type { Call } from '../../../nodes/shared/model/call';
import {
	addWorkItemsToCycle,
	addWorkItemsToModule,
	attachFile,
	deleteLabel,
	getCycle,
	removeWorkItemsFromCycle,
} from '../../../nodes/shared/operations';
import * as calls from '../calls';

const place = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1', cycle_id: 'c1' } };
const inOtherCycle = { path: { project_id: 'p1', cycle_id: 'c2' } };

const addCall = { ...place, kind: 'add' as const, ids: ['w1'] };
const addToCycle: Call<'add'> = { ...addCall, operation: addWorkItemsToCycle };
const addToModule: Call<'add'> = {
	...addCall,
	operation: addWorkItemsToModule,
	path: { project_id: 'p1', module_id: 'm1' },
};
const removeCall: Call<'remove'> = {
	...place,
	kind: 'remove',
	operation: removeWorkItemsFromCycle,
	ids: ['w1'],
	ignoreMissing: false,
};
const deleteCall: Call<'action'> = {
	...place,
	kind: 'action',
	operation: deleteLabel,
	ignoreMissing: false,
};
const getCall: Call<'get'> = {
	...place,
	kind: 'get',
	operation: getCycle,
	queryParameters: {},
	simplify: false,
	binaryField: '',
};
const attachCall: Call<'attach'> = {
	...place,
	kind: 'attach',
	operation: attachFile,
	files: [],
	ifUnknownType: 'fail',
	showsPictures: false,
};
const uploadCall = calls.upload();

test.each<[title: string, call: Call]>([
	['reading a list', calls.list],
	['reading one record', getCall],
	['adding an attachment, which is a record of its own', attachCall],
])('returns no key for %s', (_, call) => {
	expect(orderingKey(call)).toBeUndefined();
});

test.each<[title: string, first: Call, second: Call]>([
	['updates of a record', calls.update, { ...calls.update, body: { name: 'Other' } }],
	['creates in the same place', calls.create, { ...calls.create, body: { name: 'Bob' } }],
	['actions on a record', deleteCall, { ...deleteCall, itemIndex: 1 }],
	['removals from a cycle', removeCall, { ...removeCall, ids: ['w2'] }],
	['additions to a module', addToModule, { ...addToModule, ids: ['w2'] }],
	[
		'additions to a cycle and to another one of its project',
		addToCycle,
		{ ...addToCycle, ...inOtherCycle },
	],
	['uploads of the same key', uploadCall, { ...uploadCall, file: calls.upload('x').file }],
])('returns the same key for %s', (_, first, second) => {
	expect(orderingKey(first)).toBeDefined();
	expect(orderingKey(first)).toBe(orderingKey(second));
});

test.each<[title: string, first: Call, second: Call]>([
	[
		'records whose IDs are equal when joined',
		{ ...deleteCall, path: { project_id: 'p', label_id: '12' } },
		{ ...deleteCall, path: { project_id: 'p1', label_id: '2' } },
	],
	['records of two workspaces', deleteCall, { ...deleteCall, workspace: 'other' }],
	[
		'additions to two modules',
		addToModule,
		{ ...addToModule, path: { ...addToModule.path, module_id: 'm2' } },
	],
	[
		'additions to cycles of two projects',
		{ ...addToCycle, path: { project_id: 'p2', cycle_id: 'c1' } },
		addToCycle,
	],
	[
		'additions to cycles of workspaces whose names are equal when joined',
		{ ...addToCycle, workspace: 'acmep', path: { project_id: '1', cycle_id: 'c1' } },
		addToCycle,
	],
	['uploads of two keys', uploadCall, { ...uploadCall, form: [['key', 'b']] }],
	['uploads to two storages', uploadCall, { ...uploadCall, url: 'https://other.example.com' }],
	[
		'uploads whose address and key are equal when joined',
		{ ...uploadCall, url: 'https://a.example.com/', form: [] },
		{ ...uploadCall, url: 'https://a.example.com', form: [['KEY', '/']] },
	],
])('returns different keys for %s', (_, first, second) => {
	expect(orderingKey(first)).not.toBe(orderingKey(second));
});
