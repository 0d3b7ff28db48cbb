import type { JsonObject } from 'n8n-workflow';

import { readId } from '../shared/events/event';
import { workItemUrl } from '../shared/events/workItemReference';
import { firstText } from '../shared/rows/firstText';
import { isProblem, type Problem, type Result } from '../shared/result/problem';
import type { Delivery } from './deliveries/delivery';
import type { PlaneLookup } from './PlaneLookup';

type Event = Delivery['event'];

/** Takes a sentence for n8n's log. */
type Warn = (message: string) => void;

/**
 * An event with what its delivery leaves out and Plane knows: the record with names, as the Polling
 * Trigger has it, who did it, and the key and the address of the work item. What cannot be read stays
 * as it was sent.
 */
export async function completeEvent(
	{ version, event }: Delivery,
	lookup: PlaneLookup,
	warn: Warn,
): Promise<Event> {
	const completion = new Completion(lookup, warn);
	const located = await completion.withProject(event);
	const withRecord = version === 2 ? await completion.withRecord(located) : located;
	const withKey = await completion.withKey(withRecord);

	return await completion.withActor(withKey);
}

/** Completes the event of one delivery. */
export class Completion {
	constructor(
		private readonly lookup: PlaneLookup,
		private readonly warn: Warn,
	) {}

	/** With the project of its work item, which comments of version 2 do not name (row 102). */
	async withProject(event: Event): Promise<Event> {
		const { workItem, projectId } = event;
		const id = workItem === null ? '' : firstText(workItem, 'id');
		const name = workItem === null ? '' : firstText(workItem, 'name');
		if (projectId !== null || id === '' || name === '') return event;

		const found = this.known(await this.lookup.findWorkItem(id, name));
		if (found === undefined) return event;

		return { ...event, projectId: found.projectId, key: found.key === '' ? null : found.key };
	}

	/** With the record as Plane has it now; what is deleted or archived cannot be read any more. */
	async withRecord(event: Event): Promise<Event> {
		const { action, projectId, record, workItem } = event;
		const id = firstText(record, 'id');
		if (projectId === null || id === '' || ['deleted', 'archived'].includes(action)) return event;

		if (event.event === 'workItem') {
			const now = this.known(await this.lookup.workItem(projectId, id));

			return now === undefined ? event : { ...event, record: { ...record, ...now } };
		}

		const workItemId = readId(workItem ?? undefined);
		if (event.event !== 'workItemComment' || workItemId === null) return event;

		const now = this.known(await this.lookup.comment(projectId, workItemId, id));

		return now === undefined ? event : { ...event, record: { ...record, ...now } };
	}

	/** With the key, the address and the name of its work item. */
	async withKey(event: Event): Promise<Event> {
		const { projectId, workItem } = event;
		if (event.event !== 'workItem' && workItem === null) return event;
		if (projectId === null) return event;

		const named = workItem === null ? event : await this.withWorkItem(event, projectId, workItem);
		const number = firstText(named.workItem ?? named.record, 'sequence_id');
		const identifier =
			named.key === null && number !== ''
				? this.known(await this.lookup.identifierOf(projectId))
				: undefined;
		const key = named.key ?? (identifier ? `${identifier}-${number}` : null);
		const { web, workspace } = this.lookup;

		return {
			...named,
			workItem: named.workItem && referenceOf(named.workItem),
			key,
			url: key === null ? null : workItemUrl(web, workspace, key),
		};
	}

	/** With the user who did it, of whom a delivery may say no more than the ID. */
	async withActor(event: Event): Promise<Event> {
		const { actor } = event;
		const id = actor === null ? '' : firstText(actor, 'id');
		if (actor === null || id === '' || Object.keys(actor).length > 1) return event;

		const person = this.known(await this.lookup.personOf(id));

		return person === undefined ? event : { ...event, actor: person };
	}

	/** With the work item of a comment, link or attachment, unless its key and name are known. */
	private async withWorkItem(
		event: Event,
		projectId: string,
		workItem: JsonObject,
	): Promise<Event> {
		const id = firstText(workItem, 'id');
		if (id === '' || (event.key !== null && firstText(workItem, 'name') !== '')) return event;

		const now = this.known(await this.lookup.workItem(projectId, id));

		return now === undefined ? event : { ...event, workItem: now };
	}

	/** What was looked up; undefined if it is not there, or could not be read, which n8n's log says. */
	private known<Value>(result: Result<Value>): Value | undefined {
		if (!isProblem(result)) return result;
		if (result.status !== 404) this.warn(incomplete(result));

		return undefined;
	}
}

/** What stands of the work item that a comment, link or attachment belongs to. */
const referenceOf = ({ id, name }: JsonObject): JsonObject => ({
	...(id !== undefined && { id }),
	...(name !== undefined && { name }),
});

const incomplete = ({ message, description }: Problem): string =>
	`An item of the Plane Trigger is incomplete, because Plane could not be asked: ${message}. ${description}`;
