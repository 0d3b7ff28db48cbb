import { describe, expect, it } from '@jest/globals';
import { isObjectEmpty, type INodeParameters, type NodeParameterValueType } from 'n8n-workflow';

import type { Field } from '../../nodes/shared/fields/kinds';
import { getEmptyValue } from '../../nodes/shared/fields/field';
import { operations as declared } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { readCall } from '../../nodes/Plane/input/readCall';
import type { HttpRequest } from '../../nodes/shared/transport/request';
import {
	contractField,
	operations as specified,
	validateRequest,
	validateUpload,
	type ContractField,
	type ContractOperation,
} from './contract';
import type { Connection } from '../../nodes/shared/transport/connection';
import { isProblem, type Result } from '../../nodes/shared/result/problem';
import type { Send } from '../../nodes/shared/transport/send';
import { Execution } from '../../nodes/Plane/execute/Execution';
import { Client } from '../../nodes/shared/client/client';
import { Scheduler } from '../../nodes/shared/scheduler/Scheduler';
import { type Call, forCall } from '../../nodes/shared/model/call';
import { EXECUTORS } from '../../nodes/Plane/execute/executors';
import { executeContext } from '../unit/contexts';
import { jsonResponse } from '../unit/responses';

const connection: Connection = {
	root: 'https://plane.example.com',
	workspaceSlug: '',
	apiKey: '',
	ignoreSslIssues: false,
};
const WORKSPACE = '/api/v1/workspaces/{workspace_slug}/';
const ADDRESS = 'https://storage.example.com/uploads';

const ID = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
const COLOR = '#3f76ff';
const OTHER_ID = '1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';

type Collection = 'additionalFields' | 'updateFields' | 'filters' | 'options';

/** A declared field, and the collection of the panel that it is in. */
interface Placed {
	readonly field: Field;
	readonly collection?: Collection;
}

const nameOf = ({ resource, value }: Operation) => `${resource}.${value}`;

const bodyOf = (operation: Operation) => ('body' in operation ? operation.body : undefined);

/** Every field of an operation that goes on the wire. */
function fieldsOf(operation: Operation): readonly Placed[] {
	const own = (fields: readonly Field[] = []) => fields.map((field) => ({ field }));
	if (operation.kind === 'upload') {
		return [...own(operation.formFields), ...own([operation.file])];
	}

	const body = bodyOf(operation);
	const list = operation.kind === 'list' ? operation : undefined;
	const added = (collection: Collection, fields: readonly Field[] = []) =>
		fields.map((field) => ({ field, collection }));
	const ids = operation.kind === 'add' ? [operation.idsField] : [];

	return [
		...own(operation.locators),
		...own([...ids, ...(body?.fields ?? []), ...(list?.fields ?? [])]),
		...added(body?.collection ?? 'updateFields', body?.collectionFields),
		...added('filters', list?.serverFilters),
		...added('options', operation.kind === 'get' ? operation.options : list?.options),
		...own(operation.kind === 'remove' ? [idOfRemoved(operation)] : []),
	];
}

/** The IDs of a removal go out one by one, in the path. */
const idOfRemoved = ({ idsField, idPlaceholder }: Operation<'remove'>): Field => ({
	...idsField,
	wire: idPlaceholder,
});

/** What the node leaves out on purpose, by operation or for all, and why. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
	// They come with paging, or the node sets them by itself.
	'': ['limit', 'offset'],
	// Simplified records and the files of attachments are what they are for.
	get: ['fields', 'expand'],
	getAll: ['fields', 'expand'],
	getWorkItems: ['fields', 'expand'],
	getArchived: ['fields', 'expand'],
	'cycle.create': ['project_id'],
	// The server ignores it, and puts a new state last.
	'state.create': ['sequence'],
	// Whether it is set follows from the project.
	'workItem.search': ['workspace_search'],
	// A membership stays that of its member.
	'projectMember.update': ['member'],
	'workItem.archive': ['archived_at'],
	'workItem.unarchive': ['archived_at'],
};

/** What the node asks for although servers take a record without it. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
	'workItemComment.create': ['comment_html'],
};

/** What the node has although no page names it, because servers heed it (rows 28 and 30). */
const heeded = ['order_by', 'fields', 'expand'];

