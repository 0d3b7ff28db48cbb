import { expect, it } from '@jest/globals';
import { isObjectEmpty, type INodeParameters, type NodeParameterValueType } from 'n8n-workflow';

import type { Field } from '../../nodes/shared/fields/kinds';
import { getEmptyValue } from '../../nodes/shared/fields/field';
import { OWN_OPTIONS } from '../../nodes/shared/operations/shared/paging';
import { findOtherDay, listRules } from '../../nodes/shared/operations/bodyRules';
import { operations as declared } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { readDraft } from '../../nodes/Plane/input/readDraft';
import { buildCall } from '../../nodes/shared/model/buildCall';
import type { HttpRequest } from '../../nodes/shared/transport/request';
import {
	contractField,
	operations as specified,
	validateRequest,
	validateUpload,
	type ContractField,
	type ContractOperation,
} from './contract';
import { isProblem, type Result } from '../../nodes/shared/result/problem';
import type { Send } from '../../nodes/shared/transport/send';
import type { Call } from '../../nodes/shared/model/call';
import { collectMistakes } from '../tools/mistakes';
import { executeContext } from '../unit/contexts';
import { jsonResponse } from '../unit/responses';
import { sendCall } from './sendCall';

const WORKSPACE = '/api/v1/workspaces/{workspace_slug}/';
const STORAGE_URL = 'https://storage.example.com/uploads';

const ID = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
const COLOR = '#3f76ff';
const OTHER_ID = '1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';

type Collection = 'additionalFields' | 'updateFields' | 'filters' | 'options';

/** A declared field, and the collection of the panel that it is in, if any. */
interface PlacedField {
	readonly field: Field;
	readonly collection?: Collection;
}

const getName = ({ resource, value }: Operation) => `${resource}.${value}`;

const getBody = (operation: Operation) => ('body' in operation ? operation.body : undefined);

/** Whether an operation has no request of its own, but sends those of other operations. */
const isBuiltFromOthers = (operation: Operation): boolean =>
	operation.kind === 'upsert' ||
	(operation.kind === 'list' && operation.output?.kind === 'counted') ||
	(operation.kind === 'update' && operation.body.fixedValues !== undefined);

/** Whether a field belongs to another record, which the request of another operation changes. */
const isOfRelatedRecord = (operation: Operation, { wire }: Field): boolean => {
	const prefix = getBody(operation)?.relatedRecord?.prefix;

	return prefix !== undefined && wire.startsWith(`${prefix}.`);
};

/** Lists every field of an operation that is sent. */
function listFields(operation: Operation): readonly PlacedField[] {
	const own = (fields: readonly Field[] = []) => fields.map((field) => ({ field }));
	if (operation.kind === 'upload') {
		return [...own(operation.formFields), ...own([operation.file])];
	}

	const body = getBody(operation);
	const list = operation.kind === 'list' ? operation : undefined;
	const inCollection = (collection: Collection, fields: readonly Field[] = []) =>
		fields.map((field) => ({ field, collection }));
	const ids = operation.kind === 'add' ? [operation.idsField] : [];

	return [
		// One that is not in the path only helps to find a record by its name: it is not sent.
		...own(operation.locators.filter(({ wire }) => operation.request.path.includes(`{${wire}}`))),
		...own([...ids, ...(body?.fields ?? []), ...(list?.fields ?? [])]),
		...inCollection(
			body?.collection ?? 'updateFields',
			body?.collectionFields.filter((field) => !isOfRelatedRecord(operation, field)),
		),
		...inCollection('filters', list?.serverFilters),
		...inCollection('options', listOptions(operation)),
		...own(operation.kind === 'remove' ? [createIdField(operation)] : []),
	];
}

/** The query fields under Options. */
function listOptions(operation: Operation): readonly Field[] | undefined {
	switch (operation.kind) {
		case 'add':
		case 'get':
		case 'list':
		case 'remove':
			return operation.options?.filter(({ wire }) => !OWN_OPTIONS.includes(wire));
		default:
			return undefined;
	}
}

/** Creates the field for the IDs of a removal: those that the path takes are sent one by one. */
const createIdField = ({ idsField, idPlaceholder }: Operation<'remove'>): Field => ({
	...idsField,
	wire: idPlaceholder ?? idsField.wire,
});

