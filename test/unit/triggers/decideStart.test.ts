import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { decideStart, mayStart, type LookupResults } from '../../../nodes/PlaneTrigger/decideStart';
import type { WebhookParameters } from '../../../nodes/PlaneTrigger/readParameters';
import { eventValues } from '../../../nodes/PlaneTrigger/webhookEvents';
import { filtersWithNames, type NameFilter } from '../../../nodes/shared/events/eventParameters';
import { matchesAnyName } from '../../../nodes/shared/events/filters';
import { isUuid } from '../../../nodes/shared/values/textForms';
import { isJsonObject } from '../../../nodes/shared/values/json';
import type { Delivery } from '../../../nodes/PlaneTrigger/deliveries/delivery';
import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { readDocumentedBody, readDocumentedBodies } from '../../service/documented/deliveries';
import { readRecordedBody, readRecordedBodies } from '../../service/observed/webhooks';
import { runs } from '../random';
import { withoutField } from '../webhook/withoutField';

const PROJECT = '9fd7aabe-5857-4fac-8703-3fcbe314a70d';
const OTHER_PROJECT = '2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11';
const USER = '893d290c-74ec-48df-8edc-7d50c000fee1';
const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';
const DONE = '056a2126-ab35-4ca3-8905-75a06291b5a1';
const DOING = 'afc28be6-b53c-41a3-bdee-7187d4d71cbf';

/** All events, no filters. */
const ALL_EVENTS: WebhookParameters = {
	events: [...eventValues],
	toStates: [],
	assignedTo: [],
	fields: ['state', 'labels'],
	projects: [],
	ignoredUsers: [],
	ignoresOwnChanges: false,
	filters: {},
	includeBody: false,
	workspace: '',
};

/** The filters have only IDs. */
const NO_NAMES: LookupResults = { ids: {}, unresolved: [] };

/** Without a Plane API credential, names cannot be looked up. */
const UNRESOLVED: LookupResults = {
	ids: {},
	unresolved: ['projects', 'ignoredUsers', 'toStates', 'assignedTo'],
};

function read(body: JsonObject): Delivery {
	const delivery = readDelivery(body);
	if (delivery === undefined) throw new Error('This is not a delivery of Plane');

	return delivery;
}

/** A documented delivery with other values in its record, and other members. */
function readDocumentedWith(name: string, data: JsonObject, members: JsonObject = {}): Delivery {
	const body = readDocumentedBody(name);

	return read({ ...body, ...members, data: { ...(body.data as JsonObject), ...data } });
}

describe('Projects', () => {
	test.each<[string, string[], string, 'starts' | 'filtered' | 'undecided', LookupResults?]>([
		['the ID of its project', [PROJECT], 'workitem.created', 'starts'],
		['the ID of another project', [OTHER_PROJECT], 'workitem.created', 'filtered'],
		['the project of a link', [PROJECT], 'workitem.link.created', 'starts'],
		['the project of a deleted work item', [PROJECT], 'workitem.deleted', 'starts'],
		[
			'another project than that of a deleted work item',
			[OTHER_PROJECT],
			'workitem.deleted',
			'filtered',
		],
		[
			'the name of its project',
			['Launch'],
			'workitem.created',
			'starts',
			{ ids: { projects: [PROJECT] }, unresolved: [] },
		],
		[
			'the name of another project',
			['OPS'],
			'workitem.created',
			'filtered',
			{ ids: { projects: [OTHER_PROJECT] }, unresolved: [] },
		],
		['a name that could not be looked up', ['OPS'], 'workitem.created', 'undecided', UNRESOLVED],
	])(
		'a delivery is judged correctly if Projects has %s',
		(_, projects, name, kind, names = NO_NAMES) => {
			const delivery = read(readDocumentedBody(name));

			const decision = decideStart(delivery, { ...ALL_EVENTS, projects }, names);

			expect(decision.kind).toBe(kind);
		},
	);

	test.each(['workitem.comment.created', 'workitem.deleted-bare'])(
		'%s starts the workflow with a doubt, because it does not have its project',
		(name) => {
			const decision = decideStart(
				read(readDocumentedBody(name)),
				{ ...ALL_EVENTS, projects: [OTHER_PROJECT] },
				NO_NAMES,
			);

			expect(decision).toMatchObject({
				kind: 'starts',
				warnings: [expect.stringContaining('Plane does not say which project')],
			});
		},
	);

	it('a deletion by an old server, which sends only the ID, starts the workflow (row 41)', () => {
		const delivery = read({ event: 'issue', action: 'delete', data: { id: 'i1' } });

		const decision = decideStart(delivery, { ...ALL_EVENTS, projects: [PROJECT] }, NO_NAMES);

		expect(decision.kind).toBe('starts');
	});
});

