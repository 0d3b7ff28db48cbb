import { describe, expect, it } from '@jest/globals';

import { asText } from '../../nodes/shared/values/asText';
import { byId, locateFirst } from './samples';
import { serverKinds } from './serverKinds';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

const mention = (id: string | undefined) =>
	`<mention-component entity_identifier="${id ?? ''}" entity_name="user_mention"></mention-component>`;

describe.each(serverKinds)('A mention in Markdown on a %s server', (serverKind) => {
	const world = useWorld({ serverKind });

	const place = () => ({
		projectId: locateFirst(world.service.state.projects),
		workItemId: byId(world.service.state.workItems[0]?.id),
	});
	const comment = async (text: string, format?: string) =>
		await world.run('workItemComment.create', {
			...place(),
			comment: text,
			...(format !== undefined && { commentFormat: format }),
		});
	const user = (name: string) =>
		world.service.state.users.find((candidate) => candidate.display_name === name);
	const readsOfMembers = () =>
		world.service.requests.filter(
			({ method, url }) => method === 'GET' && url.endsWith('/members/'),
		).length;

	it('becomes one of Plane, by display name, email address or full name', async () => {
		const ada = user('ada');

		const { json, hints } = await comment(
			`@ADA, @${ada?.email ?? ''} and @"${ada?.first_name ?? ''} ${ada?.last_name ?? ''}": look`,
		);

		const element = mention(ada?.id);

		expect(json[0]?.comment_html).toBe(`<p>${element}, ${element} and ${element}: look</p>`);
		expect(hints).toEqual([]);
	});

	it('is none in code, in links, after a backslash and in other formats', async () => {
		const before = readsOfMembers();

		await comment('`@ada` [@ada](https://example.com) \\@ada ada@example.com @Input()');
		await comment('@ada', 'text');
		await comment('<p>@ada</p>', 'html');

		expect(readsOfMembers()).toBe(before);
	});

	it('reads the members once for all items', async () => {
		const before = readsOfMembers();
		const items = jsonItems([{ text: '@ada' }, { text: '@bob' }, { text: 'x @ada' }]);

		const { json } = await world.run(
			'workItemComment.create',
			{ ...place(), comment: '={{ $json.text }}' },
			{ items },
		);

		expect(json.map((record) => record.comment_html)).toEqual([
			`<p>${mention(user('ada')?.id)}</p>`,
			`<p>${mention(user('bob')?.id)}</p>`,
			`<p>x ${mention(user('ada')?.id)}</p>`,
		]);
		expect(readsOfMembers()).toBe(before + 1);
	});

	it('in a description changes nothing when it is written again', async () => {
		const parameters = {
			projectId: place().projectId,
			name: 'Ask',
			additionalFields: {
				description: 'Ask @ada',
				externalSource: 'sheet',
				externalId: 'row-9',
			},
			options: { ifItAlreadyExists: 'updateExisting' },
		};

		const { json } = await world.run('workItem.create', parameters);
		const before = world.service.requests.length;

		await world.run('workItem.create', parameters);

		expect(json[0]?.description_html).toBe(`<p>Ask ${mention(user('ada')?.id)}</p>`);
		expect(world.service.requests.slice(before).filter(({ method }) => method === 'PATCH')).toEqual(
			[],
		);
	});

	it('is read as @ada, and means the same when it is sent again', async () => {
		const sent = '@ada please **look**, \\@ada';
		const { json: created } = await comment(sent);
		const { json } = await world.run('workItemComment.get', {
			...place(),
			commentId: byId(asText(created[0]?.id) ?? ''),
			simple: true,
		});

		expect(json[0]?.comment).toBe(sent);

		const { json: again } = await comment(asText(json[0]?.comment) ?? '');

		expect(again[0]?.comment_html).toBe(created[0]?.comment_html);
	});
});