/** Fields of the contract that the node does not have, by operation (`''`: every one), with the reasons. */
const OMITTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
	// They come with paging, or the node sets them by itself.
	'': ['limit', 'offset'],
	// Simplify and Download Files take their place.
	get: ['fields', 'expand'],
	getAll: ['fields', 'expand'],
	getWorkItems: ['fields', 'expand'],
	getArchived: ['fields', 'expand'],
	getArchivedWorkItems: ['fields'],
	searchByQuery: ['fields'],
	'cycle.create': ['project_id'],
	// The path has the same IDs already.
	'workItem.getAll': ['project'],
	'workItemAttachment.getAll': ['issue', 'project', 'workspace'],
	// The server ignores it, and puts a new state last.
	'state.create': ['sequence'],
	// The node sets it according to the project.
	'workItem.search': ['workspace_search'],
	// The node builds them from the filters and the projects.
	'workItem.searchAdvanced': ['filters', 'project_id', 'workspace_search'],
	// The member of a membership never changes.
	'projectMember.update': ['member'],
	'workItem.archive': ['archived_at'],
	'workItem.unarchive': ['archived_at'],
};

/** Fields that the node requires although servers accept a record without them. */
const ALSO_REQUIRED: Readonly<Record<string, readonly string[]>> = {
	// Both are unique in the workspace, and a template can be used again (row 477).
	'project.createFromTemplate': ['name', 'identifier'],
	'workItemComment.create': ['comment_html'],
};

/** Query parameters that the node has although they are undocumented, because servers apply them (rows 28 and 30). */
const UNDOCUMENTED_PARAMETERS = ['order_by', 'fields', 'expand'];

/** Lists every field that the node must have for an operation. The fields of an object replace the object. */
function listExpectedFields({ id, pathParameters, query, body }: ContractOperation) {
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
	const isOmitted = (name: string) =>
		['', value, id].some((key) => OMITTED_FIELDS[key]?.includes(name) === true);

	const locators = pathParameters.filter(({ name }) => name !== 'workspace_slug');
	const otherFields = [...query, ...inside].filter(
		({ name, isAddition }) => !isAddition && !isOmitted(name),
	);

	return [...locators, ...otherFields];
}

/** Values of fields whose name, not their type, decides which values Plane accepts. */
const SAMPLES_BY_NAME: Readonly<Record<string, string>> = {
	email: 'ada@example.com',
	source_email: 'ada@example.com',
	url: 'https://example.com/page',
	website_url: 'https://example.com',
	link: 'https://example.com/page',
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

/** Creates a value that the contract accepts for a field. */
function createSample(
	{ name, types, values, schema }: ContractField,
	{ kind: { panel }, source }: Field,
	resource: string,
): NodeParameterValueType {
	const [option] = panel.options ?? [];
	if (panel.type.endsWith('ptions') && option && 'value' in option) return option.value;

	// Names of projects have no hyphens (row 203).
	const byName = resource === 'project' && name === 'name' ? 'Launch' : SAMPLES_BY_NAME[name];
	if (byName !== undefined) return byName;
	// The form in which Plane stores it: the node converts any other form into this one.
	if (name.endsWith('_html')) return '<p>It prints.</p>';

	if (types.includes('array')) {
		switch (schema.items?.type) {
			case 'string':
				return [ID, OTHER_ID];
			case 'object':
				// Points of an estimate have a position, which the node would add.
				return [{ key: 1, name: 'Gold', value: 'Gold' }];
			default:
				return ['Gold', 3];
		}
	}

	const type = Object.keys(SAMPLES_BY_TYPE).find((candidate) => types.includes(candidate));

	return type === undefined
		? createSampleText({ name, values, schema }, panel, source !== undefined)
		: SAMPLES_BY_TYPE[type];
}

/** Creates text that matches the pattern of a field. */
function createSampleText(
	{ name, values, schema }: Pick<ContractField, 'name' | 'values' | 'schema'>,
	panel: Field['kind']['panel'],
	hasSource: boolean,
): string {
	const isDay = panel.typeOptions !== undefined;
	const days = panel.type === 'dateTime' ? [isDay ? '2026-03-31' : '2026-03-31T08:00:00.000Z'] : [];
	const texts = [
		...values,
		...(hasSource ? [] : days),
		...(panel.type === 'color' ? [COLOR] : []),
		ID,
		'2026-03-31',
		COLOR,
	];
	const { pattern = '', maxLength = Infinity } = schema;
	const fitting = texts.find((text) => text.length <= maxLength && new RegExp(pattern).test(text));
	if (fitting === undefined) throw new Error(`No sample fits ${name}`);

	return fitting;
}

/** Values for the locators that are not in the path. */
const findUnsentLocators = (operation: Operation): INodeParameters =>
	operation.kind === 'upload'
		? {}
		: Object.fromEntries(
				operation.locators
					.filter(({ wire }) => !operation.request.path.includes(`{${wire}}`))
					.map(({ parameter }) => [parameter, ID]),
			);

/** The parameters of a node that has values for these fields. */
function parametersFor(
	operation: Operation,
	values: readonly (readonly [PlacedField, NodeParameterValueType])[],
): INodeParameters {
	const parameters: INodeParameters = {
		resource: operation.resource,
		operation: operation.value,
		workspaceSlug: 'acme',
		simple: false,
		credentialSource: 'fields',
		uploadUrl: STORAGE_URL,
		...findUnsentLocators(operation),
	};

	for (const [{ field, collection }, value] of values) {
		// HTML is sent as it is, so that it can be compared.
		const format = field.formatField && { [field.formatField.parameter]: 'html' };
		const values = { [field.parameter]: value, ...format };
		if (collection === undefined) Object.assign(parameters, values);
		else Object.assign((parameters[collection] ??= {}), values);
	}

	return parameters;
}

/** Values. Each field refuses at least one of them. */
const INVALID_VALUES: readonly NodeParameterValueType[] = [
	{ neither: 'one' },
	[''],
	'..',
	'null',
	'{',
	'\0',
];

/** Reads a call from parameters that have values for these fields. */
async function readParameters(
	operation: Operation,
	values: readonly (readonly [PlacedField, NodeParameterValueType])[],
): Promise<Result<Call>> {
	const binary = { [ID]: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } };
	const context = await executeContext(parametersFor(operation, values), {
		items: [{ json: {}, binary }],
	});

	const draft = await readDraft(context, operation, { itemIndex: 0, workspaceSlug: '' });

	return isProblem(draft) ? draft : buildCall(draft);
}

