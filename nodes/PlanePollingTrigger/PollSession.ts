import type { IPollFunctions } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { openConnection } from '../shared/client/openConnection';
import { sendWithCredential } from '../shared/client/sendWithCredential';
import type { RecordContext } from '../shared/operations/shared/simplifiers';
import { isProblem, type Result } from '../shared/result/problem';
import {
	accessFingerprint,
	type Connection,
	namesFingerprint,
} from '../shared/transport/connection';
import type { ProjectApi } from './changes/ProjectApi';
import { pollProjects, type PollResult } from './changes/pollProjects';
import { type LatestEvent, readLatestEvent } from './changes/readLatestEvent';
import type { FoundEvent } from './changes/toEvent';
import type { CurrentUser, ResolvedParameterNames, TriggerState } from './changes/TriggerState';
import { addActors } from './addActors';
import { createProjectApi } from './createProjectApi';
import { fetchCurrentUser } from './fetchCurrentUser';
import { collectNames, readParameters, selectEvents, type TriggerParameters } from './parameters';
import { pollWithCurrentNames } from './pollWithCurrentNames';
import { RequestBudget } from './RequestBudget';
import { resolveParameterNames } from './resolveParameterNames';

/** Milliseconds without a byte from the server after which a request fails. */
const IDLE_TIMEOUT_MS = 20_000;

/** The records that the parameters refer to. */
export interface ResolvedParameters {
	readonly names: ResolvedParameterNames;
	/** Set if the changes by the user of the credential are ignored. */
	readonly currentUser?: CurrentUser;
}

/** One poll: its parameters, and the clients that it reads with. */
export class PollSession {
	private readonly budget: RequestBudget;
	private readonly client: Client;
	private readonly unmeteredClient: Client;

	private constructor(
		private readonly context: IPollFunctions,
		private readonly connection: Connection,
		private readonly parameters: TriggerParameters,
	) {
		const { timeoutMs, requestsPerMinute } = connection.limits;
		const send = sendWithCredential(context, connection, Math.min(IDLE_TIMEOUT_MS, timeoutMs));

		this.budget = new RequestBudget(context, send, { requestsPerMinute });
		this.client = new Client(connection, this.budget.send, this.budget.send);
		this.unmeteredClient = new Client(
			connection,
			this.budget.sendUnmetered,
			this.budget.sendUnmetered,
		);
	}

	/** Reads the credential and the parameters. */
	static async open(context: IPollFunctions): Promise<Result<PollSession>> {
		const connection = await openConnection(context);
		if (isProblem(connection)) return connection;

		const parameters = readParameters(context, connection.workspaceSlug);

		return isProblem(parameters) ? parameters : new PollSession(context, connection, parameters);
	}

	/** Whether the server could not be reached, or asked to wait. */
	get isServerUnavailable(): boolean {
		return this.budget.serverUnavailable;
	}

	/** Where the web app shows the records of the workspace. */
	get recordContext(): RecordContext {
		return { webRoot: this.client.webRoot, workspace: this.parameters.workspace };
	}

	/**
	 * Resolves the names in the parameters, and fetches the user of the credential if their changes are
	 * ignored.
	 *
	 * @param cached results of an earlier poll, which are used again as long as they are valid
	 */
	async resolveParameters(cached: {
		readonly names: ResolvedParameterNames | undefined;
		readonly currentUser: CurrentUser | undefined;
	}): Promise<Result<ResolvedParameters>> {
		const { workspace, ignoresOwnChanges } = this.parameters;
		const names = await this.resolveNames(cached.names);
		if (isProblem(names)) return names;
		if (!ignoresOwnChanges) return { names };

		const access = accessFingerprint(this.connection);
		const currentUser = await fetchCurrentUser(
			this.unmeteredClient,
			{ workspace, access },
			cached.currentUser,
		);

		return isProblem(currentUser) ? currentUser : { names, currentUser };
	}

	private async resolveNames(
		cached?: ResolvedParameterNames,
	): Promise<Result<ResolvedParameterNames>> {
		const names = {
			access: namesFingerprint(this.connection),
			...collectNames(this.parameters),
		};

		return await resolveParameterNames(this.unmeteredClient, names, cached);
	}

	/** The latest event, whether it has been reported or not. */
	async readTestEvent({ names, currentUser }: ResolvedParameters): Promise<Result<LatestEvent>> {
		const { subscription, matches } = selectEvents(this.parameters, names, currentUser?.id);
		// Somebody is waiting for the result, so it may take as many requests as necessary.
		const projects = names.projects.map((id) => this.apiFor(id, this.unmeteredClient));

		return await readLatestEvent(projects, subscription, matches);
	}

	/** Polls all projects since the state of the last poll. */
	async poll(
		before: TriggerState | undefined,
		{ names, currentUser }: ResolvedParameters,
	): Promise<PollResult> {
		const isCached = names === before?.names;

		return await pollWithCurrentNames(before, {
			names,
			...(isCached && { resolveAgain: async () => await this.resolveNames() }),
			pollOnce: async (state, current) =>
				await this.pollOnce(state, { names: current, ...(currentUser && { currentUser }) }),
		});
	}

	/**
	 * Adds the names of the users to events. If they cannot be read, the events keep the IDs: they must not
	 * be lost because a name is missing.
	 */
	async nameActors(events: readonly FoundEvent[]): Promise<readonly FoundEvent[]> {
		if (this.isServerUnavailable) return events;

		const named = await addActors(this.unmeteredClient, this.parameters.workspace, events);
		if (!isProblem(named)) return named;

		this.context.logger.warn(
			`The users of these events have only IDs, because a request to Plane failed: ${named.message}. ${named.description}`,
		);

		return events;
	}

	private async pollOnce(
		before: TriggerState | undefined,
		{ names, currentUser }: ResolvedParameters,
	): Promise<PollResult> {
		const { subscription, matches } = selectEvents(this.parameters, names, currentUser?.id);
		const result = await pollProjects(before, {
			names: { ...names, ...(currentUser && { currentUser }) },
			subscription,
			apiFor: (projectId) => this.apiFor(projectId, this.client),
			isBudgetSpent: () => this.budget.isSpent,
		});

		return { ...result, events: result.events.filter(matches) };
	}

	private apiFor(projectId: string, client: Client): ProjectApi {
		return createProjectApi({
			workspace: this.parameters.workspace,
			projectId,
			client,
			unmeteredClient: this.unmeteredClient,
			maySend: (requests) => this.budget.maySend(requests),
			warn: (message) => this.context.logger.warn(message),
		});
	}
}
