import { describe, expect, it } from '@jest/globals';
import type { JsonObject, NodeExecutionHint } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, networkFault } from '../../unit/responses';
import { continues, PROJECT_ID, PROJECT_PATH, useNames, WORK_ITEM_ID } from './useNames';

const startServer = useNames();

// Members have the fields that a Community Edition returns (row 61).
const ADA_ID = '16c61a3a-512a-48ac-b0be-b6b46fe6f430';
const OTHER_ID = '893d290c-74ec-48df-8edc-7d50c000fee1';

/** Creates a comment with a mention and one without, on a server that answers the list of members like this. */
async function comment(members: Outcome) {
	const server = startServer({}, { [`GET ${PROJECT_PATH}/members/`]: members });
	const { json, hints } = await server.run(
		'workItemComment.create',
		{ workItemId: byId(WORK_ITEM_ID), comment: '={{ $json.text }}' },
		{ ...continues, items: jsonItems([{ text: '@ada: look' }, { text: 'Look' }]) },
	);

	return {
		errors: json.map(({ error }) => error),
		hints,
		sent: server.writes().map(({ body }) => body?.comment_html),
	};
}

const isAboutMentions = ({ message }: NodeExecutionHint): boolean => message.includes('@ada');

describe('A mention', () => {
	// Otherwise a second run would replace a mention that is already in Plane by text.
	it.each<[string, Outcome, error: string]>([
		['the server does not respond', networkFault('ECONNREFUSED'), 'refused the connection'],
		['the server fails', jsonResponse({ error: 'Something went wrong' }, 500), 'status 500'],
	])('is not sent as text if the members cannot be read because %s', async (_, members, error) => {
		const { errors, sent } = await comment(members);

		expect(errors).toEqual([expect.stringContaining(error), undefined]);
		expect(sent).toEqual(['<p>Look</p>']);
	});

	it('stays text, with a hint, if the user may not read the members (row 18)', async () => {
		const { errors, hints, sent } = await comment(jsonResponse({ detail: 'No permission' }, 403));

		expect(errors).toEqual([undefined, undefined]);
		expect(sent.toSorted()).toEqual(['<p>@ada: look</p>', '<p>Look</p>']);
		expect(hints.map(({ message }) => message)).toContain(
			'Mentions that stay text, because Plane does not list the members: @ada (item 0)',
		);
	});

	it.each<[whose: string, other: JsonObject]>([
		['whose display name is spelled so', { display_name: 'Ada', email: 'ada2@example.com' }],
		['whose display name it is, and not the full name', { first_name: 'ada', display_name: 'al' }],
	])('is about the member %s', async (_, other) => {
		const ada = { id: ADA_ID, display_name: 'ada', email: 'ada@example.com' };
		const { hints, sent } = await comment(jsonResponse([{ id: OTHER_ID, ...other }, ada]));

		expect(hints.filter(isAboutMentions)).toEqual([]);
		expect(sent.toSorted()).toEqual([
			`<p><mention-component entity_identifier="${ADA_ID}" entity_name="user_mention"></mention-component>: look</p>`,
			'<p>Look</p>',
		]);
	});

	it('is about the active one of several members with the name (row 220)', async () => {
		const members = [ADA_ID, OTHER_ID].map((id) => ({
			id,
			display_name: 'Ada',
			is_active: id === ADA_ID,
		}));
		const { hints, sent } = await comment(jsonResponse(members));

		expect(hints.filter(isAboutMentions)).toEqual([]);
		expect(sent).toContainEqual(expect.stringContaining(ADA_ID));
	});

	it('of an item after one that failed is not looked up', async () => {
		const failure = networkFault('ECONNREFUSED');
		const reads: string[] = [];
		const server = startServer(
			{},
			{
				[`GET ${PROJECT_PATH}/members/`]: ({ route }) => {
					reads.push(route);

					return failure;
				},
			},
		);

		const comments = async (count: number) => {
			reads.splice(0);
			await server.run(
				'workItemComment.create',
				{ workItemId: byId(WORK_ITEM_ID), comment: '@ada: look' },
				{ items: jsonItems(Array(count).fill({})) },
			);

			return reads.length;
		};

		expect(await comments(20)).toBe(await comments(1));
	});

	it('stays text, with a hint, if several members have the name', async () => {
		const members = [ADA_ID, OTHER_ID].map((id) => ({ id, display_name: 'Ada' }));
		const { hints, sent } = await comment(jsonResponse(members));

		expect(hints.filter(isAboutMentions)).toHaveLength(1);
		expect(sent).toContain('<p>@ada: look</p>');
	});

	it('keeps a label from being created if the members cannot be read', async () => {
		const members = networkFault('ECONNREFUSED');
		const server = startServer({}, { [`GET ${PROJECT_PATH}/members/`]: members });

		const { error } = await server.run('workItem.create', {
			projectId: byId(PROJECT_ID),
			name: 'Sail',
			additionalFields: { description: '@ada: look', labels: 'Sea' },
			options: { createMissingLabels: true },
		});

		expect(error?.message).toContain('refused the connection');
		expect(server.writes()).toEqual([]);
	});
});