/** Executes an operation with these values, and returns its request. The requests of an update are merged. */
async function captureRequest(
	operation: Operation,
	values: readonly (readonly [PlacedField, NodeParameterValueType])[],
): Promise<HttpRequest> {
	const call = await readParameters(operation, values);
	if (isProblem(call)) throw new Error(`${call.message}. ${call.description}`);

	const sent: HttpRequest[] = [];

	const send: Send = (request) => {
		const isChange = operation.kind === 'update';
		// Some updates read their record first, some creates their project or their list, some additions their target.
		const isPreparation = request.method === 'GET' && operation.request.method !== 'GET';
		if (!isPreparation) sent.push(request);

		return Promise.resolve(
			isChange || (isPreparation && operation.kind !== 'add')
				? jsonResponse({ id: ID, ...(operation.kind === 'create' && { results: [] }) })
				: { kind: 'network', code: 'ECONNREFUSED' },
		);
	};

	await sendCall(call, send);

	const [first, ...others] = sent;
	if (first === undefined) throw new Error('Nothing was sent');
	if (operation.kind !== 'update') return first;

	const bodies = [first, ...others].map(({ body }): unknown =>
		typeof body === 'string' ? JSON.parse(body) : undefined,
	);

	return { ...first, body: JSON.stringify(Object.assign({}, ...bodies)) };
}

/** Describes what the contract has against a request, or returns undefined if it is this operation. */
function findContractProblem(
	{ method, url, headers, body }: HttpRequest,
	id: string,
): string | undefined {
	if (body !== undefined && typeof body !== 'string') {
		const verdict = validateUpload([...body], headers);

		return url === `${STORAGE_URL}/` ? verdict.problem : `wrong address ${url}`;
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

/** The objects in bodies whose fields the node declares one by one. */
const GROUPS = ['issue', 'settings'];

/** The values in the query or the body of a request, by their wire names. */
function readSentValues({ url, body }: HttpRequest): Record<string, unknown> {
	const { searchParams } = new URL(url);

	for (const shared of ['limit', 'offset', 'per_page', 'cursor']) searchParams.delete(shared);
	// The node adds the fields that it needs to identify rows.
	if (searchParams.get('fields')?.includes('updated_at') === true) searchParams.delete('fields');

	const query = Object.fromEntries(searchParams);
	if (body === undefined) return query;
	if (typeof body !== 'string') return Object.fromEntries<unknown>(body);

	const sent = JSON.parse(body) as Record<string, unknown>;
	const isExtra = (name: string) => SET_BY_NODE.includes(name);
	const own = Object.entries(sent).filter(([name]) => !isExtra(name));
	const flat = own.flatMap(([name, value]): [string, unknown][] =>
		GROUPS.includes(name) && typeof value === 'object' && value !== null
			? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part])
			: [[name, value]],
	);

	return { ...query, ...Object.fromEntries(flat) };
}