describe('Ignore Changes By', () => {
	const update = (data: JsonObject) =>
		readDocumentedWith('workitem.updated', data, { previous_attributes: { priority: 'low' } });

	test.each<[string, Delivery, string[], 'starts' | 'filtered' | 'undecided', LookupResults?]>([
		['the user who changed it', update({ updated_by_id: USER }), [USER], 'filtered'],
		[
			'the user who created it',
			readDocumentedWith('workitem.created', { updated_by_id: null }),
			[USER],
			'filtered',
		],
		[
			'the user who created it, if its last editor is the text None',
			readDocumentedWith('workitem.created', { updated_by_id: 'None' }),
			[USER],
			'filtered',
		],
		[
			'the author of the comment',
			read(readDocumentedBody('workitem.comment.created')),
			[USER],
			'filtered',
		],
		['another user', update({ updated_by_id: USER }), [ADA], 'starts'],
		[
			'an email address that was looked up',
			update({ updated_by_id: USER }),
			['bot@example.com'],
			'filtered',
			{ ids: { ignoredUsers: [USER] }, unresolved: [] },
		],
		[
			'an email address that could not be looked up',
			update({ updated_by_id: USER }),
			['bot@example.com'],
			'undecided',
			UNRESOLVED,
		],
		[
			'an email address, which version 1 sends',
			read(readRecordedBody('state changed')),
			['ADA@example.com'],
			'filtered',
			UNRESOLVED,
		],
		[
			'a full name, which version 1 sends, with invisible characters',
			read(readRecordedBody('state changed')),
			['Ada\u00a0Lovel\u200bace'],
			'filtered',
			UNRESOLVED,
		],
		[
			'the email address of another user, which version 1 sends',
			read(readRecordedBody('state changed')),
			['bob@example.com'],
			'starts',
			UNRESOLVED,
		],
	])(
		'a delivery is judged correctly if Ignore Changes By has %s',
		(_, delivery, ignoredUsers, kind, names = NO_NAMES) => {
			expect(decideStart(delivery, { ...ALL_EVENTS, ignoredUsers }, names).kind).toBe(kind);
		},
	);

	it('a delivery without a user starts the workflow with a doubt (row 104)', () => {
		const decision = decideStart(
			read(readDocumentedBody('workitem.deleted')),
			{ ...ALL_EVENTS, ignoredUsers: [USER] },
			NO_NAMES,
		);

		expect(decision).toMatchObject({
			kind: 'starts',
			warnings: [expect.stringContaining('Plane does not say who did this')],
		});
	});
});

