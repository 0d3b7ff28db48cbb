import { timesOf } from './days';
import type { HasDifference } from './differences';
import { stripped } from './html';
import { readRecordings } from './recordings';
import {
	idOf,
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

type Shape = Record<string, unknown>;

/** One record of each kind: the recording, the number of the exchange, the place in its answer. */
const recorded = {
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
	heldByCycle: ['interface', 121],
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

type Kind = keyof typeof recorded;

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;

const recordings = {
	exchanges: readRecordings('exchanges'),
	interface: readRecordings('interface'),
};

function recordedShape(kind: Kind): Shape {
	const [recording, exchange, ...steps] = recorded[kind];
	const shape = steps.reduce<unknown>(
		(value, step) => (isShape(value) ? value[step] : undefined),
		recordings[recording][exchange]?.response.body,
	);
	if (!isShape(shape)) throw new Error(`Exchange ${exchange} holds no record: ${kind}.`);

	return shape;
}

/** The server counts in microseconds: `…:00.123Z` becomes `…:00.123000Z`. */
const precise = (value: unknown): unknown =>
	typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT.*\.\d{3})Z$/, '$1000Z') : value;

/** The record with the fields of these names alone. */
const pick = (record: object, isWanted: (name: string) => boolean): object =>
	Object.fromEntries<unknown>(Object.entries(record).filter(([name]) => isWanted(name)));

const priorities = ['urgent', 'high', 'medium', 'low', 'none'];

/** Where a value stands in an order; what is not there stands last. */
function rank(name: string, value: unknown): string | number {
	if (name === 'priority') return priorities.indexOf(String(value));
	if (typeof value === 'number') return value;

	return typeof value === 'string' ? value : '\uffff';
}

/** The rows by one of their fields, `-` before it for the last first (observed row 28). */
export function inOrder<Entry extends Row>(rows: readonly Entry[], order: string): Entry[] {
	const name = order.replace(/^-/, '');
	const ranked = rows.map((row) => ({ row, at: rank(name, Reflect.get(row, name)) }));

	ranked.sort((one, other) => {
		if (one.at === other.at) return 0;

		return one.at < other.at ? -1 : 1;
	});
	const sorted = ranked.map(({ row }) => row);

	return order.startsWith('-') ? sorted.reverse() : sorted;
}

/** Newest first, and of two with the same time the one that came last. */
export const newestFirst = <Entry extends Row>(rows: readonly Entry[]): Entry[] =>
	inOrder(rows, '-created_at');

