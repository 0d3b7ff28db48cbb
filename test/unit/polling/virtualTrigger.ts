import type { IPollFunctions, JsonValue } from 'n8n-workflow';

import type { ProjectApi } from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { pollProjects } from '../../../nodes/PlanePollingTrigger/changes/pollProjects';
import {
	loadState,
	saveState,
	type StaticData,
} from '../../../nodes/PlanePollingTrigger/changes/savedState';
import type { FoundEvent } from '../../../nodes/PlanePollingTrigger/changes/toEvent';
import {
	type EventSelection,
	selectEvents,
	type TriggerParameters,
} from '../../../nodes/PlanePollingTrigger/parameters';
import { RequestBudget } from '../../../nodes/PlanePollingTrigger/RequestBudget';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { readFirstText } from '../../../nodes/shared/values/readFirstText';
import { isProblem, type Result } from '../../../nodes/shared/result/problem';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import { isFault } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';
import type { ReportedEvent } from './eventLedger';
import type { VirtualServer } from './virtualServer';

const REQUEST: HttpRequest = {
	method: 'GET',
	url: 'https://plane.example.com',
	headers: {},
	effect: 'read',
	route: '',
};

/** How the polls of a trigger reach a server, and when they have to stop. */
interface Access {
	readonly apiFor: (projectId: string) => ProjectApi;
	readonly isBudgetSpent: () => boolean;
}

/** The trigger as n8n runs it: n8n keeps its static data, and saves it only with events. */
export class VirtualTrigger {
	readonly reported: ReportedEvent[] = [];
	private data: StaticData = {};
	private savedData = '{}';
	private selection: EventSelection;

	/** @param events the parameter Events */
	constructor(
		private readonly server: VirtualServer,
		events: readonly string[],
	) {
		this.selection = select(events);
	}

	/** Somebody changes the parameter Events. */
	selectEvents(events: readonly string[]): void {
		this.selection = select(events);
	}

	/** Polls with so many requests at most. */
	async poll(budget = 40): Promise<void> {
		const { server } = this;

		server.requestLimit = server.requestCount + budget;
		await this.pollWith({
			apiFor: (projectId) => server.apiFor(projectId),
			isBudgetSpent: () => server.requestCount >= server.requestLimit,
		});
	}

	/** Polls with the requests that the server's limit and the trigger's own budget allow. */
	async pollWithinLimit(): Promise<void> {
		const { server } = this;

		server.requestLimit = Infinity;
		let send: () => Promise<Result<ListPage>>;
		let page: Result<ListPage>;
		const budget = new RequestBudget(
			// Without a limit of n8n's own.
			{} as IPollFunctions,
			async () => {
				page = await send();

				const { status, text, json } = jsonResponse({}, isProblem(page) ? page.status : 200);

				return {
					status,
					text,
					json,
					headers: {
						'retry-after': `${server.retryAfter}`,
						'x-ratelimit-remaining': `${server.remainingRequests}`,
					},
				};
			},
			{
				now: () => server.n8nTime,
				sleep: async (milliseconds) => {
					await Promise.resolve();
					server.pass(milliseconds);
				},
			},
		);

		const apiFor = (projectId: string): ProjectApi => {
			const api = server.apiFor(projectId);

			return {
				...api,
				maySend: (requests) => budget.maySend(requests),
				fetchPage: async (request) => {
					send = async () => await api.fetchPage(request);
					const outcome = await budget.send(REQUEST);

					return isFault(outcome) && outcome.fault === 'notSent' ? outcome.problem : page;
				},
			};
		};

		await this.pollWith({ apiFor, isBudgetSpent: () => budget.isSpent });
	}

	private async pollWith(access: Access): Promise<void> {
		const { data, selection, server } = this;
		const before = loadState(data);
		const { events, state } = await pollProjects(before, {
			names: { cacheKey: '', projects: server.projects.map(({ id }) => id), ids: {} },
			subscription: selection.subscription,
			...access,
		});
		if (!saveState(data, before, state)) return;

		const matching = events.filter(selection.matches);
		if (matching.length === 0) return;

		this.reported.push(...matching.map(toReported));
		this.savedData = JSON.stringify(data);
	}

	/** The names of the events that were reported. */
	get reportedNames(): readonly string[] {
		return this.reported.flatMap(({ name }) => name ?? []);
	}

	/** The size of the saved state in characters. */
	get stateSize(): number {
		return JSON.stringify(this.data.state).length;
	}

	/** n8n is stopped or crashes, and starts again. */
	restart(): void {
		this.data = JSON.parse(this.savedData) as StaticData;
	}

	/** n8n saves the static data, as after the first activation. */
	save(): void {
		this.savedData = JSON.stringify(this.data);
	}
}

const select = (events: readonly string[]): EventSelection =>
	selectEvents({ ...NO_FILTERS, events }, { cacheKey: '', projects: [], ids: {} });

const NO_FILTERS: Omit<TriggerParameters, 'events'> = {
	workspace: 'acme',
	projects: [],
	toStates: [],
	assignedTo: [],
	fields: [],
	groupsByEdit: false,
	filters: {},
	ignoredUsers: [],
	ignoresOwnChanges: false,
};

/** An event with the name that the virtual project gives it. */
function toReported({ event }: FoundEvent): ReportedEvent {
	const { action, field, newValue, oldValue, record } = event;
	const item = readFirstText(record, 'id');
	const toNamed = (name: string): ReportedEvent => ({ name, item, oldValue });

	if (event.event === 'intakeItem') return toNamed(`request of ${item}`);
	if (event.event === 'workItemComment') return toNamed(readFirstText(record, 'comment_html'));
	if (action === 'created' && field === null) return toNamed(`new of ${item}`);

	if (field === 'assignees' || field === 'labels') {
		const list = { field, removed: textsIn(oldValue), added: textsIn(newValue) };

		return { item, oldValue, list };
	}

	return toNamed(`${typeof newValue === 'string' ? newValue : 'nothing'} of ${item}`);
}

const textsIn = (value: JsonValue): string[] =>
	[value].flat().filter((entry) => typeof entry === 'string');
