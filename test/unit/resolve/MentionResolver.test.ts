import { expect, test } from '@jest/globals';

import type { Call } from '../../../nodes/shared/model/call';
import { updateWorkItem } from '../../../nodes/shared/operations';
import { MentionResolver } from '../../../nodes/shared/resolve/MentionResolver';
import { RecordLists } from '../../../nodes/shared/resolve/RecordLists';
import type { Outcome } from '../../../nodes/shared/transport/response';
import * as calls from '../calls';
import { createExecution } from '../execute/testExecution';
import { jsonResponse, networkFault } from '../responses';

const update: Call<'update'> = {
	...calls.update,
	operation: updateWorkItem,
	path: { project_id: 'p1', work_item_id: 'w1' },
	body: { description_html: '<p>@ada: look</p>' },
	textsWithMentions: { description_html: { markdown: '@ada: look', names: ['ada'] } },
};
const withoutMention: Call<'update'> = { ...calls.update, itemIndex: 1 };

/** Resolves the mention of one call and no mention of another one, on a server that answers like this. */
async function resolve(membersList: Outcome) {
	const { execution } = createExecution(() => membersList, { retries: 0 });
	const lists = new RecordLists(execution.client, execution.listSource, execution.projects);
	const resolver = new MentionResolver(lists);
	const resolved = await resolver.resolve([update, withoutMention]);

	return { resolved, resolver };
}

test('a mention becomes the element of its user', async () => {
	const ada = { id: 'u1', display_name: 'ada', email: 'ada@example.com' };

	const { resolved, resolver } = await resolve(jsonResponse([ada]));

	expect(resolved[0]).toMatchObject({
		body: { description_html: expect.stringContaining('entity_identifier="u1"') },
	});
	expect(resolver.failed.size).toBe(0);
});

// Otherwise a second run would replace a mention that is already in Plane by text.
test.each<[string, Outcome]>([
	['a fault of the network', networkFault('ECONNREFUSED')],
	['a fault of the server', jsonResponse({ error: 'Something went wrong' }, 500)],
])('a call with a mention is not sent after %s', async (_, outcome) => {
	const { resolved, resolver } = await resolve(outcome);

	expect([...resolver.failed.keys()]).toEqual([update.itemIndex]);
	expect(resolved).toEqual([withoutMention]);
	expect(resolver.unresolved).toEqual([]);
});

test('a mention stays text, with a note, if the user may not read the members (row 18)', async () => {
	const { resolved, resolver } = await resolve(jsonResponse({ detail: 'No permission' }, 403));

	expect(resolved).toEqual([update, withoutMention]);
	expect(resolver.unresolved).toEqual([{ itemIndex: 0, name: 'ada', candidates: undefined }]);
	expect(resolver.failed.size).toBe(0);
});
