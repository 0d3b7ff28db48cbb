import type { IHookFunctions } from 'n8n-workflow';

import { isProblem, type Problem, problem, refused } from '../shared/result/problem';
import { LABELS } from './decide';
import type { TriggerMemory } from './memory';
import { openLookup } from './openLookup';
import { isHidden, type PlaneLookup } from './PlaneLookup';
import { filtersWithNames, namesIn, readFilters, type TriggerFilters } from './readFilters';

/** Projects whose states are read to see whether one has a name. */
const MOST_PROJECTS = 30;

/** Ways of activation in which nobody sits in front of the editor: n8n starts, or another process takes over. */
const UNATTENDED = ['init', 'leadershipChange'];

/** What has to be done where names cannot be looked up. */
export const REMEDY =
	'Choose a Plane API credential in the Plane Trigger, so that names can be looked up, or use IDs.';

/**
 * Checks what the panel says when the workflow is published: whether all values are right, and whether
 * the names in filters can be looked up and are there, so that no workflow waits in vain.
 *
 * @returns what a person has to fix; undefined if there is nothing
 */
export async function checkFilters(
	context: IHookFunctions,
	memory: TriggerMemory,
): Promise<Problem | undefined> {
	const filters = readFilters(context);
	if (isProblem(filters)) return filters;
	// Plane may be away when n8n starts; a webhook that is not registered then would miss deliveries.
	if (UNATTENDED.includes(context.getActivationMode())) return undefined;

	const opened = await openLookup(context, filters.workspace, memory.lookups);
	if (isProblem(opened)) return opened;
	if (opened === undefined) return refuseNames(filters, memory);

	const { lookup } = opened;
	const checked = await lookup.check();
	if (isProblem(checked)) return checked;

	return await checkNames(filters, lookup, (message) => context.logger.warn(message));
}

/**
 * Why names in filters cannot be used without the credential. Deliveries of version 1 have the names of
 * states and people in them, but not those of projects; those of version 2 have none (row 101).
 */
function refuseNames(filters: TriggerFilters, { version }: TriggerMemory): Problem | undefined {
	const open = filtersWithNames(filters).filter((filter) => version !== 1 || filter === 'projects');
	const [first] = open;
	if (first === undefined) return undefined;

	const names = namesIn(filters, first).join(', ');

	return refused(
		`${LABELS[first]}: ${names} cannot be looked up, because no Plane API credential is chosen`,
		`Webhooks of Plane's cloud and commercial editions have IDs and no names in them. ${REMEDY}`,
	);
}

/** Looks up each name once. */
async function checkNames(
	filters: TriggerFilters,
	lookup: PlaneLookup,
	warn: (message: string) => void,
): Promise<Problem | undefined> {
	const projectIds: string[] = [];

	for (const project of filters.projects) {
		const id = await lookup.resolve('projects', project);
		if (isProblem(id)) return id;

		projectIds.push(id);
	}

	for (const filter of ['ignored', 'assignedTo'] as const) {
		for (const name of namesIn(filters, filter)) {
			const id = await lookup.resolve(filter, name);
			if (isProblem(id)) return id;
		}
	}

	return await checkStates(namesIn(filters, 'toStates'), projectIds, lookup, warn);
}

/** Looks for each state in the projects that are watched, until one of them has it. */
async function checkStates(
	names: readonly string[],
	watched: readonly string[],
	lookup: PlaneLookup,
	warn: (message: string) => void,
): Promise<Problem | undefined> {
	if (names.length === 0) return undefined;

	const all = watched.length > 0 ? watched : await lookup.projectIds();
	if (isProblem(all)) return all;

	const projects = all.slice(0, MOST_PROJECTS);

	for (const name of names) {
		const missing = await findState(name, projects, lookup);
		if (missing === undefined) continue;
		if (projects.length === all.length) return missing;

		warn(
			`To States: none of the first ${MOST_PROJECTS} projects has a state ${name}. If no project has one, this never starts the workflow.`,
		);
	}

	return undefined;
}

/** Why a state is in none of these projects; undefined if it is in one. */
async function findState(
	name: string,
	projects: readonly string[],
	lookup: PlaneLookup,
): Promise<Problem | undefined> {
	let missing: Problem | undefined;

	for (const project of projects) {
		const id = await lookup.resolve('toStates', name, project);
		if (!isProblem(id)) return undefined;
		// The user of the key may see a project without its states; others may have the state.
		if (lookup.hasFailed && !isHidden(id.status)) return id;

		missing ??= id;
	}

	return missing ?? problem(NO_PROJECT);
}

const NO_PROJECT = {
	tag: 'failed',
	message: 'To States: the user of the API key can see no project',
	description: 'Add this user to the projects that the trigger is to watch.',
} as const;
