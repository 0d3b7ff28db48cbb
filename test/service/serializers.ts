import { getCycleTimes } from './days';
import type { HasDifference } from './differences';
import { stripTags } from './html';
import { readRecordings } from './recordings';
import {
	stableId,
	type Addition,
	type Comment,
	type Cycle,
	type IntakeItem,
	type Link,
	type Module,
	type Project,
	type Relation,
	type Row,
	type ServiceState,
	type Sticky,
	type WorkItem,
} from './state';

type RecordedFields = Record<string, unknown>;

/**
 * Where one record of each kind was recorded: the recording, the index of the exchange, the path in
 * its answer.
 */
const recordedAt = {
	newProject: ['interface', 5],
	membership: ['interface', 17],
	invitation: ['interface', 21],
	state: ['exchanges', 3],
	label: ['exchanges', 7],
	link: ['exchanges', 11],
	newComment: ['interface', 83],
	comment: ['interface', 87],
	activity: ['interface', 92],
	relation: ['interface', 96, '0'],
	updatedModule: ['exchanges', 14],
	newModule: ['interface', 132],
	newCycle: ['interface', 109],
	archivedCycle: ['interface', 129, 'results', '0'],
	moduleAddition: ['exchanges', 23, '0'],
	cycleAddition: ['exchanges', 28, '0'],
	additionOfCycle: ['interface', 121],
	workItem: ['exchanges', 33, 'results', '0'],
	stateOfWorkItem: ['exchanges', 40, 'results', '0', 'state'],
	projectOfWorkItem: ['exchanges', 40, 'results', '0', 'project'],
	intakeItem: ['interface', 145],
	workItemOfIntake: ['interface', 145, 'issue_detail'],
	sticky: ['interface', 155],
	attachment: ['exchanges', 47, '0'],
	project: ['exchanges', 53, 'results', '1'],
	module: ['exchanges', 54, 'results', '0'],
	cycle: ['exchanges', 55, 'results', '0'],
	member: ['exchanges', 58, '0'],
	user: ['exchanges', 59, '0'],
} as const;

type RecordedKind = keyof typeof recordedAt;

const isFields = (value: unknown): value is RecordedFields =>
	typeof value === 'object' && value !== null;

const recordings = {
	exchanges: readRecordings('exchanges'),
	interface: readRecordings('interface'),
};

function readRecordedFields(kind: RecordedKind): RecordedFields {
	const [recording, exchange, ...steps] = recordedAt[kind];
	const shape = steps.reduce<unknown>(
		(value, step) => (isFields(value) ? value[step] : undefined),
		recordings[recording][exchange]?.response.body,
	);
	if (!isFields(shape)) throw new Error(`Exchange ${exchange} holds no record: ${kind}.`);

	return shape;
}

const MILLISECOND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Writes a time in microseconds as the server does: `…:00.123Z` becomes `…:00.123000Z`. */
const toMicroseconds = (value: unknown): unknown =>
	typeof value === 'string' && value.length === 24 && MILLISECOND_TIME.test(value)
		? `${value.slice(0, -1)}000Z`
		: value;

/** Returns the record with only the included fields. */
const pick = (record: object, isIncluded: (name: string) => boolean): object =>
	Object.fromEntries<unknown>(Object.entries(record).filter(([name]) => isIncluded(name)));

const priorities = ['urgent', 'high', 'medium', 'low', 'none'];

/** Returns the value to sort by. Missing values come last. */
function getSortKey(name: string, value: unknown): string | number {
	if (name === 'priority') return priorities.indexOf(String(value));
	if (typeof value === 'number') return value;

	return typeof value === 'string' ? value : '\uffff';
}

/**
 * Sorts rows by a field, or descending with `-` before its name (observed row 28).
 *
 * @param getKey what to sort by, if that is not a field of the row
 */
export function sortRows<Entry extends Row>(
	rows: readonly Entry[],
	order: string,
	getKey?: (row: Entry) => string | number,
): Entry[] {
	const name = order.replace(/^-/, '');
	const ranked = rows.map((row) => ({
		row,
		sortKey: getKey?.(row) ?? getSortKey(name, Reflect.get(row, name)),
	}));

	ranked.sort((left, right) => {
		if (left.sortKey === right.sortKey) return 0;

		return left.sortKey < right.sortKey ? -1 : 1;
	});
	const sorted = ranked.map(({ row }) => row);

	return order.startsWith('-') ? sorted.reverse() : sorted;
}