/** Fields of a body that the node sets by itself. */
const SET_BY_NODE = ['project_id', 'archived_at', 'workspace_search', 'limit'];

/** Whether an operation transfers a file in several steps, which have tests of their own. */
const transfersFile = (operation: Operation): boolean =>
	operation.kind === 'attach' || (operation.kind === 'get' && operation.fileDownload !== undefined);

/** Whether an operation has tests of its own, because its values depend on records of the server. */
const isTestedElsewhere = (operation: Operation): boolean =>
	transfersFile(operation) ||
	(operation.kind === 'update' && operation.setsValues === 'manyOfCustomer');

it('The node has exactly the operations that openapi.yaml and commercial.yaml in test/contract/ describe', () => {
	const names = declared.filter((operation) => !isBuiltFromOthers(operation)).map(getName);

	const expectedNames = specified.map(({ id }) => id);

	expect(names.sort()).toEqual(expectedNames.sort());
});

it.each(
	declared
		.filter(({ kind }) => kind === 'upsert')
		.map((operation) => [getName(operation), operation] as const),
)('%s has the fields, the method and the path of the create', (_, operation) => {
	// It sends the requests of the create and of the update of its resource, which have tests below.
	const create = declared.find(
		({ kind, resource }) => kind === 'create' && resource === operation.resource,
	);

	const describeFields = (fields: readonly PlacedField[]) =>
		fields.map(({ field: { wire, required, parameter } }) => ({ wire, required, parameter }));

	expect(describeFields(listFields(operation))).toEqual(
		create && describeFields(listFields(create)),
	);
	expect(operation.request).toEqual(create?.request);
});

it('The fields of a related record are fields of the operation that changes it', () => {
	const wires = declared.flatMap((operation) => {
		const { collectionFields = [], relatedRecord } = getBody(operation) ?? {};
		const known = relatedRecord?.operation.body.collectionFields.map(({ wire }) => wire);

		return collectionFields
			.filter((field) => isOfRelatedRecord(operation, field))
			.map(({ wire }) => [wire, known?.includes(wire.split('.')[1] ?? '')] as const);
	});

	expect(wires.length).toBeGreaterThan(0);
	expect(wires.filter(([, isKnown]) => isKnown !== true)).toEqual([]);
});

it('Accepting an intake item sends a request that the contract has for its update', async () => {
	const accept = declared.find((operation) => getName(operation) === 'intakeItem.accept');
	if (accept === undefined) throw new Error('There is no such operation');

	const path = listFields(accept).map((placed) => [placed, ID] as const);
	const request = await captureRequest(accept, path);

	expect(findContractProblem(request, 'intakeItem.update')).toBeUndefined();
	expect(readSentValues(request)).toEqual({ status: 1 });
});

it.each(
	specified.flatMap((contract) =>
		declared
			.filter((operation) => getName(operation) === contract.id && !isTestedElsewhere(operation))
			.map((operation) => [contract.id, operation, contract] as const),
	),
)('%s agrees with the contract', async (_, operation, contract) => {
	const mistakes = await collectMistakes(listChecks(operation, contract), async (check) => {
		await check();
	});

	expect(mistakes).toEqual([]);
});

/** A check of an operation, with a title that says what holds. It throws if that does not hold. */
type NamedCheck = readonly [title: string, check: () => void | Promise<void>];

