import { describe, expect, it, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byId } from './samples';
import { useWorld } from './useWorld';

/** What becomes of HTML, and of text that Plane keeps as HTML. */

const world = useWorld({ serverKind: 'community' }, true);

const projectId = () => byId(world.service.state.projects[0]?.id);

/** Bodies that were sent, as text. */
const sentSince = (before: number): string =>
	JSON.stringify(world.service.requests.slice(before).map(({ body }) => body));

const writesSince = (before: number): string[] =>
	world.service.requests
		.slice(before)
		.map(({ method }) => method)
		.filter((method) => method !== 'GET');

const UNSAFE =
	'<p onclick="steal()">Hi <a href="javascript:steal()">you</a></p><script>steal()</script>' +
	'<img src="x" onerror="steal()"><svg onload="steal()"></svg><iframe src="https://x.example"></iframe>';

describe('HTML that runs in the browser of a reader', () => {
	const additionalFields = { description: UNSAFE, descriptionFormat: 'html' };

	it.each<[operation: string, parameters: () => INodeParameters]>([
		['workItem.create', () => ({ projectId: projectId(), name: 'x', additionalFields })],
		['intakeItem.create', () => ({ projectId: projectId(), name: 'x', additionalFields })],
		[
			'workItemComment.create',
			() => ({
				projectId: projectId(),
				workItemId: byId(world.service.state.workItems[0]?.id),
				comment: UNSAFE,
				commentFormat: 'html',
			}),
		],
	])('is not sent by %s', async (operation, parameters) => {
		const before = world.service.requests.length;

		await world.run(operation, parameters());

		const sent = sentSince(before);

		expect(sent).toContain('<p>Hi <a rel');
		expect(sent).not.toMatch(/steal|<script|onerror|onclick|svg|iframe/);
	});
});

describe('a description that is written again', () => {
	it.each([
		['two paragraphs (case P04)', 'First.\n\nSecond.', 'text'],
		['a no-break space (case P04)', '5\u00A0kg', 'text'],
		['HTML of two elements', '<p>a</p><p>b</p>', 'html'],
		['a link', '<p><a href="https://example.com/?a=1&b=2">x</a></p>', 'html'],
		['text alone as HTML', 'text', 'html'],
		['a whole page (case P41)', '<!DOCTYPE html><html><body><p>a</p>\n</body></html>', 'html'],
	])('changes nothing: %s', async (_, description, descriptionFormat) => {
		const parameters = {
			projectId: projectId(),
			name: 'Printer',
			additionalFields: {
				externalSource: 'sheet',
				externalId: 'row-1',
				description,
				descriptionFormat,
			},
			options: { ifItAlreadyExists: 'update_the_existing_one' },
		};

		await world.run('workItem.create', parameters);
		const before = world.service.requests.length;

		const { error } = await world.run('workItem.create', parameters);

		expect(error).toBeUndefined();
		expect(writesSince(before).filter((method) => method === 'PATCH')).toEqual([]);
	});
});

test('an item with a picture that Plane would lose fails before anything is sent (case P41)', async () => {
	const before = world.service.requests.length;

	const { error } = await world.run('workItem.create', {
		projectId: projectId(),
		name: 'x',
		additionalFields: {
			description: '<p><img src="cid:logo@mail"></p>',
			descriptionFormat: 'html',
		},
	});

	expect(error?.message).toBe(
		'Description: it has a picture that Plane does not keep, "cid:logo@mail" [item 0]',
	);
	expect(error?.description).toContain('Attach the file instead');
	expect(writesSince(before)).toEqual([]);
});
