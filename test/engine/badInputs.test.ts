import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { parametersFor, samples, withValue } from './samples';
import { useWorld } from './useWorld';
import { faceNames } from './world';

/** Values that one parameter must refuse. */
interface Case {
	readonly operation: string;
	/** The place of the parameter in the saved node. */
	readonly place: string;
	readonly displayName: string;
	readonly good: NodeParameterValueType;
	readonly bad: readonly unknown[];
}

const MISSING = undefined;
const ID = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
const ADDRESS = 'https://storage.example.com/uploads';
const FIELDS = {
	'Content-Type': 'text/plain',
	key: 'a/b.txt',
	'x-amz-algorithm': 'AWS4-HMAC-SHA256',
	'x-amz-credential': 'key/20261121/us-east-1/s3/aws4_request',
	'x-amz-date': '20261121T085901Z',
	policy: 'e30=',
	'x-amz-signature': 'f00d',
};
const without = (name: string) =>
	Object.fromEntries(Object.entries(FIELDS).filter(([field]) => field !== name));

const noId = [
	'',
	'   ',
	null,
	MISSING,
	{},
	[],
	true,
	'.',
	'..',
	'../other',
	'a/b',
	'a\\b',
	'a?b',
	'a#b',
	'a b',
	'a\tb',
	'a\nb',
	'a\u0000b',
	'a\u0007',
	'x'.repeat(256),
	'https://app.plane.so/acme/projects/1',
];

const noDate = [
	'2026-02-30',
	'2025-02-29',
	'2026-13-01',
	'2026-00-10',
	'2026-01-00',
	'2026-04-31',
	'2026-1-1',
	'20260101',
	'31.12.2026',
	'12/31/2026',
	'tomorrow',
	'10000-01-01',
	'2026-01-01T25:00:00',
	'2026-01-01T10:61:00Z',
	'2026-01-01T10:00:00+25:00',
	'2026-01-01T10',
	true,
	12,
	-1,
	{},
	['2026-01-01'],
	MISSING,
];

const noObject = [
	'{"a": 1,}',
	'{a: 1}',
	'{"a": 1',
	'{"a": 1,\n"b": }',
	'nope',
	'[1]',
	'"text"',
	'12',
	5,
	true,
	[1],
	MISSING,
];

const noList = ['', ' , \n, ', [], '[]', '["a"', {}, null, MISSING];

