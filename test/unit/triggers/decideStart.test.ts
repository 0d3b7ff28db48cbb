import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { decideStart, mayStart, type ResolvedNames } from '../../../nodes/PlaneTrigger/decideStart';
import {
	filtersWithNames,
	type NameFilter,
	type WebhookParameters,
} from '../../../nodes/PlaneTrigger/readParameters';
import { EVENTS } from '../../../nodes/PlaneTrigger/description';
import { matchesAnyName } from '../../../nodes/shared/events/filters';
import { isUuid } from '../../../nodes/shared/fields/identifier';
import { isJsonObject } from '../../../nodes/shared/fields/json';
import type { Delivery } from '../../../nodes/PlaneTrigger/deliveries/delivery';
import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { documented, documentedBody } from '../../service/documented/deliveries';
import { deliveries } from '../../service/observed/webhooks';
import { runs } from '../random';
import { withoutField } from '../webhook/withoutField';

const PROJECT = '9fd7aabe-5857-4fac-8703-3fcbe314a70d';
const OTHER_PROJECT = '2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11';
const USER = '893d290c-74ec-48df-8edc-7d50c000fee1';
const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';
const DONE = '056a2126-ab35-4ca3-8905-75a06291b5a1';
const DOING = 'afc28be6-b53c-41a3-bdee-7187d4d71cbf';

const OPEN: WebhookParameters = {
	events: Object.keys(EVENTS),
	toStates: [],
	assignedTo: [],
	fields: ['state', 'labels'],
	projects: [],
	ignoredUsers: [],
	includeBody: false,
	workspace: '',
};

const NOTHING_KNOWN: ResolvedNames = { ids: {}, unresolved: [] };

/** What is known without a Plane API credential. */
const NOT_LOOKED_UP: ResolvedNames = {
	ids: {},
	unresolved: ['projects', 'ignoredUsers', 'toStates', 'assignedTo'],
};

function read(body: JsonObject): Delivery {
	const delivery = readDelivery(body);
	if (delivery === undefined) throw new Error('No delivery');

	return delivery;
}

const recorded = (what: string): JsonObject =>
	JSON.parse(deliveries.find((each) => each.what === what)?.body ?? '{}') as JsonObject;

/** A documented delivery with other values in its record. */
function documentedWith(name: string, data: JsonObject, more: JsonObject = {}): Delivery {
	const body = documentedBody(name);

	return read({ ...body, ...more, data: { ...(body.data as JsonObject), ...data } });
}