describe('To States', () => {
	const filters = { ...ALL_EVENTS, events: ['workItemStateChanged'] };
	const deliveryV2 = read(readDocumentedBody('workitem.updated'));
	const deliveryV1 = read(readRecordedBody('state changed'));

	test.each<[string, Delivery, string[], 'starts' | 'filtered' | 'undecided', LookupResults?]>([
		['an ID', deliveryV2, [DONE], 'starts'],
		['the ID of another state', deliveryV2, [DOING], 'filtered'],
		[
			'a name that was looked up',
			deliveryV2,
			['Done'],
			'starts',
			{ ids: { toStates: [DONE] }, unresolved: [] },
		],
		[
			'the name of another state',
			deliveryV2,
			['Done'],
			'filtered',
			{ ids: { toStates: [DOING] }, unresolved: [] },
		],
		['a name that could not be looked up', deliveryV2, ['Done'], 'undecided', UNRESOLVED],
		['the name that version 1 sends', deliveryV1, ['in progress'], 'starts', UNRESOLVED],
		[
			'the name that version 1 sends, with a zero-width space',
			deliveryV1,
			['In Pro\u200bgress'],
			'starts',
			UNRESOLVED,
		],
		['another name than version 1 sends', deliveryV1, ['Done'], 'filtered', UNRESOLVED],
	])(
		'a delivery is judged correctly if To States has %s',
		(_, delivery, toStates, kind, names = NO_NAMES) => {
			expect(decideStart(delivery, { ...filters, toStates }, names).kind).toBe(kind);
		},
	);

	it('a name is undecided if the record of version 1 already has another state than the change', () => {
		const body = readRecordedBody('state changed');
		const state = { id: DONE, name: 'Done', group: 'completed' };

		const delivery = read({ ...body, data: { ...(body.data as JsonObject), state } });

		expect(decideStart(delivery, { ...filters, toStates: ['Done'] }, UNRESOLVED)).toEqual({
			kind: 'undecided',
			reason: 'To State Names or IDs: there are names, and Plane sent only the ID of the state.',
		});
		expect(decideStart(delivery, { ...filters, toStates: [DONE] }, NO_NAMES).kind).toBe('filtered');
	});
});

describe('Assigned To', () => {
	const filters = { ...ALL_EVENTS, events: ['workItemAssigned'] };
	const created = read(readDocumentedBody('workitem.created'));

	test.each<[string, string[], 'starts' | 'filtered' | 'undecided', LookupResults?]>([
		['an ID', [USER], 'starts'],
		['the ID of another user', [ADA], 'filtered'],
		[
			'an email address that was looked up',
			['ada@example.com'],
			'starts',
			{ ids: { assignedTo: [USER] }, unresolved: [] },
		],
		['an email address that could not be looked up', ['ada@example.com'], 'undecided', UNRESOLVED],
	])(
		'a delivery is judged correctly if Assigned To has %s',
		(_, assignedTo, kind, names = NO_NAMES) => {
			expect(decideStart(created, { ...filters, assignedTo }, names).kind).toBe(kind);
		},
	);

	it('an assignment matches by the names that version 1 sends', () => {
		const delivery = read(readRecordedBody('work item created'));

		const withAssignee = decideStart(delivery, { ...filters, assignedTo: ['ada'] }, UNRESOLVED);
		const withOtherUser = decideStart(delivery, { ...filters, assignedTo: ['bob'] }, UNRESOLVED);

		expect(withAssignee.kind).toBe('starts');
		expect(withOtherUser.kind).toBe('filtered');
	});

	it('an assignment is undecided if the assignees of a new work item may include former ones', () => {
		const body = readRecordedBody('work item created');
		const people = [USER, ADA, ADA].map((id) => ({ id }));

		const delivery = read({ ...body, data: { ...(body.data as JsonObject), assignees: people } });

		const createdEvent = { ...ALL_EVENTS, events: ['workItemCreated'] };

		const asAssignment = decideStart(delivery, { ...filters, assignedTo: [ADA] }, NO_NAMES);
		const asCreation = decideStart(delivery, createdEvent, NO_NAMES);

		expect(asAssignment.kind).toBe('undecided');
		expect(asCreation.kind).toBe('starts');
	});

	it('only assignees that were added match, not all assignees of the record', () => {
		const body = readRecordedBody('assignees and labels cleared');
		const data = { ...(body.data as JsonObject), assignees: [{ id: USER }, { id: ADA }] };
		const activity = {
			...(body.activity as JsonObject),
			old_value: [USER],
			new_value: [USER, ADA],
		};

		const delivery = read({ ...body, data, activity });

		const withFormerAssignee = decideStart(delivery, { ...filters, assignedTo: [USER] }, NO_NAMES);
		const withAddedAssignee = decideStart(delivery, { ...filters, assignedTo: [ADA] }, NO_NAMES);

		expect(withFormerAssignee.kind).toBe('filtered');
		expect(withAddedAssignee.kind).toBe('starts');
	});
});