/** Lists the checks of an operation against its description in the contract. */
function listChecks(operation: Operation, contract: ContractOperation): readonly NamedCheck[] {
	const { id } = contract;
	const expectedFields = listExpectedFields(contract);
	const findSpecified = (wireName: string) => expectedFields.find(({ name }) => name === wireName);
	const isUndocumented = ({ field: { wire: name } }: PlacedField) =>
		UNDOCUMENTED_PARAMETERS.includes(name) &&
		findSpecified(name) === undefined &&
		contract.query.some((field) => field.name === name);
	const fields = listFields(operation).filter((placed) => !isUndocumented(placed));
	const inPath = ({ field }: PlacedField) =>
		contract.pathParameters.some(({ name }) => name === field.wire);
	const samples = fields.flatMap((placed) => {
		const field = findSpecified(placed.field.wire);

		return field === undefined
			? []
			: [[placed, createSample(field, placed.field, operation.resource)] as const];
	});
	/** The project may be left empty if the key of a work item names it, but its path has it all the same. */
	const isRequired = (placed: PlacedField) => placed.field.required || inPath(placed);
	/** A field that the node sends in any case, even if the user does not fill it in. */
	const isAlwaysSent = ({ field }: PlacedField) => field.initialValue !== undefined;
	const requiredSamples = samples.filter(([placed]) => isRequired(placed));
	const ruledBody = getBody(operation) ?? {};
	/** The other field that cannot have a value if this one has. */
	const findExcluded = ({ wire }: Field) =>
		listRules(ruledBody, 'excludes').find(({ fields: [field] }) => field === wire)?.fields[1];
	/** Whether a field goes with some values of another one only. */
	const isConditional = ({ field }: PlacedField) =>
		field.takenWith !== undefined || findExcluded(field) !== undefined;

	/** Those of the samples that go with a value of a field, which they do not contain. */
	const findFitting = (
		[{ field }, value]: readonly [PlacedField, NodeParameterValueType],
		candidates: typeof samples,
	) =>
		candidates
			.filter(([other]) => other.field !== field && !isConditional(other))
			.filter(([other]) => other.field.wire !== findExcluded(field))
			.map(([other, sample]) => {
				const { wire = '', choices = {} } = field.takenWith ?? {};
				const [condition] =
					Object.entries(choices).find(
						([, values]) => values.length === 0 || values.some((choice) => choice === value),
					) ?? [];

				return [other, other.field.wire === wire ? (condition ?? sample) : sample] as const;
			});

	/** Sets of samples that go together. Every sample is in at least one of them. */
	const fittingSets = [
		samples.filter(([placed]) => !isConditional(placed)),
		...samples
			.filter(([placed]) => isConditional(placed))
			.map((sample) => [...findFitting(sample, samples), sample]),
	];
	const others = samples.filter(([placed]) => !isRequired(placed));

	/** The field that must be sent together with another one, because servers lose one of them otherwise. */
	const findCompanions = ([{ field }]: (typeof samples)[number]) =>
		others.filter(([placed]) => placed.field.wire === findOtherDay(ruledBody, field.wire));

	const checkFields = () => {
		const names = fields.map(({ field }) => field.wire);

		expect([...names].sort()).toEqual(expectedFields.map(({ name }) => name).sort());
	};

	const checkRequiredFields = () => {
		const listNames = (placed: readonly PlacedField[]) => placed.map(({ field }) => field.wire);
		const sent = listNames(fields.filter((placed) => !isRequired(placed) && isAlwaysSent(placed)));
		const required = expectedFields
			.filter((field) => field.required && !sent.includes(field.name))
			.map(({ name }) => name);

		expect(listNames(fields.filter(isRequired)).sort()).toEqual(
			[...required, ...(ALSO_REQUIRED[id] ?? [])].sort(),
		);
	};

	const checkAddress = () => {
		const { method, path } = operation.request;
		const isBelow = operation.kind !== 'upload' && !path.startsWith('/');
		const fullPath = isBelow
			? WORKSPACE + path
			: operation.kind === 'upload'
				? '/'
				: `/api/v1${path}`;

		expect(`${method} ${fullPath}`).toBe(`${contract.method} ${contract.path}`);
	};

	const checkSentValues = async (set: typeof samples) => {
		const request = await captureRequest(operation, set);

		expect(findContractProblem(request, id)).toBeUndefined();
		const sent = readSentValues(request);
		const expected = set
			.filter(([placed]) => !inPath(placed))
			.map(([{ field }, value]) => [
				field.wire,
				field.wire === 'file' ? expect.objectContaining({ name: 'hello.txt', size: 5 }) : value,
			]);

		expect(sent).toEqual(Object.fromEntries(expected));
		expect(Object.keys(sent)).toHaveLength(expected.length);
	};

	const checkRequiredValues = async () => {
		const body = getBody(operation);
		const isChange = body?.collection === 'updateFields' && body.collectionFields.length > 0;
		const isSearch = operation.kind === 'list' && operation.search !== undefined;
		const alone = (isChange || isSearch) && requiredSamples.every(([placed]) => inPath(placed));
		const requests = await Promise.all(
			(alone
				? others.map((other) => [...requiredSamples, other, ...findCompanions(other)])
				: [requiredSamples]
			).map(async (values) => await captureRequest(operation, values)),
		);
		const initialCount = isChange ? 0 : others.filter(([placed]) => isAlwaysSent(placed)).length;
		const ownCount = initialCount + requiredSamples.filter(([placed]) => !inPath(placed)).length;

		for (const [index, request] of requests.entries()) {
			expect(findContractProblem(request, id)).toBeUndefined();
			const other = alone ? others[index] : undefined;
			const count = ownCount + (other === undefined ? 0 : 1 + findCompanions(other).length);

			expect(Object.keys(readSentValues(request))).toHaveLength(count);
		}
	};

	const checkClearing = async (change: (typeof samples)[number]) => {
		const [placed] = change;
		const pair = findCompanions(change).map(([other]) => [other, ''] as const);
		const request = await captureRequest(operation, [...requiredSamples, [placed, ''], ...pair]);

		expect(findContractProblem(request, id)).toBeUndefined();
		const sent = readSentValues(request)[placed.field.wire];
		const isEmpty = sent === null || isObjectEmpty(sent) || sent === '';

		expect(isEmpty ? 'empty' : sent).toBe('empty');
	};

	const checkRefusal = async (sample: (typeof samples)[number]) => {
		const [placed] = sample;
		const { field } = placed;
		const otherSamples = findFitting(sample, samples);
		const calls = await Promise.all(
			INVALID_VALUES.map(
				async (value) => await readParameters(operation, [...otherSamples, [placed, value]]),
			),
		);
		const problems = calls.filter(isProblem);

		expect(problems).not.toEqual([]);

		for (const { message, cause } of problems) {
			expect(message).toContain(`${field.displayName}: `);
			expect(cause).toBe('invalid');
		}
	};

	const checkEnumeration = async (placed: PlacedField) => {
		const { values = [] } = findSpecified(placed.field.wire) ?? {};
		const offered = (placed.field.kind.panel.options ?? []).map((option) =>
			'value' in option ? option.value : undefined,
		);

		expect([...offered].sort()).toEqual([...values].sort());

		for (const value of values) {
			const others = findFitting([placed, value], requiredSamples);
			const request = await captureRequest(operation, [...others, [placed, value]]);

			expect(findContractProblem(request, id)).toBeUndefined();
			expect(readSentValues(request)[placed.field.wire]).toBe(value);
		}
	};

	const clearable = others.filter(
		([{ collection, field }]) =>
			(collection === 'updateFields' || collection === 'additionalFields') &&
			getEmptyValue(field) !== undefined,
	);
	const enumerations = fields.filter(
		({ field }) => (findSpecified(field.wire)?.values ?? []).length > 0,
	);

	return [
		['has exactly the fields of the contract', checkFields],
		['requires exactly the fields that the contract requires', checkRequiredFields],
		['has the method and the path of the contract, including the last slash', checkAddress],
		...fittingSets.map(
			(set): NamedCheck => [
				'sends every field by its wire name with a value that the contract accepts',
				async () => await checkSentValues(set),
			],
		),
		[
			'sends only the required fields, or in an update or a search one field more',
			checkRequiredValues,
		],
		...clearable.map(
			(change): NamedCheck => [
				`clears ${change[0].field.wire}, if it is left empty, with a value that the contract accepts`,
				async () => await checkClearing(change),
			],
		),
		...samples.map(
			(sample): NamedCheck => [
				`refuses an invalid ${sample[0].field.wire} before anything is sent, and names the field`,
				async () => await checkRefusal(sample),
			],
		),
		...enumerations.map(
			(placed): NamedCheck => [
				`offers exactly the values of ${placed.field.wire}, and sends them as the contract accepts them`,
				async () => await checkEnumeration(placed),
			],
		),
	];
}
