import { Refusal } from './answer';
import type { Differs } from './differences';
import { readRecordings } from './recordings';
import { overloaded } from './refusals';
import type { Addition, Cycle, Link, Module, Project, Row, ServiceState, WorkItem } from './state';

type Shape = Record<string, unknown>;

/** One record of each kind: the number of the exchange, and the place in its answer. */
const recorded = {
	state: [3],
	label: [7],
	link: [11],
	updatedModule: [14],
	moduleAddition: [23, '0'],
	cycleAddition: [28, '0'],
	workItem: [33, 'results', '0'],
	stateOfWorkItem: [40, 'results', '0', 'state'],
	projectOfWorkItem: [40, 'results', '0', 'project'],
	attachment: [47, '0'],
	project: [53, 'results', '1'],
	module: [54, 'results', '0'],
	cycle: [55, 'results', '0'],
	member: [58, '0'],
	user: [59, '0'],
} as const;

type Kind = keyof typeof recorded;

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;

const recordings = readRecordings();

function recordedShape(kind: Kind): Shape {
	const [exchange, ...steps] = recorded[kind];
	const shape = steps.reduce<unknown>(
		(value, step) => (isShape(value) ? value[step] : undefined),
		recordings[exchange]?.response.body,
	);
	if (!isShape(shape)) throw new Error(`Exchange ${exchange} holds no record of a ${kind}.`);
	return shape;
}

/** The server counts in microseconds: `…:00.123Z` becomes `…:00.123000Z`. */
const precise = (time: string): string => time.replace(/\.(\d{3})Z$/, '.$1000Z');

/** A cycle's dates are times there. */
const midnight = (date: string | null): string | null => date && `${date}T00:00:00Z`;

/** The record with the fields of these names alone. */
const pick = (record: object, isWanted: (name: string) => boolean): object =>
	Object.fromEntries<unknown>(Object.entries(record).filter(([name]) => isWanted(name)));

/** Newest first, and of two with the same time the one that came last. */
export const newestFirst = <Entry extends Row>(rows: readonly Entry[]): Entry[] =>
	[...rows]
		.sort((one, other) => {
			if (one.created_at === other.created_at) return 0;
			return one.created_at < other.created_at ? -1 : 1;
		})
		.reverse();

/**
 * The work items as `order_by` wants them (observed row 28).
 * @throws Refusal 500 for an order that the server does not know.
 */
export function inOrder(items: readonly WorkItem[], order = '-created_at'): WorkItem[] {
	const name = (['created_at', 'updated_at', 'sequence_id'] as const).find(
		(known) => known === order.replace(/^-/, ''),
	);
	if (name === undefined) throw new Refusal(overloaded);
	const sign = order.startsWith('-') ? -1 : 1;
	return newestFirst(items).sort((one, other) => {
		if (one[name] === other[name]) return 0;
		return one[name] < other[name] ? -sign : sign;
	});
}

/** How the records of the state are shown: as they are, or with the fields that were recorded. */
export function recordsOf(state: ServiceState, differs: Differs) {
	const me = state.users[0]?.id ?? null;

	/**
	 * Shows a row with the fields that were recorded of its kind. What is neither in the row nor among
	 * the `others`, which the row has under another name or which are counted, is as it was recorded.
	 */
	function shaped<Entry extends Row>(
		kind: Kind,
		others: (row: Entry) => object = () => ({}),
	): (row: Entry) => object {
		if (!differs('recordedShapes')) return (row) => row;
		const shape = Object.entries(recordedShape(kind));
		const creator = shape.some(([name, value]) => name === 'created_by' && value !== null);
		return (row) => {
			const fields = {
				...row,
				created_at: precise(row.created_at),
				updated_at: precise(row.updated_at),
				created_by: creator ? me : null,
				updated_by: row.updated_at === row.created_at ? null : me,
				...others(row),
			};
			const values = new Map<string, unknown>(Object.entries(fields));
			const given = shape.map(([name, usual]): [string, unknown] => [
				name,
				values.has(name) ? values.get(name) : usual,
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

	const inProject = (rows: readonly { project: string }[], { id }: Project): number =>
		rows.filter(({ project }) => project === id).length;
	const user = shaped('user');
	const label = shaped('label');
	const module = shaped<Module>('module', ({ issues }) => countGroups(issues, 1));
	const workItem = shaped<WorkItem>('workItem', (row) => ({
		sort_order: 55_535 + row.sequence_id * 10_000,
		// This edition has no types.
		type: null,
	}));
	const stateOfWorkItem = shaped('stateOfWorkItem');
	const projectOfWorkItem = shaped('projectOfWorkItem');

	const all = (rows: readonly Row[], ids: readonly (string | null)[], show: (row: Row) => object) =>
		rows.filter(({ id }) => ids.includes(id)).map(show);
	const one = (...wanted: Parameters<typeof all>) => all(...wanted)[0] ?? null;
	/** What a work item's `expand` puts where the ids were; the other relations stay as they are. */
	const relations: Record<string, (row: WorkItem) => unknown> = {
		assignees: (row) => all(state.users, row.assignees, user),
		labels: (row) => all(state.labels, row.labels, label),
		project: (row) => one(state.projects, [row.project], projectOfWorkItem),
		state: (row) => one(state.states, [row.state], stateOfWorkItem),
		...(!differs('recordedShapes') && {
			type: (row) => one(state.types, [row.type], (type) => type),
			module: (row) => one(state.modules, [row.module], (record) => record),
		}),
	};

	/** A link as it is after this user changed it. */
	function changedBy(user: string | null): (row: Link) => object {
		const link = shaped<Link>('link', ({ visited }) => ({
			metadata: Object.assign({}, recordedShape('link').metadata, { url: visited }),
			updated_by: user,
		}));
		const other = differs('titleNotName') ? 'name' : 'title';
		return (row) =>
			pick({ ...link(row), title: row.name, name: row.name }, (name) => name !== other);
	}

	return {
		...{ user, label, module, workItem },
		state: shaped('state'),
		attachment: shaped('attachment'),
		// Whoever looks at the page that a link leads to, after the answer, is nobody.
		link: changedBy(null),
		changedLink: changedBy(me),

		/** What an update answers: neither id nor times nor members (observed row 14). */
		updatedModule(row: Module): object {
			const names = Object.keys(recordedShape('updatedModule'));
			return differs('updateWithoutId') ? pick(row, (name) => names.includes(name)) : module(row);
		},

		expandedWorkItem(row: WorkItem, names: readonly string[]): object {
			const known = names.filter((name) => name in relations);
			const records = known.map((name): [string, unknown] => [name, relations[name]?.(row)]);
			return { ...workItem(row), ...Object.fromEntries<unknown>(records) };
		},

		/** A user with the role in the workspace: 20 administers it, 15 is a member. */
		member: shaped('member', ({ id }) => ({ role: id === me ? 20 : 15 })),

		project: shaped<Project>('project', (row) => ({
			total_members: row.members.length,
			total_cycles: inProject(state.cycles, row),
			total_modules: inProject(state.modules, row),
			is_member: row.members.includes(me ?? ''),
		})),

		cycle: shaped<Cycle>('cycle', (row) => ({
			...countGroups(row.issues),
			start_date: midnight(row.start_date),
			end_date: midnight(row.end_date),
			owned_by: me,
		})),

		addition: {
			module: shaped<Addition>('moduleAddition', (row) => ({
				module: row.container,
				updated_by: me,
			})),
			cycle: shaped<Addition>('cycleAddition', (row) => ({
				cycle: row.container,
				updated_by: null,
			})),
		},
	};
}

export type Records = ReturnType<typeof recordsOf>;
