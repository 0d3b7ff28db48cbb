import type { Service } from '../service';
import { stableId, type Row, type ServiceState } from '../state';
import { first } from './client';

export const unknownId = 'b08def6a-9b36-4186-a496-848f0be657b2';

/** Changes a new state with seven work items into that of the server of the recording `exchanges`. */
export function applyRecordedState(state: ServiceState): void {
	const launch = first(state.projects);
	const demo = first(state.projects.slice(1));

	Object.assign(launch, { description: '', intake_view: false });
	Object.assign(demo, { name: 'Demo', identifier: 'DEMO', description: '', intake_view: false });
	// On the recorded server, Demo is older than Launch.
	state.projects = [demo, launch];
	state.users = state.users.slice(0, 2);
	Object.assign(first(state.users.slice(1)), { last_name: '' });
	for (const project of state.projects) project.members = [first(state.users).id];

	/** The first record of each project. */
	const firstOfEachProject = <Entry extends { project: string }>(rows: readonly Entry[]) =>
		state.projects.map(({ id }) => first(rows.filter(({ project }) => project === id)));
	const dates = { start_date: null, target_date: null };
	const module = { name: 'M1', description: '', status: 'planned', lead: null, members: [] };
	const cycle = { name: 'C1', start_date: null, end_date: null };

	state.modules = firstOfEachProject(state.modules).map((row) => ({ ...row, ...dates, ...module }));
	state.cycles = firstOfEachProject(state.cycles).map((row) => ({ ...row, ...cycle }));

	const ownRows = state.states.filter(({ project }) => project === launch.id);
	const fifthState = {
		...first(ownRows),
		id: stableId('fifth state', 0),
		sequence: 55_000,
		default: false,
	};
	const names = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled'];
	const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'];

	state.states = [...ownRows, fifthState].map((row, index) => ({
		...row,
		color: '#60646C',
		name: names[index] ?? '',
		group: groups[index] ?? '',
	}));
	state.labels = [];
	state.attachments = [];

	for (const item of state.workItems) {
		const name = `Item ${item.sequence_id - 1}`;
		const backlog = first(ownRows).id;

		Object.assign(item, { name, priority: 'none', assignees: [], labels: [], state: backlog });
	}

	const url = 'https://example.com';

	Object.assign(first(state.links), { name: 'ex', url, visited: url });
}

/**
 * Changes a new state into that of the server before the recording `interface`: a project with three
 * cycles and four modules, and an empty one.
 */
