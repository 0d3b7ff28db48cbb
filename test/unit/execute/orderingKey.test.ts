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
const inOther = { path: { project_id: 'p1', cycle_id: 'c2' } };

const adding = { ...place, kind: 'add' as const, ids: ['w1'] };
const toCycle: Call<'add'> = { ...adding, operation: addWorkItemsToCycle };
const toModule: Call<'add'> = {
	...adding,
	operation: addWorkItemsToModule,
	path: { project_id: 'p1', module_id: 'm1' },
};
const removal: Call<'remove'> = {
	...place,
	kind: 'remove',
	operation: removeWorkItemsFromCycle,
	ids: ['w1'],
	ignoreMissing: false,
};
const action: Call<'action'> = {
	...place,
	kind: 'action',
	operation: deleteLabel,
	ignoreMissing: false,
};
const read: Call<'get'> = {
	...place,
	kind: 'get',
	operation: getCycle,
	search: {},
	simplify: false,
	binaryField: '',
};
const attach: Call<'attach'> = {
	...place,
	kind: 'attach',
	operation: attachFile,
	files: [],
	ifUnknownType: 'fail',
};
const uploaded = calls.upload();

test.each<[what: string, call: Call]>([
	['reading a list', calls.list],
	['reading one record', read],
	['adding an attachment, which is a record of its own', attach],
])('gives no key to %s', (_, call) => {
	expect(orderingKey(call)).toBeUndefined();
});

test.each<[what: string, one: Call, other: Call]>([
	['updates of a record', calls.update, { ...calls.update, body: { name: 'Other' } }],
	['creates in the same place', calls.create, { ...calls.create, body: { name: 'Bob' } }],
	['actions on a record', action, { ...action, itemIndex: 1 }],
	['a removal from a cycle and an action on it', removal, { ...action, path: removal.path }],
	['additions to a module', toModule, { ...toModule, ids: ['w2'] }],
	['additions to a cycle and to another one of its project', toCycle, { ...toCycle, ...inOther }],
	['uploads of the same key', uploaded, { ...uploaded, file: calls.upload('x').file }],
])('gives the same key to %s', (_, one, other) => {
	expect(orderingKey(one)).toBeDefined();
	expect(orderingKey(one)).toBe(orderingKey(other));
});

test.each<[what: string, one: Call, other: Call]>([
	[
		'records whose IDs are equal when joined',
		{ ...action, path: { project_id: 'p', label_id: '12' } },
		{ ...action, path: { project_id: 'p1', label_id: '2' } },
	],
	['records of two workspaces', action, { ...action, workspace: 'other' }],
	[
		'additions to two modules',
		toModule,
		{ ...toModule, path: { ...toModule.path, module_id: 'm2' } },
	],
	[
		'additions to cycles of two projects',
		{ ...toCycle, path: { project_id: 'p2', cycle_id: 'c1' } },
		toCycle,
	],
	[
		'additions to cycles of workspaces whose names are equal when joined',
		{ ...toCycle, workspace: 'acmep', path: { project_id: '1', cycle_id: 'c1' } },
		toCycle,
	],
	['uploads of two keys', uploaded, { ...uploaded, form: [['key', 'b']] }],
	['uploads to two storages', uploaded, { ...uploaded, url: 'https://other.example.com' }],
	[
		'an upload without a key and one with it in its address',
		{ ...uploaded, url: 'https://a.example.com/', form: [] },
		{ ...uploaded, url: 'https://a.example.com', form: [['KEY', '/']] },
	],
])('gives different keys to %s', (_, one, other) => {
	expect(orderingKey(one)).not.toBe(orderingKey(other));
});