/** How the records of the state are shown: as they are, or with the fields that were recorded. */
export function recordsOf(state: ServiceState, hasDifference: HasDifference) {
	const me = state.users[0]?.id ?? null;

	/**
	 * Shows a row with the fields that were recorded of its kind. What is neither in the row nor among
	 * the `others`, which the row has under another name or which are counted, is as it was recorded.
	 */
	function shaped<Entry extends Row>(
		kind: Kind,
		others: (row: Entry) => object = () => ({}),
	): (row: Entry) => object {
		if (!hasDifference('recordedShapes')) return (row) => row;

		const shape = Object.entries(recordedShape(kind));
		const creator = shape.some(([name, value]) => name === 'created_by' && value !== null);

		return (row) => {
			const fields = {
				...row,
				created_by: creator ? (row.created_by ?? me) : null,
				updated_by: row.updated_by ?? null,
				...others(row),
			};
			const values = new Map<string, unknown>(Object.entries(fields));
			const given = shape.map(([name, usual]): [string, unknown] => [
				name,
				values.has(name) ? precise(values.get(name)) : usual,
			]);

			return Object.fromEntries<unknown>(given);
		};
	}

	/** How many of these work items are in each group of states, or no more than so many. */
	function countGroups(issues: readonly string[], most = Infinity): object {
		const held = new Set(issues);
		const groupOf = new Map(state.states.map(({ id, group }) => [id, group]));
		const items = state.workItems.filter(({ id }) => held.has(id));
		const counts = ['cancelled', 'completed', 'started', 'unstarted', 'backlog'].map(
			(group): [string, number] => {
				const count = items.filter((item) => groupOf.get(item.state) === group).length;

				return [`${group}_issues`, Math.min(count, most)];
			},
		);

		return { total_issues: issues.length, ...Object.fromEntries<number>(counts) };
	}

	const user = shaped('user');
	const label = shaped('label');
	const module = shaped<Module>('module', ({ issues }) => countGroups(issues, 1));
	// This edition has no types.
	const workItem = shaped<WorkItem>('workItem', () => ({ type: null }));
	const stateOfWorkItem = shaped('stateOfWorkItem');
	const projectOfWorkItem = shaped('projectOfWorkItem');

	const all = (rows: readonly Row[], ids: unknown, show: (row: Row) => object) =>
		rows.filter(({ id }) => [ids].flat().includes(id)).map(show);
	const one = (...wanted: Parameters<typeof all>) => all(...wanted)[0] ?? null;
	const aUser = (id: unknown) => one(state.users, id, user);
	const people = ['created_by', 'updated_by', 'actor', 'owned_by', 'owner', 'lead', 'project_lead'];
	/** What `expand` puts where the ids were; everything else stays as it is. */
	const relations = new Map<string, (ids: unknown) => unknown>([
		...people.map((name) => [name, aUser] as const),
		...['assignees', 'members'].map(
			(name) => [name, (ids: unknown) => all(state.users, ids, user)] as const,
		),
		['labels', (ids) => all(state.labels, ids, label)],
		['project', (id) => one(state.projects, id, projectOfWorkItem)],
		['state', (id) => one(state.states, id, stateOfWorkItem)],
		['parent', (id) => state.workItems.filter((row) => row.id === id).map(workItem)[0] ?? {}],
	]);
	if (!hasDifference('recordedShapes')) {
		relations.set('type', (id) => one(state.types, id, (type) => type));
		relations.set('module', (id) => one(state.modules, id, (record) => record));
	}

	/** A link as it is after this user changed it. */
	function changedBy(changer: string | null): (row: Link) => object {
		const link = shaped<Link>('link', ({ visited }) => ({
			metadata: visited && Object.assign({}, recordedShape('link').metadata, { url: visited }),
			updated_by: changer,
		}));
		const other = hasDifference('titleNotName') ? 'name' : 'title';

		return (row) =>
			pick({ ...link(row), title: row.name, name: row.name }, (name) => name !== other);
	}

	const cycleFields = (row: Cycle) => ({ ...countGroups(row.issues), ...timesOf(row, state) });

	const projectFields = (row: Project) => {
		const inProject = (rows: readonly { project: string }[]): number =>
			rows.filter(({ project }) => project === row.id).length;

		return {
			total_members: row.members.length,
			total_cycles: inProject(state.cycles),
			total_modules: inProject(state.modules),
		};
	};

	const commentFields = (row: Comment) => ({ description: idOf(`text of ${row.id}`, 0) });

	return {
		user,
		label,
		module,
		workItem,
		state: shaped('state'),
		attachment: shaped('attachment'),
		activity: shaped('activity'),
		membership: shaped('membership'),
		invitation: shaped('invitation'),
		newModule: shaped('newModule'),

		/** A record with the relations expanded and the fields alone that the query asks for (row 30). */
		asAsked(row: object, { expand, fields }: Record<string, string>): object {
			if (expand === undefined && fields === undefined) return row;

			const wanted = expand?.split(',') ?? [];
			const entries = Object.entries(row).map(([name, value]: [string, unknown]) => {
				const expanded = wanted.includes(name) ? relations.get(name) : undefined;

				return [name, expanded ? expanded(value) : value] as const;
			});
			const names = fields?.split(',');

			return Object.fromEntries<unknown>(entries.filter(([name]) => names?.includes(name) ?? true));
		},

		// Whoever looks at the page that a link leads to, after the answer, is nobody.
		link: changedBy(null),
		changedLink: changedBy(me),
		newLink: (row: Link) => ({
			...changedBy(me)(row),
			...(hasDifference('recordedShapes') && { created_by: me, metadata: {} }),
		}),

		/** What an update answers: neither id nor times nor members (observed row 14). */
		updatedModule(row: Module): object {
			const names = Object.keys(recordedShape('updatedModule'));

			return hasDifference('updateWithoutId')
				? pick(row, (name) => names.includes(name))
				: module(row);
		},

		/** A user with the role in the workspace: 20 administers it, 15 is a member. */
		member: shaped('member', ({ id }) => ({ role: id === me ? 20 : 15 })),

		project: shaped<Project>('project', (row) => ({
			...projectFields(row),
			is_member: row.members.includes(me ?? ''),
		})),
		newProject: shaped('newProject', projectFields),
		cycle: shaped('cycle', cycleFields),
		newCycle: shaped('newCycle', cycleFields),
		archivedCycle: shaped('archivedCycle', cycleFields),

		comment: shaped('comment', commentFields),
		newComment: shaped<Comment>('newComment', (row) => ({
			...commentFields(row),
			updated_by: row.updated_by ?? row.actor,
		})),

		sticky: shaped<Sticky>('sticky', ({ description_html: html }) => ({
			description_stripped: stripped(html),
		})),

		/** A work item as the relation shows it that was made from the other side. */
		related: (row: WorkItem, relation: Relation) =>
			hasDifference('recordedShapes')
				? shaped<WorkItem>('relation', () => ({
						project_id: row.project,
						state_id: row.state,
						relation_type: relation.relation_type,
						updated_by: me,
						created_at: relation.created_at,
						updated_at: relation.updated_at,
					}))(row)
				: { ...row, relation_type: relation.relation_type },

		intakeItem: shaped<IntakeItem>('intakeItem', (row) => {
			const item = state.workItems.find(({ id }) => id === row.issue);
			const intake = idOf(`intake of ${row.project}`, 0);
			const detail = shaped<WorkItem>(
				'workItemOfIntake',
				({ state: id, description_html: html }) => ({
					type: null,
					description_stripped: stripped(html),
					state: one(state.states, id, stateOfWorkItem),
				}),
			);

			return { intake, inbox: intake, issue_detail: item && detail(item) };
		}),

		addition: {
			module: shaped<Addition>('moduleAddition', (row) => ({
				module: row.container,
				updated_by: me,
			})),
			cycle: shaped<Addition>('cycleAddition', (row) => ({ cycle: row.container })),
		},
		heldByCycle: shaped<Addition>('heldByCycle', (row) => ({ cycle: row.container })),
	};
}

export type Records = ReturnType<typeof recordsOf>;
