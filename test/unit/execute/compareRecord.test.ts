import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import {
	findChangedValues,
	findIgnoredValues,
} from '../../../nodes/Plane/execute/write/compareRecord';
import { isJsonObject } from '../../../nodes/shared/values/json';
import {
	createComment,
	createCycle,
	createInvitation,
	createLabel,
	createModule,
	createProject,
	createWorkItem,
	updateIntakeItem,
	updateLabel,
	updateSticky,
} from '../../../nodes/shared/operations';
import { operations } from '../../../nodes/shared/operations/catalog';
import type { Body, Operation } from '../../../nodes/shared/operations/operation';
import { readRecordings, type Recording } from '../../service/recordings';

const [ada, ben] = ['1f1bdfdf-f6fc-459b-8a21-c057ef5966e5', 'a8ab873b-d39f-4d8f-8051-1238f4328b64'];

const wireNames = (values: readonly { readonly field: { readonly wire: string } }[]) =>
	values.map(({ field }) => field.wire);

/** An operation that writes a record. */
type WriteOperation = Operation<'create' | 'update'>;

type Row = [
	title: string,
	operation: WriteOperation,
	wire: string,
	sent: JsonValue,
	stored: JsonValue,
];

/**
 * Values that would not change a record. References are records if the request expands them (row 30).
 */
const unchangedValues: readonly Row[] = [
	['people in another order', createWorkItem, 'assignees', [ada, ben], [ben, ada]],
	[
		'people as expanded records',
		createWorkItem,
		'assignees',
		[ada],
		[{ id: ada, email: 'a@example.com' }],
	],
	['an ID in capitals', createWorkItem, 'state', ada.toUpperCase(), ada],
	['a state as an expanded record', createWorkItem, 'state', ada, { id: ada, name: 'Done' }],
	['no people', createWorkItem, 'assignees', [], []],
	['no priority', createWorkItem, 'priority', 'none', null],
	['a description without text', createWorkItem, 'description_html', '<p></p>', ''],
	[
		'a description that the web app has stored in its own form (row 180)',
		createWorkItem,
		'description_html',
		'<div><p>5&nbsp;kg</p><p>b</p></div>',
		'<p>5\u00a0kg</p><p>b</p>',
	],
	['no text', createLabel, 'description', '', null],
	['text with white space at its end', createLabel, 'description', 'Red \n', 'Red'],
	['a color in capitals', createLabel, 'color', '#FF0000', '#ff0000'],
	['an address in capitals', createInvitation, 'email', 'Ada@Example.com', 'ada@example.com'],
	['a whole number', createLabel, 'sort_order', 1, 1.0],
	['a day', createWorkItem, 'start_date', '2026-12-01', '2026-12-01'],
	[
		'the first day in Berlin (row 160)',
		createCycle,
		'start_date',
		'2026-11-30',
		'2026-11-29T23:00:01Z',
	],
	[
		'the last day in Berlin (row 160)',
		createCycle,
		'end_date',
		'2026-12-06',
		'2026-12-06T22:59:00Z',
	],
	[
		'a last day in the zone of the user',
		createCycle,
		'end_date',
		'2026-12-06',
		'2026-12-06T23:59:00+01:00',
	],
	['a first day in Auckland', createCycle, 'start_date', '2026-12-01', '2026-11-30T11:00:01Z'],
	['a last day in Honolulu', createCycle, 'end_date', '2026-12-06', '2026-12-07T09:59:00Z'],
	[
		'an instant',
		updateIntakeItem,
		'snoozed_till',
		'2026-12-24T00:00:00.000Z',
		'2026-12-24T00:00:00Z',
	],
	[
		'members of an object in another order',
		updateSticky,
		'logo_props',
		{ a: 1, b: [2] },
		{ b: [2], a: 1 },
	],
	['members that are listed once', createModule, 'members', [ada, ben], [ben, ada]],
];

/** Values that servers accept, but store in another form. */
const acceptedValues: readonly Row[] = [
	['an identifier in capitals', createProject, 'identifier', 'lnch', 'LNCH'],
	['text with other white space', createLabel, 'name', 'To\u00a0do', 'To do'],
	['text in another Unicode normalization', createLabel, 'name', 'Gepru\u0308ft', 'Gepr\u00fcft'],
	['HTML that was cleaned', createWorkItem, 'description_html', '<p><u>a</u></p>', '<p>a</p>'],
	['a day as an instant of it', createCycle, 'end_date', '2026-12-06', '2026-12-06T00:00:00Z'],
	['an object with other members', updateSticky, 'logo_props', { a: 1 }, { a: 1, in_use: 'icon' }],
	['members that are listed twice (row 54)', createModule, 'members', [ada], [ada, ada, ben]],
];

