import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { archivedProject, turnedOff } from '../errors/projectErrors';
import type { Source } from '../fields/field';
import { normalizeId } from '../fields/identifier';
import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';
import { projects } from '../lists/lists';
import type { Call, RequestTarget } from '../model/call';
import { isProblem, type Problem, type Result } from '../result/problem';

/** The values of a path that name a project and a work item in it. */
const PROJECT = 'project_id';
const WORK_ITEM = 'work_item_id';

/** A place below a workspace, whose path may have a project. */
type Place = Pick<RequestTarget, 'workspace' | 'path'>;

/**
 * The projects of an execution. Servers say nothing where a project is archived or something in it is
 * turned off: their lists are empty, and they create records that nobody sees (rows 73 and 78). So the
 * project itself is read, until the server answers once, and only if nothing else has shown what it is.
 */
export class Projects {
	/** What the server shows of projects, by their places. */
	private readonly records = new Map<string, Promise<Result<JsonObject>>>();
	/** The places of projects whose lists have rows: they are not archived. */
	private readonly active = new Set<string>();

	constructor(private readonly client: Client) {}

	/** Notes the rows of the list of projects, which has archived ones, too. */
	noteRecords(workspace: string, rows: readonly JsonObject[]): void {
		for (const row of rows) {
			const id = asText(row.id);
			if (id === undefined || row.archived_at === undefined) continue;

			this.records.set(keyOf({ workspace, path: { [PROJECT]: id } }), Promise.resolve(row));
		}
	}

	/** Notes that a list which is empty in an archived project has rows. */
	noteActive(place: Place): void {
		this.active.add(keyOf(place));
	}

	/**
	 * Why a create would make a record that nobody sees; undefined: it would not, as far as the server
	 * shows.
	 */
	async refuseCreate(call: Call<'create'>): Promise<Problem | undefined> {
		const { locators, projectFeature, worksInArchivedProject } = call.operation;
		if (locators.at(-1)?.wire !== PROJECT) return undefined;

		const mayBeArchived = worksInArchivedProject !== true && !this.active.has(keyOf(call));
		if (!mayBeArchived && projectFeature === undefined) return undefined;

		const project = await this.read(call);
		// A server that cannot be reached is not sent the create. What else it says, it will say to the create.
		if (isProblem(project)) return project.status === undefined ? project : undefined;
		if (mayBeArchived && isArchived(project)) return archivedProject(call);

		return isTurnedOff(project, projectFeature) ? turnedOff(projectFeature.displayName) : undefined;
	}

	/**
	 * Why a list has no rows, if its project is archived. The lists of a work item are mostly empty, and whoever
	 * reads one has the work item from somewhere: they are not worth a request more.
	 */
	async explainEmpty(call: RequestTarget): Promise<Problem | undefined> {
		return call.path[WORK_ITEM] === undefined ? await this.explainNothing(call) : undefined;
	}

	/**
	 * Why nothing is found in the project of a call, if it is archived or does not have such records.
	 *
	 * @param feature what has to be turned on so that it has them
	 */
	async explainNothing(
		call: RequestTarget,
		place: Place = call,
		feature?: Source['projectFeature'],
	): Promise<Problem | undefined> {
		if (place.path[PROJECT] === undefined) return undefined;
		if (feature === undefined && this.active.has(keyOf(place))) return undefined;

		const project = await this.read({ ...call, ...place });
		if (isProblem(project)) return undefined;
		if (isArchived(project)) return archivedProject({ ...call, ...place });

		return isTurnedOff(project, feature) ? turnedOff(feature.displayName) : undefined;
	}

	/** The project of a call. */
	private async read(call: RequestTarget): Promise<Result<JsonObject>> {
		const key = keyOf(call);
		const reading = this.records.get(key) ?? this.load(call);

		this.records.set(key, reading);

		const project = await reading;
		// Nobody answered: the next item may have more luck.
		if (isProblem(project) && project.status === undefined) this.records.delete(key);

		return project;
	}

	private async load(call: RequestTarget): Promise<Result<JsonObject>> {
		const response = await this.client.read(call, `${projects.path}{${PROJECT}}/`);
		if (isProblem(response)) return response;

		return isJsonObject(response.json) ? response.json : {};
	}
}

/** Whether a project shows that something is turned off in it. */
const isTurnedOff = (
	project: JsonObject,
	feature: Source['projectFeature'],
): feature is NonNullable<Source['projectFeature']> =>
	feature !== undefined && project[feature.wire] === false;

const isArchived = ({ archived_at: at }: JsonObject): boolean => at !== undefined && at !== null;

const keyOf = ({ workspace, path }: Place): string =>
	[workspace, normalizeId(path[PROJECT] ?? '')].join('\n');