/** Sorts rows newest first. Of two with the same time, the later one comes first. */
export const newestFirst = <Entry extends Row>(rows: readonly Entry[]): Entry[] =>
	sortRows(rows, '-created_at');

/** Creates the serializers: of whole rows, or of the recorded fields. */
export function createSerializers(state: ServiceState, hasDifference: HasDifference) {
	const firstUserId = state.users[0]?.id ?? null;

	/**
	 * Returns a serializer with the recorded fields of a kind. A field that is neither in the row nor
	 * among the computed ones keeps its recorded value.
	 */
	function serializerFor<Entry extends Row>(
		kind: RecordedKind,
		computeFields: (row: Entry) => object = () => ({}),
	): (row: Entry) => object {
		if (!hasDifference('recordedShapes')) return (row) => row;

		const recordedFields = Object.entries(readRecordedFields(kind));
		const creator = recordedFields.some(([name, value]) => name === 'created_by' && value !== null);

		return (row) => {
			const computed: object = {
				created_by: creator ? (row.created_by ?? firstUserId) : null,
				updated_by: row.updated_by ?? null,
				...computeFields(row),
			};
			const record: Record<string, unknown> = {};

			for (const [name, recordedValue] of recordedFields) {
				const source = name in computed ? computed : row;

				record[name] = name in source ? toMicroseconds(Reflect.get(source, name)) : recordedValue;
			}

			return record;
		};
	}

	/** Counts these work items by group of states, each count at most `most`. */
	function countGroups(issues: readonly string[], most = Infinity): object {
		const ids = new Set(issues);
		const groupOf = new Map(state.states.map(({ id, group }) => [id, group]));
		const items = state.workItems.filter(({ id }) => ids.has(id));
		const counts = ['cancelled', 'completed', 'started', 'unstarted', 'backlog'].map(
			(group): [string, number] => {
				const count = items.filter((item) => groupOf.get(item.state) === group).length;

				return [`${group}_issues`, Math.min(count, most)];
			},
		);

		return { total_issues: issues.length, ...Object.fromEntries<number>(counts) };
	}

	const user = serializerFor('user');
	const label = serializerFor('label');
	const module = serializerFor<Module>('module', ({ issues }) => countGroups(issues, 1));
	// The recorded edition has no work item types, but both fields.
	const workItem = serializerFor<WorkItem>('workItem', ({ type }) =>
		hasDifference('lacksCommercialPaths') ? { type: null } : { type, type_id: type },
	);
	const stateOfWorkItem = serializerFor('stateOfWorkItem');
	const projectOfWorkItem = serializerFor('projectOfWorkItem');

	const serializeAll = (rows: readonly Row[], ids: unknown, show: (row: Row) => object) =>
		rows.filter(({ id }) => [ids].flat().includes(id)).map(show);
	const serializeOne = (...parameters: Parameters<typeof serializeAll>) =>
		serializeAll(...parameters)[0] ?? null;
	const serializeUser = (id: unknown) => serializeOne(state.users, id, user);
	const serializeUsers = (ids: unknown) => serializeAll(state.users, ids, user);
	const people = ['created_by', 'updated_by', 'actor', 'owned_by', 'owner', 'lead', 'project_lead'];
	/** The fields that `expand` can turn from IDs into records. */
	const relations = new Map<string, (ids: unknown) => unknown>([
		...people.map((name) => [name, serializeUser] as const),
		['assignees', serializeUsers],
		['members', serializeUsers],
		['labels', (ids) => serializeAll(state.labels, ids, label)],
		['project', (id) => serializeOne(state.projects, id, projectOfWorkItem)],
		['state', (id) => serializeOne(state.states, id, stateOfWorkItem)],
		['parent', (id) => state.workItems.filter((row) => row.id === id).map(workItem)[0] ?? {}],
	]);
	if (!hasDifference('recordedShapes')) {
		relations.set('type', (id) => serializeOne(state.types, id, (type) => type));
		relations.set('module', (id) => serializeOne(state.modules, id, (record) => record));
	}

	/** Returns a serializer of links that names this user as the last to change them. */
	function linkSerializer(changer: string | null): (row: Link) => object {
		const link = serializerFor<Link>('link', ({ visited }) => ({
			metadata: visited && Object.assign({}, readRecordedFields('link').metadata, { url: visited }),
			updated_by: changer,
		}));
		const ignoredName = hasDifference('usesLinkTitle') ? 'name' : 'title';

		return (row) =>
			pick({ ...link(row), title: row.name, name: row.name }, (name) => name !== ignoredName);
	}

	const cycleFields = (row: Cycle) => ({
		...countGroups(row.issues),
		...getCycleTimes(row, state),
	});

	const projectFields = (row: Project) => {
		const inProject = (rows: readonly { project: string }[]): number =>
			rows.filter(({ project }) => project === row.id).length;

		return {
			total_members: row.members.length,
			total_cycles: inProject(state.cycles),
			total_modules: inProject(state.modules),
		};
	};

	const commentFields = (row: Comment) => ({ description: stableId(`text of ${row.id}`, 0) });

	return {
		user,
		label,
		module,
		workItem,
		state: serializerFor('state'),
		attachment: serializerFor('attachment'),
		activity: serializerFor('activity'),
		membership: serializerFor('membership'),
		invitation: serializerFor('invitation'),
		newModule: serializerFor('newModule'),

		/** Expands the relations and selects the fields that the query asks for (row 30). */
		expandAndSelect(row: object, { expand, fields }: Record<string, string>): object {
			if (expand === undefined && fields === undefined) return row;

			const namesToExpand = expand?.split(',') ?? [];
			const names = fields?.split(',');
			const selected: Record<string, unknown> = {};

			for (const [name, value] of Object.entries<unknown>({ ...row })) {
				if (names?.includes(name) === false) continue;

				const expanded = namesToExpand.includes(name) ? relations.get(name) : undefined;

				selected[name] = expanded ? expanded(value) : value;
			}

			return selected;
		},

		// A worker visits the page of a link after the answer, and leaves no user.
		link: linkSerializer(null),
		updatedLink: linkSerializer(firstUserId),
		newLink: (row: Link) => ({
			...linkSerializer(firstUserId)(row),
			...(hasDifference('recordedShapes') && { created_by: firstUserId, metadata: {} }),
		}),

		/** The answer to an update has neither ID nor times nor members (observed row 14). */
		updatedModule(row: Module): object {
			const names = Object.keys(readRecordedFields('updatedModule'));

			return hasDifference('updatesOmitId')
				? pick(row, (name) => names.includes(name))
				: module(row);
		},

		/** A user with the role in the workspace: 20 for an administrator, 15 for a member. */
		member: serializerFor('member', ({ id }) => ({ role: id === firstUserId ? 20 : 15 })),

		project: serializerFor<Project>('project', (row) => ({
			...projectFields(row),
			is_member: row.members.includes(firstUserId ?? ''),
		})),
		newProject: serializerFor('newProject', projectFields),
		cycle: serializerFor('cycle', cycleFields),
		newCycle: serializerFor('newCycle', cycleFields),
		archivedCycle: serializerFor('archivedCycle', cycleFields),

		comment: serializerFor('comment', commentFields),
		newComment: serializerFor<Comment>('newComment', (row) => ({
			...commentFields(row),
			updated_by: row.updated_by ?? row.actor,
		})),

		sticky: serializerFor<Sticky>('sticky', ({ description_html: html }) => ({
			description_stripped: stripTags(html),
		})),

		/** A work item as shown in a relation that was created from the other side. */
		relatedItem: (row: WorkItem, relation: Relation) =>
			hasDifference('recordedShapes')
				? serializerFor<WorkItem>('relation', () => ({
						project_id: row.project,
						state_id: row.state,
						relation_type: relation.relation_type,
						updated_by: firstUserId,
						created_at: relation.created_at,
						updated_at: relation.updated_at,
					}))(row)
				: { ...row, relation_type: relation.relation_type },

		intakeItem: serializerFor<IntakeItem>('intakeItem', (row) => {
			const item = state.workItems.find(({ id }) => id === row.issue);
			const intake = stableId(`intake of ${row.project}`, 0);
			const detail = serializerFor<WorkItem>(
				'workItemOfIntake',
				({ state: id, description_html: html }) => ({
					type: null,
					description_stripped: stripTags(html),
					state: serializeOne(state.states, id, stateOfWorkItem),
				}),
			);

			return { intake, inbox: intake, issue_detail: item && detail(item) };
		}),

		addition: {
			module: serializerFor<Addition>('moduleAddition', (row) => ({
				module: row.container,
				updated_by: firstUserId,
			})),
			cycle: serializerFor<Addition>('cycleAddition', (row) => ({ cycle: row.container })),
		},
		heldByCycle: serializerFor<Addition>('additionOfCycle', (row) => ({ cycle: row.container })),
	};
}

export type Serializers = ReturnType<typeof createSerializers>;
