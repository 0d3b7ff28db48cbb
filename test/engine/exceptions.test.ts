import { describe, expect, test } from '@jest/globals';

import type { PlaneNode } from './engine';
import { parametersFor, samples } from './samples';
import { useWorld } from './useWorld';
import { faceNames } from './world';

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face });

	const settings = ['continueRegularOutput', 'continueErrorOutput'] as const;

	/** The output that this setting puts failed items out of. */
	const failedOutput = (onError: (typeof settings)[number]) =>
		onError === 'continueErrorOutput' ? 1 : 0;

	describe('a file that n8n has pruned', () => {
		const file = { content: Buffer.from('abc'), name: 'notes.txt', mimeType: 'text/plain' };
		const issue = async () =>
			await world.service.issueUpload({ name: 'notes.txt', type: 'text/plain', size: 3 });
		const run = async (more: Partial<PlaneNode> = {}) => {
			const parameters = { uploadData: '={{ $json.credentials }}' };
			return await world.engine.run(
				{ parameters: parametersFor('workItemAttachment.upload', parameters), ...more },
				[
					{
						json: { n: 0, credentials: await issue() },
						files: { data: { ...file, pruned: true } },
					},
					{ json: { n: 1, credentials: await issue() }, files: { data: file } },
				],
				world.credential,
			);
		};
		const message =
			'Input Binary Field: the file of "data" is no longer in the store of n8n [item 0]';

		test('is told before anything is sent', async () => {
			const before = world.store.requests.length;
			const { error } = await run();
			expect(error?.message).toBe(message);
			expect(world.store.requests).toHaveLength(before);
		});

		test.each(settings)('fails alone with %s, and the other one goes up', async (onError) => {
			const { outputs, json } = await run({ onError });
			const failed = outputs[failedOutput(onError)]?.filter(
				(item) => item.json.error !== undefined,
			);
			expect(failed).toMatchObject([
				{ json: { n: 0, error: expect.stringContaining(message) }, pairedItem: { item: 0 } },
			]);
			expect(json.filter(({ status }) => status === 204)).toHaveLength(1);
		});
	});

	describe('a credential that n8n cannot read', () => {
		const run = async (more: Partial<PlaneNode> = {}) =>
			await world.engine.run(
				{
					parameters: parametersFor('label.create', samples(world.service.state)['label.create']),
					credentials: { planeApi: { id: 'gone', name: 'Gone' } },
					...more,
				},
				[{ json: { n: 0 } }, { json: { n: 1 } }],
				world.credential,
			);

		test('stops the node', async () => {
			expect((await run()).error?.message).toBe('No credential gone [item 0]');
		});

		test.each(settings)(
			'fails every item with %s, and none passes for a success',
			async (onError) => {
				const { outputs } = await run({ onError });
				expect(outputs.flat().map(({ json }) => json)).toMatchObject([
					{ n: 0, error: expect.stringContaining('No credential gone [item 0]') },
					{ n: 1, error: expect.stringContaining('No credential gone [item 1]') },
				]);
				expect(outputs[failedOutput(onError)]).toHaveLength(2);
			},
		);
	});
});
