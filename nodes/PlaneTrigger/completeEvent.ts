import type { JsonObject } from 'n8n-workflow';

import { readId } from '../shared/events/event';
import { workItemUrl } from '../shared/events/workItemReference';
import { readFirstText } from '../shared/values/readFirstText';
import { isProblem, type Problem, type Result } from '../shared/result/problem';
import type { Delivery } from './deliveries/delivery';
import type { PlaneLookup } from './PlaneLookup';

type Event = Delivery['event'];

/** Writes a sentence to n8n's log. */
export type Warn = (message: string) => void;

/**
 * Adds to an event what its delivery lacks: the record with names, as the Polling Trigger returns it, the
 * user who made the change, and the key and URL of the work item. What cannot be read stays as it was sent.
 */
export async function completeEvent(
	{ version, event }: Delivery,
	lookup: PlaneLookup,
	warn: Warn,
): Promise<Event> {
	const completer = new EventCompleter(lookup, warn);
	const withProject = await completer.withProject(event);
	const withRecord = version === 2 ? await completer.withRecord(withProject) : withProject;
	const withKey = await completer.withKey(withRecord);

	return await completer.withActor(withKey);
}

/** Completes the event of one delivery, part by part. */
export class EventCompleter {
	constructor(
		private readonly lookup: PlaneLookup,
		private readonly warn: Warn,
	) {}

	/** Adds the project of a work item, which comments of version 2 lack (row 102). */
	async withProject(event: Event): Promise<Event> {
		const { workItem, project: projectId } = event;
		const id = workItem === null ? '' : readFirstText(workItem, 'id');
		const name = workItem === null ? '' : readFirstText(workItem, 'name');
		if (projectId !== null || id === '' || name === '') return event;

		const found = this.valueIfFound(await this.lookup.findWorkItem(id, name));
		if (found === undefined) return event;

		return { ...event, project: found.projectId, key: found.key === '' ? null : found.key };
	}

	/** Adds the current record. Deleted and archived records cannot be read any more. */
	async withRecord(event: Event): Promise<Event> {
		const { action, project: projectId, record, workItem } = event;
		const id = readFirstText(record, 'id');
		if (projectId === null || id === '' || ['deleted', 'archived'].includes(action)) return event;

		if (event.event === 'workItem') {
			const current = this.valueIfFound(
				await this.lookup.readWorkItem(projectId, id, record.updated_at),
			);

			return current === undefined ? event : { ...event, record: { ...record, ...current } };
		}

		const workItemId = readId(workItem ?? undefined);
		if (event.event !== 'workItemComment' || workItemId === null) return event;

		const current = this.valueIfFound(await this.lookup.readComment(projectId, workItemId, id));

		return current === undefined ? event : { ...event, record: { ...record, ...current } };
	}

	/** Adds the key, the URL and the name of the work item. */
	async withKey(event: Event): Promise<Event> {
		const { project: projectId, workItem } = event;
		if (event.event !== 'workItem' && workItem === null) return event;
		if (projectId === null) return event;

		const withWorkItem =
			workItem === null ? event : await this.withWorkItem(event, projectId, workItem);
		const key = withWorkItem.key ?? (await this.readKey(withWorkItem, projectId));
		const { webRoot, workspace } = this.lookup;

		return {
			...withWorkItem,
			workItem: withWorkItem.workItem && toReference(withWorkItem.workItem),
			key,
			url: key === null ? null : workItemUrl(webRoot, workspace, key),
		};
	}

	/** Adds the user who made the change, if the delivery only has the ID. */
	async withActor(event: Event): Promise<Event> {
		const { actor } = event;
		const id = actor === null ? '' : readFirstText(actor, 'id');
		if (actor === null || id === '' || Object.keys(actor).length > 1) return event;

		const member = this.valueIfFound(await this.lookup.findMember(id));

		return member === undefined ? event : { ...event, actor: member };
	}

	/** Adds the work item of a comment, link or attachment, unless its key and name are known. */
	private async withWorkItem(
		event: Event,
		projectId: string,
		workItem: JsonObject,
	): Promise<Event> {
		const id = readFirstText(workItem, 'id');
		if (id === '' || (event.key !== null && readFirstText(workItem, 'name') !== '')) return event;

		const current = this.valueIfFound(await this.lookup.readWorkItem(projectId, id));

		return current === undefined ? event : { ...event, workItem: current };
	}

	/** The key of the work item, e.g. `LNCH-12`; null if its number or its project cannot be read. */
	private async readKey({ record, workItem }: Event, projectId: string): Promise<string | null> {
		const number = readFirstText(workItem ?? record, 'sequence_id');
		if (number === '') return null;

		const identifier = this.valueIfFound(await this.lookup.readProjectIdentifier(projectId));

		return identifier ? `${identifier}-${number}` : null;
	}

	/** The result of a lookup, or undefined if it failed: with a warning, unless there is no such record. */
	private valueIfFound<Value>(result: Result<Value>): Value | undefined {
		if (!isProblem(result)) return result;
		if (result.status !== 404) this.warn(describeIncomplete(result));

		return undefined;
	}
}

/** The work item that a comment, link or attachment belongs to, as the output has it. */
const toReference = ({ id, name }: JsonObject): JsonObject => ({
	...(id !== undefined && { id }),
	...(name !== undefined && { name }),
});

const describeIncomplete = ({ message, description }: Problem): string =>
	`An item of the Plane Trigger is incomplete, because a request to Plane failed: ${message}. ${description}`;
