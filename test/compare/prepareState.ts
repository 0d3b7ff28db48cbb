import { findOrCreateTriage } from '../service/seed';
import { stableId, type Project, type ServiceState } from '../service/state';

/** The source of all external IDs. */
const SOURCE = 'sheet';

/**
 * Adds what the workflows meet besides the two projects of the service: a third project, in which some names of the
 * others are missing and some are ambiguous; for some workflows a fourth that the user may not see (row 405); reports
 * to accept, external IDs, memberships, and more kinds of custom properties.
 */
export function prepareState(state: ServiceState, hasHiddenProject: boolean): void {
	addProject(state, { name: 'Harbor', identifier: 'HARB' });
	if (hasHiddenProject) hide(addProject(state, { name: 'Vault', identifier: 'VLT' }));

	addAmbiguousNames(state);
	addReports(state);
	addExternalIds(state);
	addDetails(state);
	addMemberships(state);
	removeMember(state);
	addProperties(state);
}

/** Copies rows under other IDs, with other values. */
function copyRows<Entry extends { id: string }>(
	rows: readonly Entry[],
	kind: string,
	changes: Partial<Entry>,
): Entry[] {
	return rows.map((row) => ({ ...row, ...changes, id: stableId(`${kind} of ${row.id}`, 0) }));
}

const isOf =
	(project: string) =>
	(row: { readonly project: string }): boolean =>
		row.project === project;

/** Adds a project with half of the records of the first one, under the same names. */
function addProject(
	state: ServiceState,
	names: Pick<Project, 'name' | 'identifier'>,
): Project | undefined {
	const [first] = state.projects;
	const [project] = copyRows(state.projects.slice(0, 1), names.name, names);
	if (first === undefined || project === undefined) return undefined;

	const changes = { project: project.id };

	const copy = <Entry extends { id: string; project: string }>(rows: Entry[], count: number) => {
		const copies = copyRows(rows.filter(isOf(first.id)).slice(0, count), names.name, {
			project: project.id,
		} as Partial<Entry>);

		rows.push(...copies);

		return copies;
	};

	state.projects.push({ ...project, members: [...first.members] });
	copy(state.projectMembers, Infinity);
	copy(state.labels, 2);
	copy(state.modules, 1);
	copy(state.cycles, 1);

	const [backlog] = copy(state.states, 2);
	const [type] = copy(state.types, 1);
	const items = state.workItems.filter(isOf(first.id)).slice(0, 5);

	state.workItems.push(
		...copyRows(items, names.name, {
			...changes,
			...(backlog !== undefined && { state: backlog.id }),
			...(type !== undefined && { type: type.id }),
			labels: [],
		}),
	);

	return state.projects.at(-1);
}

/** Takes the user of the API key out of a project. */
function hide(project: Project | undefined): void {
	if (project !== undefined) project.members = project.members.slice(1);
}

/** Adds a cycle and a module of the same names to the third project, as real servers allow. */
function addAmbiguousNames(state: ServiceState): void {
	const project = state.projects[2]?.id ?? '';

	state.cycles.push(...copyRows(state.cycles.filter(isOf(project)), 'twin', {}));
	state.labels.push(
		...copyRows(state.labels.filter(isOf(project)).slice(0, 1), 'twin', { name: 'BUG' }),
	);
}

/** Adds reports that wait for a decision, and one that was declined, to the first project. */
function addReports(state: ServiceState): void {
	const [entry] = state.intakeItems;
	const project = state.projects[0]?.id ?? '';
	const triage = findOrCreateTriage(state, project);
	const items = copyRows(state.workItems.slice(0, 4), 'report', { state: triage.id, labels: [] });
	if (entry === undefined) return;

	for (const [index, item] of items.entries()) {
		state.workItems.push({ ...item, name: `Report ${index + 1}`, sequence_id: 900 + index });
		state.intakeItems.push({
			...entry,
			id: stableId('report', index),
			issue: item.id,
			status: index === 3 ? -1 : -2,
			project,
		});
	}
}

/** Gives external IDs to some of the records that can have one. */
function addExternalIds(state: ServiceState): void {
	const { workItems, labels, states, cycles, modules, epics, milestones, comments, pages } = state;

	for (const rows of [labels, states, cycles, modules, epics, milestones, comments, pages]) {
		const [, second] = rows;

		if (second !== undefined) {
			second.external_source = SOURCE;
			second.external_id = 'row-1';
		}
	}

	for (const [index, item] of workItems.slice(2, 10).entries()) {
		item.external_source = SOURCE;
		item.external_id = `row-${index}`;
	}
}

/** Gives some work items the names that workflows use, two of them the same one, and dates. */
function addDetails({ workItems, epics }: ServiceState): void {
	const names = ['Bug', 'Bug', 'Write the manual', 'Sails'];

	for (const [index, item] of workItems.slice(10, 14).entries()) {
		item.name = names[index] ?? item.name;
		item.start_date = '2026-03-10';
		item.target_date = '2026-03-25';
	}

	for (const epic of epics) {
		epic.external_source = SOURCE;
		epic.external_id = 'row-1';
	}
}

/** Ends the membership of the last user in the first project (row 62), who has the name of another one. */
function removeMember({ users, projects, projectMembers }: ServiceState): void {
	const [project] = projects;
	const [, second] = users;
	const last = users.at(-1);

	if (second !== undefined && last !== undefined) last.display_name = second.display_name;

	const membership = projectMembers.findLast((row) => row.project === project?.id);
	if (project === undefined || membership === undefined) return;

	membership.is_active = false;
	project.members = project.members.filter((id) => id !== membership.member);
}

/** Puts the first work items into cycles and modules, and one below another. */
function addMemberships({ workItems, cycles, modules }: ServiceState): void {
	const [cycle] = cycles;
	const [module] = modules;
	const [first, second, third] = workItems;
	if (!cycle || !module || !first || !second || !third) return;

	cycle.issues.push(first.id, second.id);
	module.issues.push(first.id, third.id);
	for (const item of [first, second]) item.cycle = cycle.id;
	for (const item of [first, third]) item.module = module.id;
	third.parent = first.id;
}

/** Adds a property with several values, one for people, and two of other kinds. */
function addProperties({ workItemProperties, workItemPropertyOptions, ...state }: ServiceState) {
	const [severity] = workItemProperties;
	if (severity === undefined) return;

	const kinds = [
		{ display_name: 'Platforms', property_type: 'OPTION', is_multi: true },
		{ display_name: 'Reviewer', property_type: 'RELATION', relation_type: 'USER' },
		{ display_name: 'Report', property_type: 'URL' },
		{ display_name: 'Contact', property_type: 'EMAIL' },
	];

	for (const kind of kinds) {
		const name = kind.display_name.toLowerCase();

		workItemProperties.push(...copyRows([severity], name, { ...kind, name }));
	}

	const platforms = workItemProperties.find(({ name }) => name === 'platforms')?.id ?? severity.id;
	const options = workItemPropertyOptions.filter(({ property }) => property === severity.id);

	workItemPropertyOptions.push(...copyRows(options, 'platform', { property: platforms }));

	const [value] = state.workItemPropertyValues;
	const second = state.workItems[2];

	if (value !== undefined && second !== undefined) {
		state.workItemPropertyValues.push(...copyRows([value], 'third', { issue: second.id }));
	}
}