describe('a filter with a name that was looked up', () => {
	const LABEL = 'cef5c767-98db-4779-8753-43520651eda7';
	const OTHER_LABEL = '1f0d8c1e-2f53-4c1d-9d0b-6a3c1f6f7b52';
	const filters = { labels: ['Customer'] };
	const createdWith = (labels: JsonValue) =>
		readDocumentedWith('workitem.created', { label_ids: labels });

	test.each<[string, string[], JsonValue[], 'starts' | 'filtered']>([
		[
			'starts for a record that has got the name since',
			[],
			[{ id: LABEL, name: 'customer' }],
			'starts',
		],
		['starts for a record with the ID', [LABEL], [LABEL], 'starts'],
		['does not start for a record with another name', [], [{ id: LABEL, name: 'Bug' }], 'filtered'],
		['does not start for a record with another ID', [LABEL], [OTHER_LABEL], 'filtered'],
		['does not start for an ID if no record has the name', [], [LABEL], 'filtered'],
	])('%s', (_, ids, labels, kind) => {
		const results = { ids: { labels: ids }, unresolved: [] };

		const decision = decideStart(createdWith(labels), { ...ALL_EVENTS, filters }, results);

		expect(decision.kind).toBe(kind);
	});

	it('leaves a record with another ID undecided if a second name could not be looked up', () => {
		const results: LookupResults = { ids: { labels: [LABEL] }, unresolved: ['labels'] };

		const decision = decideStart(
			createdWith([OTHER_LABEL]),
			{ ...ALL_EVENTS, filters: { labels: ['Customer', 'Bug'] } },
			results,
		);

		expect(decision.kind).toBe('undecided');
	});
});

describe('an update without visible changes', () => {
	test.each([...eventValues])('an invisible update does not start the workflow for %s', (event) => {
		const delivery = read(readDocumentedBody('workitem.updated-none-text'));

		expect(mayStart(delivery, { ...ALL_EVENTS, events: [event] })).toBe(false);
	});
});

/** Paths of the values to leave out of a delivery: at each level, the number of a member. */
const anyOmissions = fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }), {
	maxLength: 6,
});

/** Leaves out the value at a path. */
function omit(value: JsonValue, path: readonly number[]): JsonValue {
	const [number, ...rest] = path;
	if (!isJsonObject(value) || number === undefined) return value;

	const names = Object.keys(value);
	const name = names[number % Math.max(names.length, 1)];
	if (name === undefined) return value;

	const part = value[name];
	const remaining = withoutField(value, name);
	if (rest.length === 0 || !isJsonObject(part)) return remaining;

	return { ...remaining, [name]: omit(part, rest) };
}

const anyBody = fc
	.tuple(
		fc.constantFrom<JsonObject>(...readRecordedBodies(), ...readDocumentedBodies()),
		anyOmissions,
	)
	.map(([body, paths]) => paths.reduce<JsonValue>(omit, body));

const someOf = (...values: string[]) => fc.subarray(values);

const anyParameters: fc.Arbitrary<WebhookParameters> = fc.record({
	events: fc.subarray([...eventValues], { minLength: 1 }),
	toStates: someOf(DONE, DOING, 'Done', 'in progress'),
	assignedTo: someOf(USER, ADA, 'ada@example.com', 'nobody'),
	fields: someOf('state', 'labels', 'name', 'assignees', 'description'),
	projects: someOf(PROJECT, OTHER_PROJECT, 'Launch'),
	ignoredUsers: someOf(USER, ADA, 'ada', 'bot@example.com'),
	ignoresOwnChanges: fc.boolean(),
	filters: fc.constantFrom<JsonObject>(
		{},
		{},
		{ priority: ['high'] },
		{ states: [DONE] },
		{ states: ['Done'], priority: ['low', 'high'] },
		{ state_group: ['completed'] },
	),
	includeBody: fc.constant(false),
	workspace: fc.constant(''),
});

const anyNames: fc.Arbitrary<LookupResults> = fc.oneof(
	fc.constant(UNRESOLVED),
	fc.record({
		ids: fc.record({
			projects: someOf(PROJECT, OTHER_PROJECT),
			ignoredUsers: someOf(USER, ADA),
			toStates: someOf(DONE, DOING),
			assignedTo: someOf(USER, ADA),
			states: someOf(DONE, DOING),
		}),
		unresolved: fc.constant([]),
		currentUserId: fc.constantFrom(USER, ADA),
	}),
);

