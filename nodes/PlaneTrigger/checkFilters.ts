import { type IHookFunctions, isObjectEmpty } from 'n8n-workflow';

import {
	filtersWithNames,
	isWithinProject,
	type NameFilter,
	selectNames,
} from '../shared/events/eventParameters';
import { nameFields, stateGroup } from '../shared/events/filters';
import { isProblem, type Problem, problem, refused } from '../shared/result/problem';
import { explainAbsence, type NameInPlaces } from '../shared/resolve/resolveInAny';
import { endWithFullStop } from '../shared/text/fullStop';
import { quote } from '../shared/text/quote';
import { titleCase } from '../shared/text/letterCase';
import type { Warn } from './completeEvent';
import { webhookFields } from './webhookFields';
import { openLookup } from './openLookup';
import { LIMIT_OF_PUBLISHING, type PlaneLookup } from './PlaneLookup';
import { readWebhookParameters, registersWebhook, type WebhookParameters } from './readParameters';
import { NO_CREDENTIAL } from './registration/errors';
import type { WebhookState } from './staticData';
import { isAboutPartOfWorkItem } from './webhookEvents';

/** A name is looked up in at most so many projects. */
const MAX_PROJECTS = 30;

const STARTED_BY_N8N = ['init', 'leadershipChange'];

/** Whether n8n publishes the workflow by itself, so that nobody sees what goes wrong: n8n starts, or another of its processes becomes the leader. */
export const isStartedByN8n = (context: IHookFunctions): boolean =>
	STARTED_BY_N8N.includes(context.getActivationMode());

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
	state: WebhookState,
): Promise<Problem | undefined> {
	const parameters = readWebhookParameters(context);
	if (isProblem(parameters)) return parameters;

	const unreported = registersWebhook(context) ? refuseUnreportedFields(parameters) : undefined;
	if (unreported !== undefined) return unreported;

	// Plane may be down when n8n starts, and a webhook that is not registered then would miss deliveries.
	if (isStartedByN8n(context)) return undefined;

	const opened = await openLookup(context, {
		workspace: parameters.workspace,
		saved: state.lookups,
		limit: LIMIT_OF_PUBLISHING,
	});
	if (isProblem(opened)) return opened;

	if (opened === undefined) {
		return registersWebhook(context) ? NO_CREDENTIAL : refuseWithoutCredential(parameters, state);
	}

	const { lookup } = opened;
	const response = await lookup.testConnection();
	if (isProblem(response)) return response;

	return await checkNames(parameters, lookup, (message) => {
		context.logger.warn(message);
	});
}

/** The fields whose changes no update of version 2 reports, and where to look for them instead (rows 101 and 523). */
const UNREPORTED_FIELDS: Readonly<Record<string, string>> = {
	attachment: 'Choose the events Work Item Attachment Created, Updated and Deleted instead.',
	link: 'Choose the events Work Item Link Created, Updated and Deleted instead.',
	cycles: 'Plane sends nothing about them: use the Plane Polling Trigger.',
	modules: 'Plane sends nothing about them: use the Plane Polling Trigger.',
};

/** Refuses fields that would never start the workflow. A webhook that is registered has version 2. */
function refuseUnreportedFields({ fields }: WebhookParameters): Problem | undefined {
	const field = fields.find((name) => UNREPORTED_FIELDS[name] !== undefined);
	if (field === undefined) return undefined;

	return refused(
		`${webhookFields.changed.displayName}: ${titleCase(field)} is not among the changes of a work item that Plane sends`,
		UNREPORTED_FIELDS[field] ?? '',
	);
}

/** Filters whose names deliveries of version 1 do not have either. */
const NEVER_SENT: readonly NameFilter[] = ['projects', 'parent'];

/**
 * Refuses what cannot be applied without the Plane API credential. Deliveries of version 1 have the names of
 * states, labels and people, but not the names of projects and work items. Deliveries of version 2 have no names
 * (row 101). No delivery of a comment has its work item.
 */