/** Values that a server has ignored. */
const ignoredRows: readonly Row[] = [
	['a guest who was assigned', createWorkItem, 'assignees', [ada], []],
	['the default assignee', createWorkItem, 'assignees', [ada], [ben]],
	['somebody beside those who were sent', createWorkItem, 'assignees', [ada], [ada, ben]],
	['a parent of a comment (row 169)', createComment, 'parent', ada, null],
	['a place among others', createWorkItem, 'sort_order', 1, 915535],
	['a status', updateIntakeItem, 'status', 1, -2],
	['text', updateLabel, 'name', 'New', 'Old'],
	['a color', updateLabel, 'color', '#ff0000', '#00ff00'],
	['a day', createWorkItem, 'start_date', '2026-12-01', '2026-12-02'],
	['a day of a cycle', createCycle, 'end_date', '2026-12-06', '2026-12-05T09:59:00Z'],
	['a description', createWorkItem, 'description_html', '<p>a</p>', '<p></p>'],
	['a member of an object', updateSticky, 'logo_props', { a: 1 }, { a: 2 }],
	['a member of a module', createModule, 'members', [ada], [ben]],
];

describe.each<[title: string, rows: readonly Row[], changes: number, differences: number]>([
	['is stored unchanged', unchangedValues, 0, 0],
	['would change, and was accepted', acceptedValues, 1, 0],
	['was ignored', ignoredRows, 1, 1],
])('a value that %s:', (_, rows, changes, differences) => {
	test.each<Row>(rows)('%s', (_title, operation, wire, sent, stored) => {
		const body = { [wire]: sent };
		const record = { [wire]: stored };

		expect(findChangedValues(record, operation.body, body)).toHaveLength(changes);
		expect(findIgnoredValues(record, operation.body, body)).toHaveLength(differences);
	});
});

describe('a value that a record does not show', () => {
	const body = { name: 'bug', color: '#ff0000' };

	test('is written, because it may differ', () => {
		expect(wireNames(findChangedValues({ name: 'bug' }, createLabel.body, body))).toEqual([
			'color',
		]);
	});

	test('is not compared after a write', () => {
		expect(findIgnoredValues({ name: 'bug' }, createLabel.body, body)).toEqual([]);
	});
});

test('compares the fields of an intake item with those of its work item in the response', () => {
	const body = { issue: { name: 'New', priority: 'high' }, status: 1 };
	const record = { issue: ada, issue_detail: { name: 'New', priority: 'low' }, status: 1 };

	expect(wireNames(findIgnoredValues(record, updateIntakeItem.body, body))).toEqual([
		'issue.priority',
	]);
});

/** The fields of recorded requests that the server has ignored, by recording and index of the exchange. */
const IGNORED_FIELDS: Readonly<Record<string, readonly string[]>> = {
	// The server silently ignores the name, and returns the previous title (row 3).
	'exchanges 12': ['name'],
	'interface 171': ['assignees', 'labels'],
	'interface 172': ['assignees', 'labels'],
};

/** Finds the declared body of the operation that a recorded request belongs to. */
function findBodyDeclaration({ request }: Recording): Body | undefined {
	const path = request.path.replace(/^\/api\/v1\/workspaces\/[^/]+\//, '').replace(/\/$/, '');

	const matchesRequest = (operation: Operation): operation is WriteOperation => {
		if (operation.kind !== 'create' && operation.kind !== 'update') return false;

		const pattern = operation.request.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+');

		return operation.request.method === request.method && new RegExp(`^${pattern}$`).test(path);
	};

	return operations.find(matchesRequest)?.body;
}

const writes = (['exchanges', 'interface'] as const).flatMap((name) =>
	readRecordings(name).flatMap((recording, index) => {
		const declaration = findBodyDeclaration(recording);
		const sent = recording.request.json;
		const record = recording.response.body;
		const isSuccessfulWrite =
			recording.response.status < 300 && isJsonObject(sent) && isJsonObject(record);

		return declaration !== undefined && isSuccessfulWrite
			? [{ title: `${name} ${index}`, declaration, sent, record }]
			: [];
	}),
);

test.each(writes)(
	'finds no difference in what a real server stored for $title',
	({
		title,
		declaration,
		sent,
		record,
	}: (typeof writes)[number] & { readonly sent: JsonObject }) => {
		expect(wireNames(findIgnoredValues(record, declaration, sent))).toEqual(
			IGNORED_FIELDS[title] ?? [],
		);
	},
);

test('the recordings contain writes of many kinds', () => {
	expect(writes.length).toBeGreaterThan(40);
});