describe('the projects of the panel', () => {
	test.each<[string, string[], string, 'starts' | 'filtered' | 'undecided', ResolvedNames?]>([
		['its project (case P01)', [PROJECT], 'workitem.created', 'starts'],
		['another project (case P01)', [OTHER_PROJECT], 'workitem.created', 'filtered'],
		['the project of a link (case P01)', [PROJECT], 'workitem.link.created', 'starts'],
		['the project of what was deleted (case P01)', [PROJECT], 'workitem.deleted', 'starts'],
		[
			'another project than that of what was deleted',
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
		['a name that could not be looked up', ['OPS'], 'workitem.created', 'undecided', NOT_LOOKED_UP],
	])('decide by %s', (_, projects, name, kind, known = NOTHING_KNOWN) => {
		expect(decideStart(read(documentedBody(name)), { ...OPEN, projects }, known).kind).toBe(kind);
	});

	test.each(['workitem.comment.created', 'workitem.deleted-bare'])(
		'let %s pass, which does not say its project, and say so (case P11, finding 23)',
		(name) => {
			const decision = decideStart(
				read(documentedBody(name)),
				{ ...OPEN, projects: [OTHER_PROJECT] },
				NOTHING_KNOWN,
			);

			expect(decision).toMatchObject({
				kind: 'starts',
				doubts: [expect.stringContaining('Plane does not say which project')],
			});
		},
	);

	it('let a deletion by an old server pass, of which only the ID is sent (row 41, finding 23)', () => {
		const delivery = read({ event: 'issue', action: 'delete', data: { id: 'i1' } });

		expect(decideStart(delivery, { ...OPEN, projects: [PROJECT] }, NOTHING_KNOWN).kind).toBe(
			'starts',
		);
	});
});

describe('users whose changes are ignored', () => {
	const update = (data: JsonObject) =>
		documentedWith('workitem.updated', data, { previous_attributes: { priority: 'low' } });

	test.each<[string, Delivery, string[], 'starts' | 'filtered' | 'undecided', ResolvedNames?]>([
		['who changed it (case P02)', update({ updated_by_id: USER }), [USER], 'filtered'],
		[
			'who created it (case P02)',
			documentedWith('workitem.created', { updated_by_id: null }),
			[USER],
			'filtered',
		],
		[
			'who created it, with None beside it (case P02)',
			documentedWith('workitem.created', { updated_by_id: 'None' }),
			[USER],
			'filtered',
		],
		[
			'who wrote the comment (case P11)',
			read(documentedBody('workitem.comment.created')),
			[USER],
			'filtered',
		],
		['others', update({ updated_by_id: USER }), [ADA], 'starts'],
		[
			'an address that was looked up',
			update({ updated_by_id: USER }),
			['bot@example.com'],
			'filtered',
			{ ids: { ignoredUsers: [USER] }, unresolved: [] },
		],
		[
			'an address that could not be looked up',
			update({ updated_by_id: USER }),
			['bot@example.com'],
			'undecided',
			NOT_LOOKED_UP,
		],
		[
			'an address, which version 1 sends',
			read(recorded('state changed')),
			['ADA@example.com'],
			'filtered',
			NOT_LOOKED_UP,
		],
		[
			'a full name, which version 1 sends, in another form of its letters (finding 9)',
			read(recorded('state changed')),
			['Ada\u00a0Lovel\u200bace'],
			'filtered',
			NOT_LOOKED_UP,
		],
		[
			'an address of somebody else, where version 1 sends it',
			read(recorded('state changed')),
			['bob@example.com'],
			'starts',
			NOT_LOOKED_UP,
		],
	])('are recognised by %s', (_, delivery, ignoredUsers, kind, known = NOTHING_KNOWN) => {
		expect(decideStart(delivery, { ...OPEN, ignoredUsers }, known).kind).toBe(kind);
	});

	it('let pass what nobody is named for, and say so (row 104)', () => {
		const decision = decideStart(
			read(documentedBody('workitem.deleted')),
			{ ...OPEN, ignoredUsers: [USER] },
			NOTHING_KNOWN,
		);

		expect(decision).toMatchObject({
			kind: 'starts',
			doubts: [expect.stringContaining('Plane does not say who did this')],
		});
	});
});

describe('states that a change has to be to', () => {
	const filters = { ...OPEN, events: ['work_item_state_changed'] };
	const second = read(documentedBody('workitem.updated'));
	const first = read(recorded('state changed'));

	test.each<[string, Delivery, string[], 'starts' | 'filtered' | 'undecided', ResolvedNames?]>([
		['an ID (case P03)', second, [DONE], 'starts'],
		['another ID', second, [DOING], 'filtered'],
		[
			'a name that was looked up (case P03)',
			second,
			['Done'],
			'starts',
			{ ids: { toStates: [DONE] }, unresolved: [] },
		],
		[
			'a name of another state',
			second,
			['Done'],
			'filtered',
			{ ids: { toStates: [DOING] }, unresolved: [] },
		],
		['a name that could not be looked up (case P03)', second, ['Done'], 'undecided', NOT_LOOKED_UP],
		['the name that version 1 sends', first, ['in progress'], 'starts', NOT_LOOKED_UP],
		[
			'the name that version 1 sends, with a zero-width space (finding 9)',
			first,
			['In Pro\u200bgress'],
			'starts',
			NOT_LOOKED_UP,
		],
		['another name than version 1 sends', first, ['Done'], 'filtered', NOT_LOOKED_UP],
	])('are recognised by %s', (_, delivery, toStates, kind, known = NOTHING_KNOWN) => {
		expect(decideStart(delivery, { ...filters, toStates }, known).kind).toBe(kind);
	});

	it('are not known by name where the record of version 1 has moved on since', () => {
		const body = recorded('state changed');
		const state = { id: DONE, name: 'Done', group: 'completed' };
		const moved = read({ ...body, data: { ...(body.data as JsonObject), state } });

		expect(decideStart(moved, { ...filters, toStates: ['Done'] }, NOT_LOOKED_UP)).toEqual({
			kind: 'undecided',
			reason: 'To States has names, and Plane sent only the ID of the state.',
		});
		expect(decideStart(moved, { ...filters, toStates: [DONE] }, NOTHING_KNOWN).kind).toBe(
			'filtered',
		);
	});
});

describe('people that a work item has to be assigned to', () => {
	const filters = { ...OPEN, events: ['work_item_assigned'] };
	const created = read(documentedBody('workitem.created'));

	test.each<[string, string[], 'starts' | 'filtered' | 'undecided', ResolvedNames?]>([
		['an ID (case P03)', [USER], 'starts'],
		['another ID', [ADA], 'filtered'],
		[
			'an address that was looked up (case P03)',
			['ada@example.com'],
			'starts',
			{ ids: { assignedTo: [USER] }, unresolved: [] },
		],
		[
			'an address that could not be looked up (case P03)',
			['ada@example.com'],
			'undecided',
			NOT_LOOKED_UP,
		],
	])('are recognised by %s', (_, assignedTo, kind, known = NOTHING_KNOWN) => {
		expect(decideStart(created, { ...filters, assignedTo }, known).kind).toBe(kind);
	});

	it('are recognised by the names that version 1 sends', () => {
		const delivery = read(recorded('work item created'));

		expect(decideStart(delivery, { ...filters, assignedTo: ['ada'] }, NOT_LOOKED_UP).kind).toBe(
			'starts',
		);
		expect(decideStart(delivery, { ...filters, assignedTo: ['bob'] }, NOT_LOOKED_UP).kind).toBe(
			'filtered',
		);
	});

	it('are not believed of a new work item whose people may be those of former times (case P51)', () => {
		const body = recorded('work item created');
		const people = [USER, ADA, ADA].map((id) => ({ id }));
		const delivery = read({ ...body, data: { ...(body.data as JsonObject), assignees: people } });

		expect(decideStart(delivery, { ...filters, assignedTo: [ADA] }, NOTHING_KNOWN).kind).toBe(
			'undecided',
		);
		expect(
			decideStart(delivery, { ...OPEN, events: ['work_item_created'] }, NOTHING_KNOWN).kind,
		).toBe('starts');
	});

	it('are recognised by the change, not by the record, of an update (case P51)', () => {
		const body = recorded('assignees and labels cleared');
		const data = { ...(body.data as JsonObject), assignees: [{ id: USER }, { id: ADA }] };
		const activity = {
			...(body.activity as JsonObject),
			old_value: [USER],
			new_value: [USER, ADA],
		};
		const delivery = read({ ...body, data, activity });

		expect(decideStart(delivery, { ...filters, assignedTo: [USER] }, NOTHING_KNOWN).kind).toBe(
			'filtered',
		);
		expect(decideStart(delivery, { ...filters, assignedTo: [ADA] }, NOTHING_KNOWN).kind).toBe(
			'starts',
		);
	});
});

describe('an update in which nothing changed that people see', () => {
	test.each(Object.keys(EVENTS))('starts nothing, for the event %s (case P12)', (event) => {
		const delivery = read(documentedBody('workitem.updated-none-text'));

		expect(mayStart(delivery, { ...OPEN, events: [event] })).toBe(false);
	});
});

/** Values that may be left out of a delivery, by their places. */
const droppable = fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }), { maxLength: 6 });