/** Every field of a specified operation that the node is to have; those within a field stand for it. */
function fieldsToHave({ id, pathParameters, query, body }: ContractOperation) {
	const inside = body.flatMap((field) => {
		const { properties = {}, required = [] } = field.schema;
		const names = Object.entries(properties);
		if (names.length === 0) return [field];

		return names.map(([name, schema]) =>
			contractField(`${field.name}.${name}`, schema, {
				required: field.required && required.includes(name),
			}),
		);
	});
	const [, value = ''] = id.split('.');
	const isMentioned = (name: string) =>
		['', value, id].some((key) => LEFT_OUT[key]?.includes(name) === true);

	return [
		...pathParameters.filter(({ name }) => name !== 'workspace_slug'),
		...[...query, ...inside].filter(({ name, addition }) => !addition && !isMentioned(name)),
	];
}

/** Values of fields whose name decides which ones Plane accepts. */
const SAMPLES_BY_NAME: Readonly<Record<string, string>> = {
	email: 'ada@example.com',
	source_email: 'ada@example.com',
	url: 'https://example.com/page',
	// It has to be in the future (row 79).
	snoozed_till: '2099-03-31T08:00:00.000Z',
	timezone: 'Europe/Berlin',
	identifier: 'LNCH',
};

/** Values by the type of a property. */
const SAMPLES_BY_TYPE: Readonly<Record<string, NodeParameterValueType>> = {
	object: { depth: { of: 'two' } },
	boolean: true,
	integer: 7,
	number: 7.5,
};

/** A value that the contract accepts for a field. */
function sample(
	{ name, types, values, schema }: ContractField,
	{ kind: { look }, source }: Field,
	resource: string,
): NodeParameterValueType {
	const [option] = look.options ?? [];
	if (look.type.endsWith('ptions') && option && 'value' in option) return option.value;

	// Names of projects have no hyphens (row 203).
	const byName = resource === 'project' && name === 'name' ? 'Launch' : SAMPLES_BY_NAME[name];
	if (byName !== undefined) return byName;
	// The form in which Plane stores it: any other is brought into that form.
	if (name.endsWith('_html')) return '<p>It prints.</p>';

	if (types.includes('array')) {
		return schema.items?.type === 'string' ? [ID, OTHER_ID] : ['Gold', 3];
	}

	const type = Object.keys(SAMPLES_BY_TYPE).find((candidate) => types.includes(candidate));

	return type === undefined
		? sampleText({ name, values, schema }, look, source !== undefined)
		: SAMPLES_BY_TYPE[type];
}

/** A text that matches the pattern of a field. */
function sampleText(
	{ name, values, schema }: Pick<ContractField, 'name' | 'values' | 'schema'>,
	look: Field['kind']['look'],
	hasSource: boolean,
): string {
	const isDay = look.typeOptions !== undefined;
	const days = look.type === 'dateTime' ? [isDay ? '2026-03-31' : '2026-03-31T08:00:00.000Z'] : [];
	const texts = [
		...values,
		...(hasSource ? [] : days),
		...(look.type === 'color' ? [COLOR] : []),
		ID,
		'2026-03-31',
		COLOR,
	];
	const fitting = texts.find((text) => new RegExp(schema.pattern ?? '').test(text));
	if (fitting === undefined) throw new Error(`No sample fits ${name}`);

	return fitting;
}

/** The parameters of a node in which these fields are filled in. */
function parametersFor(
	operation: Operation,
	given: readonly (readonly [Placed, NodeParameterValueType])[],
): INodeParameters {
	const parameters: INodeParameters = {
		resource: operation.resource,
		operation: operation.value,
		workspaceSlug: 'acme',
		simple: false,
		credentialSource: 'fields',
		uploadUrl: ADDRESS,
	};

	for (const [{ field, collection }, value] of given) {
		// As it goes out, so that it can be compared.
		const format = field.formatField && { [field.formatField.parameter]: 'html' };
		const values = { [field.parameter]: value, ...format };
		if (collection === undefined) Object.assign(parameters, values);
		else Object.assign((parameters[collection] ??= {}), values);
	}

	return parameters;
}

/** Values of which each field refuses at least one. */
const UNFIT: readonly NodeParameterValueType[] = [
	{ neither: 'one' },
	[''],
	'..',
	'null',
	'{',
	'\0',
];

/** What becomes of these fields, from the panel's parameters on. */
async function read(
	operation: Operation,
	given: readonly (readonly [Placed, NodeParameterValueType])[],
): Promise<Result<Call>> {
	const binary = { [ID]: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } };
	const context = await executeContext(parametersFor(operation, given), {
		items: [{ json: {}, binary }],
	});

	return await readCall(context, operation, 0, '');
}