export function applyRecordedInterfaceState(state: ServiceState): void {
	const launch = first(state.projects);
	const other = first(state.projects.slice(1));

	state.users = state.users.slice(0, 2);
	const ada = first(state.users);
	const bob = first(state.users.slice(1));

	bob.last_name = '';
	const empty = { description: '', intake_view: false };

	Object.assign(launch, { ...empty, members: [ada.id], updated_by: ada.id });
	Object.assign(other, { ...empty, name: 'Other', identifier: 'OTH', members: [ada.id] });
	Object.assign(other, { module_view: false, cycle_view: false });

	const inLaunch = <Entry extends { project: string }>(rows: readonly Entry[]) =>
		rows.filter(({ project }) => project === launch.id);
	/** Returns this many rows, copying the first one if there are too few. */
	const repeatRows = <Entry extends Row>(rows: readonly Entry[], count: number): Entry[] =>
		Array.from({ length: count }, (_, index) => ({
			...(rows[index] ?? first(rows)),
			id: stableId(first(rows).id, index),
		}));

	state.modules = repeatRows(inLaunch(state.modules), 4);
	state.cycles = repeatRows(inLaunch(state.cycles), 3);
	state.labels = inLaunch(state.labels);
	state.workItems = inLaunch(state.workItems);
	state.stickies = [];
	state.invitations = [];
	state.intakeItems = [];
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

type RecordedIds = [recorded: string, row: { id: string } | undefined][];

/** Pairs the identifiers in the recording `exchanges` with the records of this service. */
export function pairRecordedIds({ state }: Service): RecordedIds {
	const [demo, launch] = state.projects;
	const launchItems = state.workItems.filter(({ project }) => project === launch?.id);
	const demoItems = state.workItems.filter(({ project }) => project === demo?.id);
	const inLaunch = <Entry extends { project: string }>(rows: readonly Entry[]) =>
		rows.find(({ project }) => project === launch?.id);

	return [
		['aade4efe-8984-47ce-a053-9e49c6562e84', state.workspace],
		['1f1bdfdf-f6fc-459b-8a21-c057ef5966e5', state.users[0]],
		['40fde107-9e46-413c-8d7b-4383357fb022', state.users[1]],
		['2386ac28-301b-4b57-aed8-9fbca586d16c', demo],
		['dea35cbb-1f93-48ff-8bfb-bd57d6a206f8', launch],
		['0c7da278-21b6-4225-9d30-da0e1a924ae5', inLaunch(state.modules)],
		['5fede980-b401-4371-a256-ccff5c354f91', inLaunch(state.cycles)],
		['37a8c9d4-9b3a-4391-b42d-5bab85433be0', inLaunch(state.links)],
		['c4a97e4a-c841-4279-a339-6c2512d6b1ac', launchItems[0]],
		['c811b1f6-10dc-4aa0-987d-6eacfeec3e67', launchItems[1]],
		['da814e5d-1bb7-4c43-a6d7-f9349406242e', launchItems[2]],
		['e4c34860-fccf-43b8-870e-97a83b344ea5', launchItems[3]],
		['9c3f4324-afc6-46cc-b91d-3d21642849ae', demoItems[0]],
		[unknownId, { id: unknownId }],
	];
}

/** Pairs the identifiers in the recording `interface` with the records of this service. */
export function pairInterfaceIds({ state }: Service): RecordedIds {
	const [launch, other] = state.projects;
	const otherStates = state.states.filter(({ project }) => project === other?.id);

	return [
		['351587b4-ee55-470d-8a87-80fe1561eaa4', state.workspace],
		['7d04ea1f-68d1-4521-8814-f5dd4e8c2e91', state.users[0]],
		['a8ab873b-d39f-4d8f-8051-1238f4328b64', state.users[1]],
		['2ba7ad8e-3078-4076-866b-a1e34779b32e', launch],
		['aec04191-9651-4d7e-a091-708746b92740', other],
		['fcb2756a-6f20-487d-add5-808cabed9d65', otherStates[0]],
		// These are of the first project, because the second has none.
		['aba2d424-e25e-495e-92fb-4fe30f33b8d3', state.labels[0]],
		['9281feac-571d-4a59-97e5-6ae5e2967b0d', state.states[0]],
		['3b8bd96a-e350-4071-b3c6-2e4287a34b8d', state.workItems[0]],
	];
}

/** Translates recorded identifiers to those of this service, and learns more from its answers. */
export class Dictionary {
	private readonly ours = new Map<string, string>();

	constructor(
		pairs: RecordedIds,
		/** Other texts to replace, such as the URL of the store. */
		private readonly texts: Record<string, string>,
	) {
		for (const [recorded, row] of pairs) {
			if (row) this.learn(recorded, row.id);
		}
	}

	/** Pairs two identifiers, unless one of them is paired already. */
	learn(recorded: string, ours: string): void {
		if (this.ours.has(recorded) || [...this.ours.values()].includes(ours)) return;

		this.ours.set(recorded, ours);
	}

	/** Pairs the identifiers at the same places of the recorded answer and ours. */
	learnAll(recorded: unknown, ours: unknown): void {
		if (typeof recorded === 'string' && typeof ours === 'string') {
			if (recorded.replace(uuid, '') + ours.replace(uuid, '') === '') this.learn(recorded, ours);
		} else if (isObject(recorded) && isObject(ours)) {
			const values = new Map(Object.entries(ours));

			for (const [name, value] of Object.entries(recorded)) this.learnAll(value, values.get(name));
		}
	}

	/** Replaces the recorded identifiers and texts with ours. */
	translate(recorded: string): string {
		const text = Object.entries(this.texts).reduce(
			(before, [theirs, ours]) => before.replaceAll(theirs, ours),
			recorded,
		);

		return text.replace(uuid, (id) => this.ours.get(id) ?? id);
	}
}
