import { afterEach, expect, it, jest } from '@jest/globals';
import type { IWebhookFunctions } from 'n8n-workflow';

import { type SharedState, SharedStates } from '../../../nodes/PlaneTrigger/SharedStates';
import type { WebhookStaticData } from '../../../nodes/PlaneTrigger/staticData';

afterEach(() => {
	jest.restoreAllMocks();
});

/** What n8n passes to a node with a copy of the static data. */
const contextWith = (staticData: WebhookStaticData, workflowId = 'w1', url = 'https://n8n/1') =>
	({
		getWorkflow: () => ({ id: workflowId }),
		getNodeWebhookUrl: () => url,
		getMode: () => 'webhook',
		getWorkflowStaticData: () => staticData,
	}) as unknown as IWebhookFunctions;

/** Remembers a version, and returns the one before. */
async function replaceVersion(_: IWebhookFunctions, state: SharedState) {
	const { webhookVersion } = state.current;

	state.change({ webhookVersion: webhookVersion === 1 ? 2 : 1 });

	return await Promise.resolve(webhookVersion);
}

it('has n8n save nothing if nothing has changed', async () => {
	const staticData: WebhookStaticData = {};
	const read = new SharedStates().share(async () => await Promise.resolve());

	await read.call(contextWith(staticData));

	expect(staticData).toEqual({});
});

it('has n8n save what has changed even if what it does fails', async () => {
	const staticData: WebhookStaticData = {};
	const fail = new SharedStates().share(async (context: IWebhookFunctions, state) => {
		await replaceVersion(context, state);

		throw new Error('n8n fails');
	});

	await expect(fail.call(contextWith(staticData))).rejects.toThrow('n8n fails');
	expect(staticData).toMatchObject({ state: { webhookVersion: 1 } });
});

it.each<[string, workflowId: string, url: string]>([
	['of another workflow with the same URL', 'w2', 'https://n8n/1'],
	['of another node of the same workflow', 'w1', 'https://n8n/2'],
])('keeps the state %s apart', async (_, workflowId, url) => {
	const replace = new SharedStates().share(replaceVersion);

	await replace.call(contextWith({}));

	expect(await replace.call(contextWith({}, workflowId, url))).toBeUndefined();
	expect(await replace.call(contextWith({}))).toBe(1);
});

it('keeps the order of changes if the clock is set back', async () => {
	const former: WebhookStaticData = {};
	const replace = new SharedStates().share(replaceVersion);
	const clock = jest.spyOn(Date, 'now');

	clock.mockReturnValue(60_000);
	await replace.call(contextWith(former));
	clock.mockReturnValue(0);
	await replace.call(contextWith({}));

	expect(await replace.call(contextWith(structuredClone(former)))).toBe(2);
});

it('uses what another process has saved later, however often the state has changed here', async () => {
	const saved: WebhookStaticData = {};
	const replace = new SharedStates().share(replaceVersion);
	const replaceElsewhere = new SharedStates().share(replaceVersion);
	const clock = jest.spyOn(Date, 'now');

	clock.mockReturnValue(0);
	await replace.call(contextWith({}));
	await replace.call(contextWith({}));
	clock.mockReturnValue(1_000);
	await replaceElsewhere.call(contextWith(saved));

	expect(await replace.call(contextWith(saved))).toBe(1);
});

it('uses what n8n has saved for the trigger that was longest unused, once there are 200 others', async () => {
	const replace = new SharedStates().share(replaceVersion);

	await replace.call(contextWith({}, 'used'));
	await replace.call(contextWith({}, 'unused'));

	for (let count = 0; count < 199; count++) {
		await replace.call(contextWith({}, `other ${count}`));
		if (count === 100) await replace.call(contextWith({}, 'used'));
	}

	const saved: WebhookStaticData = { state: { changedAt: 1, webhookVersion: 2 } };

	expect(await replace.call(contextWith({}, 'used'))).toBe(2);
	expect(await replace.call(contextWith(saved, 'unused'))).toBe(2);
});
