import type { IHookFunctions } from 'n8n-workflow';

import { isProblem, type Problem, problem, refused } from '../shared/result/problem';
import type { Warn } from './completeEvent';
import { FILTER_LABELS } from './decideStart';
import { openLookup } from './openLookup';
import { isHidden, type PlaneLookup } from './PlaneLookup';
import {
	filtersWithNames,
	readWebhookParameters,
	selectNames,
	type WebhookParameters,
} from './readParameters';
import type { WebhookStaticData } from './staticData';

/** A state is looked up in at most so many projects. */
const MAX_PROJECTS = 30;

/** Modes of activation without a user who sees an error: n8n starts, or another process becomes the leader. */
const UNATTENDED = ['init', 'leadershipChange'];

/** Tells the user what to do if names cannot be looked up. */
export const LOOKUP_REMEDY =
	'Choose a Plane API credential in the Plane Trigger to have names looked up, or use IDs.';

/**
 * Checks the parameters when the workflow is published: whether they are valid, and whether the names in
 * filters exist. Otherwise a misspelled name would silently never match.
 *
 * @returns what the user has to fix, or undefined if everything is right
 */
export async function checkFilters(
	context: IHookFunctions,
	staticData: WebhookStaticData,
): Promise<Problem | undefined> {
	const parameters = readWebhookParameters(context);
	if (isProblem(parameters)) return parameters;
	// Plane may be down when n8n starts, and a webhook that is not registered then would miss deliveries.
	if (UNATTENDED.includes(context.getActivationMode())) return undefined;

	const opened = await openLookup(context, parameters.workspace, staticData.lookups);
	if (isProblem(opened)) return opened;
	if (opened === undefined) return refuseNames(parameters, staticData);

	const { lookup } = opened;
	const response = await lookup.testConnection();
	if (isProblem(response)) return response;

	return await checkNames(parameters, lookup, (message) => {
		context.logger.warn(message);
	});
}

/**
 * Refuses names that cannot match without the Plane API credential. Deliveries of version 1 have the names
 * of states and people, but not those of projects; deliveries of version 2 have no names (row 101).
 */
function refuseNames(
	parameters: WebhookParameters,
	{ webhookVersion }: WebhookStaticData,
): Problem | undefined {
	const filter = filtersWithNames(parameters).find(
		(candidate) => webhookVersion !== 1 || candidate === 'projects',
	);
	if (filter === undefined) return undefined;

	const names = selectNames(parameters, filter).join(', ');

	return refused(
		`${FILTER_LABELS[filter]}: ${names} cannot be looked up, because no Plane API credential is chosen`,
		`Webhooks of Plane's cloud and commercial editions contain IDs but no names. ${LOOKUP_REMEDY}`,
	);
}

/** Looks up each name once. */
async function checkNames(
	parameters: WebhookParameters,
	lookup: PlaneLookup,
	warn: Warn,
): Promise<Problem | undefined> {
	const projectIds: string[] = [];

	for (const project of parameters.projects) {
		const id = await lookup.resolve('projects', project);
		if (isProblem(id)) return id;

		projectIds.push(id);
	}

	for (const filter of ['ignoredUsers', 'assignedTo'] as const) {
		for (const name of selectNames(parameters, filter)) {
			const id = await lookup.resolve(filter, name);
			if (isProblem(id)) return id;
		}
	}

	const states = selectNames(parameters, 'toStates');

	return await checkStates({ states, projectIds, lookup, warn });
}

/**
 * Looks for each state in the projects of the trigger, until one of them has it.
 *
 * @param projectIds the projects of the trigger; if empty, all projects
 */
async function checkStates({
	states,
	projectIds,
	lookup,
	warn,
}: {
	readonly states: readonly string[];
	readonly projectIds: readonly string[];
	readonly lookup: PlaneLookup;
	readonly warn: Warn;
}): Promise<Problem | undefined> {
	if (states.length === 0) return undefined;

	const all = projectIds.length > 0 ? projectIds : await lookup.listProjectIds();
	if (isProblem(all)) return all;

	const projects = all.slice(0, MAX_PROJECTS);

	for (const state of states) {
		const missing = await findState(state, projects, lookup);
		if (missing === undefined) continue;
		if (projects.length === all.length) return missing;

		warn(
			`To States: none of the first ${MAX_PROJECTS} projects has a state ${state}. If no project has one, this never starts the workflow.`,
		);
	}

	return undefined;
}

/**
 * Looks for a state in projects.
 *
 * @returns why none of them has the state, or undefined if one has it
 */
async function findState(
	state: string,
	projectIds: readonly string[],
	lookup: PlaneLookup,
): Promise<Problem | undefined> {
	let missing: Problem | undefined;

	for (const projectId of projectIds) {
		const id = await lookup.resolve('toStates', state, projectId);
		if (!isProblem(id)) return undefined;
		// The user of the key may see a project without its states. Another project may have the state.
		if (lookup.lastRequestFailed && !isHidden(id.status)) return id;

		missing ??= id;
	}

	return missing ?? problem(NO_PROJECT);
}

const NO_PROJECT = {
	tag: 'failed',
	message: 'To States: the user of the API key can see no project',
	description: 'Add this user to the projects that the trigger should watch.',
} as const;