function refuseWithoutCredential(
	parameters: WebhookParameters,
	{ webhookVersion }: WebhookState,
): Problem | undefined {
	const { filters, events, ignoresOwnChanges } = parameters;
	const filter = filtersWithNames(parameters).find(
		(candidate) => webhookVersion !== 1 || NEVER_SENT.includes(candidate),
	);

	if (filter !== undefined) {
		const names = selectNames(parameters, filter).join(', ');

		return refused(
			`${nameFields[filter].displayName}: ${names} cannot be looked up, because no Plane API credential is chosen`,
			`Webhooks of Plane's cloud and commercial editions contain IDs but no names. ${LOOKUP_REMEDY}`,
		);
	}

	if (ignoresOwnChanges) {
		return refused(
			'Ignore My Own Changes: your user is not known, because no Plane API credential is chosen',
			'Choose a Plane API credential in the Plane Trigger, or use Ignore Changes By with the ID of the user.',
		);
	}

	if (filters[stateGroup.wire] !== undefined && webhookVersion !== 1) {
		return refused(
			`${stateGroup.displayName}: the group of a state cannot be looked up, because no Plane API credential is chosen`,
			"Webhooks of Plane's cloud and commercial editions contain only the ID of a state. Choose a Plane API credential in the Plane Trigger, or filter by the IDs of states.",
		);
	}

	const hasParts = events.some(isAboutPartOfWorkItem);

	return hasParts && !isObjectEmpty(filters)
		? refused(
				'Filters: comments, links and the like cannot be filtered, because no Plane API credential is chosen',
				'Plane sends only the ID of the work item with them. Choose a Plane API credential in the Plane Trigger, or remove the filters if the workflow may start for every event that is chosen.',
			)
		: undefined;
}

/** Looks up each name once. */
async function checkNames(
	parameters: WebhookParameters,
	lookup: PlaneLookup,
	warn: Warn,
): Promise<Problem | undefined> {
	const projectIds: string[] = [];

	for (const project of parameters.projects) {
		const result = await lookup.findName('projects', project);
		const problem = result.failed ?? explainAbsence([result]);
		if (problem !== undefined) return problem;

		projectIds.push(...result.found.values());
	}

	const filters = filtersWithNames(parameters);

	for (const filter of filters.filter((name) => name !== 'projects' && !isWithinProject(name))) {
		for (const name of selectNames(parameters, filter)) {
			const result = await lookup.findName(filter, name);
			const problem = result.failed ?? explainAbsence([result]);
			if (problem !== undefined) return problem;
		}
	}

	const entries = filters
		.filter(isWithinProject)
		.flatMap((filter) => selectNames(parameters, filter).map((name) => ({ filter, name })));

	return await checkInProjects({ entries, projectIds, lookup, warn });
}

/** A name in a filter on records that belong to projects. */
interface NameInProjects {
	readonly filter: NameFilter;
	readonly name: string;
}

/**
 * Looks for each name in the projects of the trigger. One of them has to have it.
 *
 * @param projectIds the projects of the trigger; if empty, all projects
 */
async function checkInProjects({
	entries,
	projectIds,
	lookup,
	warn,
}: {
	readonly entries: readonly NameInProjects[];
	readonly projectIds: readonly string[];
	readonly lookup: PlaneLookup;
	readonly warn: Warn;
}): Promise<Problem | undefined> {
	if (entries.length === 0) return undefined;

	const all = projectIds.length > 0 ? projectIds : await lookup.listProjectIds();
	if (isProblem(all)) return all;

	const projects = all.slice(0, MAX_PROJECTS);

	for (const { filter, name } of entries) {
		const result = await lookup.findName(filter, name, projects);
		const problem = judgeName(result, { filter, name }, warn);
		if (problem === undefined) continue;
		if (projects.length === all.length || result.failed !== undefined) return problem;

		const { displayName } = nameFields[filter];

		warn(
			`${displayName}: none of the first ${MAX_PROJECTS} projects has ${name}. If no project has it, this never starts the workflow.`,
		);
	}

	return undefined;
}

/**
 * Why the workflow cannot be published with a name, or undefined if it can. If a project has it and another one could
 * not be read, it can: the deliveries of the other one look the name up again.
 */
function judgeName(
	result: NameInPlaces<unknown>,
	{ filter, name }: NameInProjects,
	warn: Warn,
): Problem | undefined {
	const { failed } = result;
	const { displayName } = nameFields[filter];
	const isKnown = result.found.size > 0;

	if (isKnown && failed !== undefined && failed.cause !== 'ambiguous') {
		warn(
			`${displayName}: ${quote(name)} was found, but not all projects could be searched for it: ${endWithFullStop(failed.message)}`,
		);

		return undefined;
	}

	if (isKnown || failed !== undefined) return failed;

	return explainAbsence([result]) ?? seesNoProject(filter);
}

const seesNoProject = (filter: NameFilter): Problem =>
	problem({
		cause: 'failed',
		message: `${nameFields[filter].displayName}: the user of the credential can see no project`,
		description: 'Add this user to the projects that the trigger should watch.',
	});