/** What goes on the wire for these fields; the parts of one change as one request. */
async function wire(
	operation: Operation,
	given: readonly (readonly [Placed, NodeParameterValueType])[],
): Promise<HttpRequest> {
	const call = await read(operation, given);
	if (isProblem(call)) throw new Error(`${call.message}. ${call.description}`);

	const sent: HttpRequest[] = [];

	const send: Send = (request) => {
		const isChange = operation.kind === 'update';
		// Some changes read their record first, some creates their project, and some additions their target.
		const isPreparation = request.method === 'GET' && operation.request.method !== 'GET';
		if (!isPreparation) sent.push(request);

		return Promise.resolve(
			isChange || (isPreparation && operation.kind !== 'add')
				? jsonResponse({ id: ID })
				: { fault: 'network', code: 'ECONNREFUSED' },
		);
	};

	const execution = new Execution(
		new Client(connection, send, send),
		new Scheduler({ concurrency: 1, maxWait: 0, retries: 0, timeout: 1000 }),
		false,
	);

	await forCall(EXECUTORS, call, execution, () => undefined);
	const [first, ...others] = sent;
	if (first === undefined) throw new Error('Nothing was sent');
	if (operation.kind !== 'update') return first;

	const bodies = [first, ...others].map(({ body }): unknown =>
		typeof body === 'string' ? JSON.parse(body) : undefined,
	);

	return { ...first, body: JSON.stringify(Object.assign({}, ...bodies)) };
}

/** What the contract says of a request; undefined: it is the operation that it should be. */
function objection({ method, url, headers, body }: HttpRequest, id: string): string | undefined {
	if (body !== undefined && typeof body !== 'string') {
		const verdict = validateUpload([...body], headers);

		return url === `${ADDRESS}/` ? verdict.problem : `wrong address ${url}`;
	}

	const { pathname, searchParams } = new URL(url);
	const verdict = validateRequest({
		method,
		path: pathname,
		query: Object.fromEntries(searchParams),
		headers: { ...headers, 'X-API-Key': 'the key, which n8n adds' },
		...(body === undefined ? {} : { body: JSON.parse(body) as unknown }),
	});

	return verdict.operationId === id ? verdict.problem : `it is ${String(verdict.operationId)}`;
}

/** The values that a request carries, by their wire names, those of its path in their order. */
function carried({ url, body }: HttpRequest): Record<string, unknown> {
	const { searchParams } = new URL(url);

	for (const shared of ['limit', 'offset', 'per_page', 'cursor']) searchParams.delete(shared);
	// Not as they are wanted, but with those that every row is known by.
	if (searchParams.get('fields')?.includes('updated_at') === true) searchParams.delete('fields');

	const query = Object.fromEntries(searchParams);
	if (body === undefined) return query;
	if (typeof body !== 'string') return Object.fromEntries<unknown>(body);

	const { issue, ...rest } = JSON.parse(body) as Record<string, unknown>;
	const own = Object.entries(rest).filter(([name]) => !/^(project_id|archived_at)$/.test(name));
	const inside = Object.entries(issue ?? {}).map(([name, value]): [string, unknown] => [
		`issue.${name}`,
		value,
	]);

	return { ...query, ...Object.fromEntries([...own, ...inside]) };
}

/** Operations of several steps, which other tests follow. */
const ofFiles = ['workItemAttachment.attach', 'workItemAttachment.get'];

it('has exactly the operations that are specified', () => {
	const names = declared.map(nameOf);
	const due = specified.map(({ id }) => id);

	expect(names.sort()).toEqual(due.sort());
});

