import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import type { ProjectFeature } from '../fields/field';
import { normalizeId } from '../values/textForms';
import { isJsonObject } from '../values/json';
import { asText } from '../values/asText';
import { isArchived } from '../values/isArchived';
import { projects } from '../lists/lists';
import type { Call, RequestTarget } from '../model/call';
import { type Place, withPlace } from '../model/place';
import { isProblem, problem, type Problem, type Result } from '../result/problem';
import { readRequest } from '../transport/request';
import { howToTurnOn, sayTurnedOff } from '../operations/shared/refusals';
import { listPathParameters, nameAndValue } from '../errors/pathParameters';
import { absent } from '../errors/problemFrom';
import { ReadOnce } from './ReadOnce';

/** The path parameters of a project and of a work item in it. */
const PROJECT = 'project_id';
const WORK_ITEM = 'work_item_id';

/**
 * What is known about the projects of a run. If a project is archived, or one of its features is
 * turned off, servers do not say so: their lists are empty, and they create records that nobody can see
 * (rows 73 and 78). So the project itself is read once, unless something else has shown its state.
 */
export class Projects {
	/** The records of projects, by their keys. */
	private readonly records = new ReadOnce<JsonObject>();
	/** The keys of projects that are not archived, because their lists have rows. */
	private readonly active = new Set<string>();
	/** Why projects that records need for their keys could not be read, by the keys of the projects. */
	readonly unreadProblems = new Map<string, Problem>();

	constructor(private readonly client: Client) {}

	/** Remembers the rows of the list of projects, which includes archived ones. */
	rememberRecords(workspace: string, rows: readonly JsonObject[]): void {
		for (const row of rows) {
			const id = asText(row.id);
			if (id === undefined || row.archived_at === undefined) continue;

			this.records.remember(buildProjectKey({ workspace, path: { [PROJECT]: id } }), row);
		}
	}

	/** Remembers that a project is not archived, because a list that would be empty then has rows. */
	rememberActive(place: Place): void {
		this.active.add(buildProjectKey(place));
	}

	/** Why nobody could see a new record, or undefined if the server shows no reason. */
	async refuseCreate(call: Call<'create'>): Promise<Problem | undefined> {
		const { locators, check } = call.operation;
		if (locators.at(-1)?.wire !== PROJECT) return undefined;

		const feature = check?.kind === 'feature' ? check.feature : undefined;
		const mayBeArchived = check?.kind !== 'nothing' && !this.active.has(buildProjectKey(call));
		if (!mayBeArchived && feature === undefined) return undefined;

		const project = await this.read(call, call);
		// If the server cannot be reached, nothing is created. Any other error will come with the create itself.
		if (isProblem(project)) return project.status === undefined ? project : undefined;
		if (mayBeArchived && isArchived(project)) return archivedProject(call);

		return isTurnedOff(project, feature) ? featureTurnedOff(feature.displayName) : undefined;
	}

	/**
	 * Why a list is empty, if its project is archived. The lists of a work item are not worth another request:
	 * most of them are empty, and the work item itself was found before.
	 */
	async explainEmptyList(call: RequestTarget): Promise<Problem | undefined> {
		return call.path[WORK_ITEM] === undefined ? await this.explainMissingRecords(call) : undefined;
	}

	/**
	 * Why nothing was found in a project: it is archived, or a feature is turned off in it.
	 *
	 * @param place defaults to the place of the target
	 * @param feature that the records need
	 * @returns undefined if there is another reason
	 */
	async explainMissingRecords(
		call: RequestTarget,
		place: Place = call,
		feature?: ProjectFeature,
	): Promise<Problem | undefined> {
		if (place.path[PROJECT] === undefined) return undefined;
		if (feature === undefined && this.active.has(buildProjectKey(place))) return undefined;

		const project = await this.read(place, call);
		if (isProblem(project)) return undefined;
		if (isArchived(project)) return archivedProject(call, place);

		return isTurnedOff(project, feature) ? featureTurnedOff(feature.displayName) : undefined;
	}

	/**
	 * Finds the record of a target's project, or of the project at a place.
	 *
	 * @returns undefined if the server does not return it; `unreadProblems` then says why
	 */
	async find(call: RequestTarget, place: Place = call): Promise<JsonObject | undefined> {
		if (place.path[PROJECT] === undefined) return undefined;

		const project = await this.read(place, call);
		if (isProblem(project)) this.unreadProblems.set(buildProjectKey(place), project);

		return isProblem(project) || project.id === undefined ? undefined : project;
	}

	private async read(place: Place, about: RequestTarget): Promise<Result<JsonObject>> {
		return await this.records.read(
			buildProjectKey(place),
			async () => await this.load(place, about),
		);
	}

	private async load(place: Place, about: RequestTarget): Promise<Result<JsonObject>> {
		const request = readRequest(`${projects.path}{${PROJECT}}/`);
		const response = await this.client.send(place, request, { about: withPlace(about, place) });
		if (isProblem(response)) return withoutResponse(response);

		return isJsonObject(response.json) ? response.json : {};
	}
}

/** Whether a project shows that a feature is turned off in it. */
const isTurnedOff = (
	project: JsonObject,
	feature: ProjectFeature | undefined,
): feature is ProjectFeature => feature !== undefined && project[feature.wire] === false;

const buildProjectKey = ({ workspace, path }: Place): string =>
	[workspace, normalizeId(path[PROJECT] ?? '')].join('\n');

/** An archived project, whose lists are empty and whose new records are invisible (row 73). */
function archivedProject(call: RequestTarget, { path }: Place = call): Problem {
	const [, project] = listPathParameters(call, path);
	const name = project === undefined ? 'The project' : nameAndValue(project);

	return problem({
		cause: 'archivedPlace',
		message: `${name} is archived: Plane lists nothing that is in it, and nobody sees what is created in it`,
		description:
			'If the project is to be used again, restore it first with Project → Unarchive. Otherwise choose another one.',
	});
}

/** A feature that is turned off in a project. @param feature its name in the settings of the project */
const featureTurnedOff = (feature: string): Problem =>
	absent(sayTurnedOff(feature), howToTurnOn(feature));