/** A body without the value at a place. */
function without(value: JsonValue, place: readonly number[]): JsonValue {
	const [number, ...further] = place;
	if (!isJsonObject(value) || number === undefined) return value;

	const names = Object.keys(value);
	const name = names[number % Math.max(names.length, 1)];
	if (name === undefined) return value;

	const part = value[name];
	const others = withoutField(value, name);
	if (further.length === 0 || !isJsonObject(part)) return others;

	return { ...others, [name]: without(part, further) };
}

const anyBody = fc
	.tuple(
		fc.constantFrom<JsonObject>(
			...deliveries.map(({ body }) => JSON.parse(body) as JsonObject),
			...[...documented.keys()].map(documentedBody),
		),
		droppable,
	)
	.map(([body, places]) => places.reduce<JsonValue>(without, body));

const some = (...values: string[]) => fc.subarray(values);

const anyFilters: fc.Arbitrary<WebhookParameters> = fc.record({
	events: fc.subarray(Object.keys(EVENTS), { minLength: 1 }),
	toStates: some(DONE, DOING, 'Done', 'in progress'),
	assignedTo: some(USER, ADA, 'ada@example.com', 'nobody'),
	fields: some('state', 'labels', 'name', 'assignees', 'description'),
	projects: some(PROJECT, OTHER_PROJECT, 'Launch'),
	ignoredUsers: some(USER, ADA, 'ada', 'bot@example.com'),
	includeBody: fc.constant(false),
	workspace: fc.constant(''),
});