const cases: readonly Case[] = [
	{
		operation: 'module.update',
		place: 'moduleId.value',
		displayName: 'Module',
		good: ID,
		bad: noId.filter((value) => value !== MISSING),
	},
	{
		operation: 'module.update',
		place: 'workspaceSlug',
		displayName: 'Workspace Slug',
		good: 'acme',
		bad: ['a/b', '..', 'a?b', 'a b', 'https://app.plane.so/acme', {}, MISSING],
	},
	{
		operation: 'module.update',
		place: 'updateFields.targetDate',
		displayName: 'Target Date',
		good: '2026-12-24',
		bad: noDate,
	},
	{
		operation: 'module.update',
		place: 'updateFields.status',
		displayName: 'Status',
		good: 'paused',
		bad: ['doing', 'in progress now', 5, true, {}, ['backlog'], MISSING],
	},
	{
		operation: 'module.update',
		place: 'updateFields.lead',
		displayName: 'Lead',
		good: ID,
		bad: ['a/b', '..', 'a?b', {}, true, 'x'.repeat(300), MISSING],
	},
	{
		operation: 'module.update',
		place: 'updateFields.members',
		displayName: 'Member Names or IDs',
		good: ID,
		bad: ['a b', 'good,a/b', [{}], [['a']], ['good', '..'], '["a"', {}, MISSING],
	},
	{
		operation: 'module.update',
		place: 'updateFields.description',
		displayName: 'Description',
		good: 'text',
		bad: [{}, { text: 'x' }, ['x'], MISSING],
	},
	{
		operation: 'initiative.update',
		place: 'name',
		displayName: 'Name',
		good: 'Launch',
		bad: ['', '   ', '\n', null, MISSING, {}, []],
	},
	{
		operation: 'initiative.update',
		place: 'updateFields.state',
		displayName: 'State',
		good: 'active',
		bad: ['OPEN', 'DRAFTED', 1, {}, MISSING],
	},
	{
		operation: 'initiative.update',
		place: 'updateFields.logoProps',
		displayName: 'Logo Props',
		good: '{}',
		bad: noObject,
	},
	{
		operation: 'customerProperty.update',
		place: 'updateFields.isRequired',
		displayName: 'Is Required',
		good: 'true',
		bad: ['yes', 'maybe', 1, 0, '', null, {}, [true], MISSING],
	},
	{
		operation: 'customerProperty.update',
		place: 'updateFields.sortOrder',
		displayName: 'Sort Order',
		good: '0.5',
		bad: ['many', '1,5', '12abc', {}, [1], true, MISSING],
	},
	{
		operation: 'customerProperty.update',
		place: 'updateFields.propertyType',
		displayName: 'Property Type',
		good: 'COLOR',
		bad: [{}, ['TEXT'], MISSING],
	},
	{
		operation: 'customerProperty.update',
		place: 'updateFields.defaultValue',
		displayName: 'Default Value',
		good: 'Gold',
		bad: ['["Gold"', [{}], {}, MISSING],
	},
	{
		operation: 'customerPropertyValue.update',
		place: 'values',
		displayName: 'Values',
		good: 'Gold',
		bad: noList,
	},
	{
		operation: 'cycle.addWorkItems',
		place: 'workItemIds',
		displayName: 'Work Item IDs',
		good: ID,
		bad: [...noList, 'a b', 'a/b', '..', [1, {}], 'https://app.plane.so/acme/browse/LNCH-1'],
	},
	{
		operation: 'teamspaceMember.add',
		place: 'memberIds',
		displayName: 'Member Names or IDs',
		good: ID,
		bad: [...noList, 'ada?', ['a', 'b#c']],
	},
	{
		operation: 'state.create',
		place: 'color',
		displayName: 'Color',
		good: '#3F76ff',
		bad: [
			'',
			' ',
			'red',
			'#fff',
			'#gggggg',
			'#1234567',
			'3f76ff',
			'rgb(1,2,3)',
			5,
			{},
			null,
			MISSING,
		],
	},
	{
		operation: 'customer.create',
		place: 'email',
		displayName: 'Email',
		good: 'ada@example.com',
		bad: [
			'ada',
			'ada@',
			'@example.com',
			'ada@example',
			'a b@example.com',
			'ada@exa mple.com',
			'ada@example.com, bob@example.com',
			'Ada <ada@example.com>',
			5,
			{},
			MISSING,
		],
	},
	{
		operation: 'workItemLink.update',
		place: 'updateFields.url',
		displayName: 'URL',
		good: 'https://example.com',
		bad: [
			'example.com',
			'file:///etc/passwd',
			'javascript:alert(1)',
			'ftp://example.com',
			'https://',
			'not a url',
			'https://exa mple.com',
			5,
			{},
			MISSING,
		],
	},
	{
		operation: 'customerRequest.getAll',
		place: 'limit',
		displayName: 'Limit',
		good: 5,
		bad: [0, -1, 1.5, 'many', '', null, {}, MISSING],
	},
	{
		operation: 'workItem.getAll',
		place: 'returnAll',
		displayName: 'Return All',
		good: 'false',
		bad: ['yes', 3, {}, MISSING],
	},
	{
		operation: 'workItem.getAll',
		place: 'options.offset',
		displayName: 'Offset',
		good: 5,
		bad: [-1, 0.5, 'x', '', {}, MISSING],
	},
	{
		operation: 'workItem.getAll',
		place: 'options.expand',
		displayName: 'Expand',
		good: 'state',
		bad: ['everything', ['state', 'owner'], '["state"', {}, MISSING],
	},
	{
		operation: 'workItem.getAll',
		place: 'filters.assignee',
		displayName: 'Assignee',
		good: ID,
		bad: ['', ' ', 'a/b', '..', {}, null, MISSING],
	},
	{
		operation: 'workItemAttachment.upload',
		place: 'uploadData',
		displayName: 'Upload Data',
		good: { url: ADDRESS, fields: FIELDS },
		bad: [
			'',
			'nope',
			'{',
			[],
			5,
			{},
			{ url: ADDRESS },
			{ url: ADDRESS, fields: 'key' },
			{ url: ADDRESS, fields: {} },
			{ fields: FIELDS },
			{ url: 'file:///etc/passwd', fields: FIELDS },
			{ url: 'uploads', fields: FIELDS },
			{ upload_data: { url: ADDRESS } },
			...Object.keys(FIELDS).map((name) => ({ url: ADDRESS, fields: without(name) })),
			{ url: ADDRESS, fields: { ...FIELDS, policy: ' ' } },
			MISSING,
		],
	},
	{
		operation: 'workItemAttachment.upload fields',
		place: 'binaryPropertyName',
		displayName: 'Input Binary Field',
		good: 'data',
		bad: ['', 'nothing', 5, {}, MISSING],
	},
	...[
		['uploadUrl', 'Upload URL', ['', 'uploads', 'file:///etc/passwd', {}, MISSING]] as const,
		['contentType', 'Content Type', ['', ' ', null, {}]] as const,
		['key', 'Key', ['', null, MISSING]] as const,
		['algorithm', 'Algorithm', ['', [], MISSING]] as const,
		['credential', 'Credential', ['', MISSING]] as const,
		['date', 'Date', ['', MISSING]] as const,
		['policy', 'Policy', ['', MISSING]] as const,
		['signature', 'Signature', ['', MISSING]] as const,
	].map(([place, displayName, bad]) => ({
		operation: 'workItemAttachment.upload fields',
		place,
		displayName,
		good: place === 'uploadUrl' ? ADDRESS : 'x',
		bad,
	})),
];

