import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { readFirstText } from '../shared/values/readFirstText';
import { readMembersById } from '../shared/events/readPeople';
import { isProblem, type Result } from '../shared/result/problem';
import type { FoundEvent } from './changes/toEvent';

/**
 * Adds to events the names and email addresses of the users who caused them. The lists that are polled have
 * only IDs of users, so the members of the workspace are read, once for all events.
 *
 * @returns the events, or a Problem if the members cannot be read. The user of an event who is no longer a
 *   member stays as it is.
 */
export async function addActors(
	client: Client,
	workspace: string,
	events: readonly FoundEvent[],
): Promise<Result<readonly FoundEvent[]>> {
	if (!events.some(lacksNames)) return events;

	const members = await readMembersById(client, workspace);

	return isProblem(members) ? members : events.map((found) => withActor(found, members));
}

const lacksNames = ({ event: { actor } }: FoundEvent): boolean =>
	actor !== null && readFirstText(actor, 'email') === '';

function withActor(found: FoundEvent, members: ReadonlyMap<string, JsonObject>): FoundEvent {
	const { actor } = found.event;
	const member = actor === null ? undefined : members.get(readFirstText(actor, 'id'));
	if (member === undefined) return found;

	return { ...found, event: { ...found.event, actor: { ...actor, ...member } } };
}