/** Restricts looked-up names to the filters that have names. */
function namesFor(
	parameters: WebhookParameters,
	{ ids, unresolved, currentUserId }: LookupResults,
): LookupResults {
	const withNames = filtersWithNames(parameters);
	const hasNames = (filter: NameFilter) => withNames.includes(filter);

	return {
		ids: Object.fromEntries(withNames.map((filter) => [filter, ids[filter] ?? []])),
		unresolved: unresolved.filter(hasNames),
		...(parameters.ignoresOwnChanges && currentUserId !== undefined && { currentUserId }),
	};
}

test('decides about incomplete deliveries of both versions as documented, and never throws', () => {
	const tally: Record<string, number> = { starts: 0, filtered: 0, undecided: 0, none: 0 };

	fc.assert(
		fc.property(anyBody, anyParameters, anyNames, (body, parameters, allNames) => {
			const names = namesFor(parameters, allNames);
			const delivery = readDelivery(body);
			if (delivery === undefined || !mayStart(delivery, parameters)) {
				tally.none = (tally.none ?? 0) + 1;

				return;
			}

			const { event, fields } = delivery;
			const decision = decideStart(delivery, parameters, names);

			tally[decision.kind] = (tally[decision.kind] ?? 0) + 1;

			const { projects, ignoredUsers, toStates, assignedTo, ignoresOwnChanges, filters } =
				parameters;
			const hasFilters = Object.keys(filters).length > 0;
			const isFiltered = hasFilters && event.event.startsWith('workItem');
			const filterEntries = [...projects, ...ignoredUsers, ...toStates, ...assignedTo];
			const matches = (value: JsonValue, entries: readonly string[], ids?: readonly string[]) =>
				matchesAnyName(value, [...entries, ...(ids ?? [])]);
			const matchesProjects = matches(event.project, projects, names.ids.projects);
			const isByListedUser =
				ignoredUsers.length > 0 &&
				matches(event.actor ?? null, ignoredUsers, names.ids.ignoredUsers);
			const isOwnChange = ignoresOwnChanges && matches(event.actor, [names.currentUserId ?? '']);
			const isByIgnoredUser = isByListedUser || isOwnChange;

			if (decision.kind === 'starts') {
				// Each filter matches, except those that the delivery has no value for: these are warnings.
				const warnings = [
					projects.length > 0 && event.project === null,
					(ignoredUsers.length > 0 || ignoresOwnChanges) && event.actor === null,
				].filter(Boolean);

				expect(decision.warnings).toHaveLength(warnings.length);
				expect(projects.length === 0 || event.project === null || matchesProjects).toBe(true);
				expect(isByIgnoredUser).toBe(false);
				expect(filters.priority ?? [event.record.priority]).toEqual(
					event.event === 'workItem'
						? expect.arrayContaining([event.record.priority])
						: expect.anything(),
				);
				if (isFiltered) expect(event.event).toBe('workItem');
				if (decision.field !== null) expect(fields).toHaveProperty([decision.field]);
			}

			if (decision.kind === 'undecided') {
				// Only because of names or users that could not be looked up, of former assignees, or of parts of
				// the work item that were not sent.
				const hasUnresolvedNames = names.unresolved.length > 0 && !filterEntries.every(isUuid);
				const lacksOwnUser = ignoresOwnChanges && names.currentUserId === undefined;

				expect(
					hasUnresolvedNames || lacksOwnUser || isFiltered || delivery.mayIncludeFormerAssignees,
				).toBe(true);
			}

			if (decision.kind === 'filtered') {
				const mayFailByState = toStates.length > 0 && fields.state !== undefined;
				const mayFailByAssignee = assignedTo.length > 0 && fields.assignees !== undefined;
				const failsByProject = projects.length > 0 && !matchesProjects;

				expect(
					failsByProject || isByIgnoredUser || mayFailByState || mayFailByAssignee || isFiltered,
				).toBe(true);
			}
		}),
		{ numRuns: runs(10_000) },
	);

	for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
});