const SINGLE_FIELDS: INodeParameters = {
	credentialSource: 'fields',
	uploadUrl: ADDRESS,
	contentType: 'text/plain',
	key: 'a/b.txt',
	algorithm: 'AWS4-HMAC-SHA256',
	credential: 'key',
	date: '20261121T085901Z',
	policy: 'e30=',
	signature: 'f00d',
	binaryPropertyName: 'data',
};

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face });

	const told = (value: unknown): string =>
		value === undefined ? 'undefined' : JSON.stringify(value).slice(0, 60);

	const table = cases.flatMap(({ bad, ...one }) =>
		bad.map((value) => [one.displayName, one.place, told(value), { ...one, value }] as const),
	);

	describe('a value that cannot be sent is refused before any request', () => {
		it('is tried with at least 120 values', () => {
			expect(table.length).toBeGreaterThanOrEqual(120);
		});

		it.each(table)(
			'%s (%s): %s',
			async (_name, _place, _told, { operation, place, displayName, good, value }) => {
				const { service, store, engine, credential } = world;
				const [key = '', single] = operation.split(' ');
				const sample = single === undefined ? samples(service.state)[key] : SINGLE_FIELDS;
				const file = {
					content: Buffer.from('x'),
					name: 'x.txt',
					mimeType: 'text/plain',
					inMemory: true,
				};
				const before = service.requests.length + store.requests.length;

				const outcome = await engine.run(
					{ parameters: withValue(parametersFor(key, sample), place, '={{ $json.value }}') },
					// The first item is fit, so that it can be seen that the second one held it back.
					[good, value].map((each) => ({
						json: each === undefined ? {} : { value: each as object },
						files: { data: file },
					})),
					credential,
				);

				expect(service.requests.length + store.requests.length).toBe(before);
				expect(outcome.json).toEqual([]);
				expect(outcome.error?.message.startsWith(`${displayName}: `)).toBe(true);
				expect(outcome.error?.message.endsWith(' [item 1]')).toBe(true);
				expect(outcome.error?.description).toMatch(/^[A-Z].*\. Nothing was sent\.$/s);
			},
		);
	});
});