describe.each(
	specified.flatMap((contract) =>
		declared
			.filter((operation) => nameOf(operation) === contract.id && !ofFiles.includes(contract.id))
			.map((operation) => [contract.id, operation, contract] as const),
	),
)('%s', (id, operation, contract) => {
	const due = fieldsToHave(contract);
	const specifiedAs = (wireName: string) => due.find(({ name }) => name === wireName);
	const isBeyond = ({ field: { wire: name } }: Placed) =>
		heeded.includes(name) &&
		specifiedAs(name) === undefined &&
		contract.query.some((field) => field.name === name);
	const fields = fieldsOf(operation).filter((placed) => !isBeyond(placed));
	const inPath = ({ field }: Placed) =>
		contract.pathParameters.some(({ name }) => name === field.wire);
	const samples = fields.flatMap((placed) => {
		const field = specifiedAs(placed.field.wire);

		return field === undefined
			? []
			: [[placed, sample(field, placed.field, operation.resource)] as const];
	});
	const needed = samples.filter(([{ field }]) => field.required);
	const others = samples.filter(([{ field }]) => !field.required);

	/** The field that a change has along with another one, because servers take both or spoil one. */
	const pairOf = ([{ field }]: (typeof samples)[number]) =>
		others.filter(([placed]) => placed.field.wire === field.sendWith);

	it('has every field that is specified, and no other', () => {
		const names = fields.map(({ field }) => field.wire);

		expect([...names].sort()).toEqual(due.map(({ name }) => name).sort());
	});

	it('asks for the fields that are required, and for no other', () => {
		const asked = fields.filter(({ field }) => field.required).map(({ field }) => field.wire);
		const required = due.filter((field) => field.required).map(({ name }) => name);

		expect([...asked].sort()).toEqual([...required, ...(ASKED[id] ?? [])].sort());
	});

	it('has the method and the path as specified, to the last slash', () => {
		const { method, path } = operation.request;
		const isBelow = operation.kind !== 'upload' && !path.startsWith('/');
		const whole = isBelow ? WORKSPACE + path : operation.kind === 'upload' ? '/' : `/api/v1${path}`;

		expect(`${method} ${whole}`).toBe(`${contract.method} ${contract.path}`);
	});

	it('sends every field under its wire name, and the contract takes it', async () => {
		const request = await wire(operation, samples);

		expect(objection(request, id)).toBeUndefined();
		const sent = carried(request);

		for (const [placed, value] of samples.filter(([placed]) => !inPath(placed))) {
			const { wire: name } = placed.field;
			if (name === 'file') expect(sent[name]).toMatchObject({ name: 'hello.txt', size: 5 });
			else if (contract.query.length > 0) expect(sent[name]).toBe(value);
			else expect(sent[name]).toEqual(value);
		}

		expect(Object.keys(sent)).toHaveLength(samples.filter(([placed]) => !inPath(placed)).length);
	});

	it('sends the required fields alone, or with one field to change', async () => {
		const body = bodyOf(operation);
		const isChange = body?.collection === 'updateFields' && body.collectionFields.length > 0;
		const alone = isChange && needed.every(([placed]) => inPath(placed));
		const requests = await Promise.all(
			(alone ? others.map((other) => [...needed, other, ...pairOf(other)]) : [needed]).map(
				async (given) => await wire(operation, given),
			),
		);
		const ownCount = needed.filter(([placed]) => !inPath(placed)).length;

		for (const [index, request] of requests.entries()) {
			expect(objection(request, id)).toBeUndefined();
			const other = alone ? others[index] : undefined;
			const count = ownCount + (other === undefined ? 0 : 1 + pairOf(other).length);

			expect(Object.keys(carried(request))).toHaveLength(count);
		}
	});

	it('clears each field that can be cleared, added and left empty, as the contract allows', async () => {
		const changes = others.filter(
			([{ collection, field }]) =>
				(collection === 'updateFields' || collection === 'additionalFields') &&
				getEmptyValue(field) !== undefined,
		);

		for (const change of changes) {
			const [placed] = change;
			const pair = pairOf(change).map(([other]) => [other, ''] as const);
			const request = await wire(operation, [...needed, [placed, ''], ...pair]);

			expect([placed.field.wire, objection(request, id)]).toEqual([placed.field.wire, undefined]);
			const sent = carried(request)[placed.field.wire];

			expect(sent === null || isObjectEmpty(sent as object) || sent === '').toBe(true);
		}
	});

	it('refuses a value that does not fit a field, by its name, before anything is sent', async () => {
		for (const [placed] of samples) {
			const { field } = placed;
			const others = samples.filter(([each]) => each !== placed);
			const calls = await Promise.all(
				UNFIT.map(async (value) => await read(operation, [...others, [placed, value]])),
			);
			const problems = calls.filter(isProblem);

			expect([field.wire, problems.length > 0]).toEqual([field.wire, true]);

			for (const { message, tag } of problems) {
				expect(message).toContain(`${field.displayName}: `);
				expect(tag).toBe('invalid');
			}
		}
	});

	it('offers every value of an enumeration, and the contract takes each', async () => {
		for (const placed of fields) {
			const { values = [] } = specifiedAs(placed.field.wire) ?? {};
			if (values.length === 0) continue;

			const offered = (placed.field.kind.look.options ?? []).map((option) =>
				'value' in option ? option.value : undefined,
			);

			expect([...offered].sort()).toEqual([...values].sort());

			for (const value of values) {
				const request = await wire(operation, [...needed, [placed, value]]);

				expect(objection(request, id)).toBeUndefined();
				expect(carried(request)[placed.field.wire]).toBe(value);
			}
		}
	});
});