const anyKnown: fc.Arbitrary<ResolvedNames> = fc.oneof(
	fc.constant(NOT_LOOKED_UP),
	fc.record({
		ids: fc.record({
			projects: some(PROJECT, OTHER_PROJECT),
			ignoredUsers: some(USER, ADA),
			toStates: some(DONE, DOING),
			assignedTo: some(USER, ADA),
		}),
		unresolved: fc.constant([]),
	}),
);

/** What was looked up for the filters that have names: of the others, nothing is. */
function knownOf(
	filters: WebhookParameters,
	{ ids, unresolved: unknown }: ResolvedNames,
): ResolvedNames {
	const named = filtersWithNames(filters);
	const isNamed = (filter: NameFilter) => named.includes(filter);

	return {
		ids: Object.fromEntries(named.map((filter) => [filter, ids[filter] ?? []])),
		unresolved: unknown.filter(isNamed),
	};
}

test('deliveries of both forms with fields missing are decided as documented, and nothing is thrown', () => {
	const tally: Record<string, number> = { starts: 0, filtered: 0, undecided: 0, none: 0 };

	fc.assert(
		fc.property(anyBody, anyFilters, anyKnown, (body, filters, lookedUp) => {
			const known = knownOf(filters, lookedUp);
			const delivery = readDelivery(body);
			if (delivery === undefined || !mayStart(delivery, filters)) {
				tally.none = (tally.none ?? 0) + 1;

				return;
			}

			const { event, fields } = delivery;
			const decision = decideStart(delivery, filters, known);

			tally[decision.kind] = (tally[decision.kind] ?? 0) + 1;

			const { projects, ignoredUsers, toStates, assignedTo } = filters;
			const all = [...projects, ...ignoredUsers, ...toStates, ...assignedTo];
			const isCalledBy = (value: JsonValue, entries: readonly string[], ids?: readonly string[]) =>
				matchesAnyName(value, [...entries, ...(ids ?? [])]);
			const isOfProject = isCalledBy(event.projectId, projects, known.ids.projects);
			const isByIgnored =
				ignoredUsers.length > 0 &&
				isCalledBy(event.actor ?? null, ignoredUsers, known.ids.ignoredUsers);

			if (decision.kind === 'starts') {
				// Every filter that the delivery says enough for lets it pass; of each other one, it says so.
				const doubts = [
					projects.length > 0 && event.projectId === null,
					ignoredUsers.length > 0 && event.actor === null,
				].filter(Boolean);

				expect(decision.doubts).toHaveLength(doubts.length);
				expect(projects.length === 0 || event.projectId === null || isOfProject).toBe(true);
				expect(isByIgnored).toBe(false);
				if (decision.field !== null) expect(fields).toHaveProperty([decision.field]);
			}

			if (decision.kind === 'undecided') {
				// Only names that nobody could look up, and people who may be those of former times.
				const isOpen = known.unresolved.length > 0 && !all.every(isUuid);

				expect(isOpen || delivery.mayIncludeFormerAssignees).toBe(true);
			}

			if (decision.kind === 'filtered') {
				const isStateOut = toStates.length > 0 && fields.state !== undefined;
				const isPersonOut = assignedTo.length > 0 && fields.assignees !== undefined;
				const isProjectOut = projects.length > 0 && !isOfProject;

				expect(isProjectOut || isByIgnored || isStateOut || isPersonOut).toBe(true);
			}
		}),
		{ numRuns: runs(10_000) },
	);

	for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
});
