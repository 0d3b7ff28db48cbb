import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { getApiKey } from '../key';
import type { ServiceOptions } from '../service';
import { at, first, projectPath, send } from '../testing/client';
import { Receiver } from '../testing/receiver';
import { useServers } from '../testing/useServers';
import { createV2Client, withApiV2 } from '../testing/v2Client';

const { start, opened } = useServers();

const webhooksPath = '../../webhooks/';

async function startV2(options: ServiceOptions = {}) {
	const service = await start(withApiV2(options));

	return { service, ...createV2Client(service) };
}

/** Starts a server with a webhook for these events, and its receiver. */
async function startWithWebhook(scopes: string[], options: ServiceOptions = {}) {
	const api = await startV2(options);
	const receiver = new Receiver();
	const url = await receiver.start();

	await opened(Promise.resolve(receiver));
	const { body } = await api.post(webhooksPath, { url, scopes, version: 'v2' });
	const webhook = first(api.service.state.webhooks);

	return { ...api, receiver, webhook, created: body };
}

describe('Webhooks of API v2', () => {
	it('are created inactive, get their secret by a regeneration, and are activated', async () => {
		const { service, get, post, patch } = await startV2();
		const url = 'http://127.0.0.1:5678/webhook/1';
		const row = {
			id: expect.any(String),
			content_type: 'application/json',
			created_at: expect.any(String),
			created_by_id: first(service.state.users).id,
			is_active: false,
			name: 'n8n',
			scopes: ['workitem.created'],
			url,
			version: 'v2',
		};
		const sent = { url, name: 'n8n', scopes: row.scopes, is_active: false, version: 'v2' };
		const created = await post(webhooksPath, sent);
		const path = `${webhooksPath}${String(at(created.body, 'id'))}/`;
		const before = first(service.state.webhooks).secret_key;
		const regenerated = await post(`${path}regenerate/`, undefined);
		const activated = await patch(path, { is_active: true });

		expect(created).toMatchObject({ status: 201 });
		expect(created.body).toEqual(row);
		expect(regenerated).toMatchObject({ status: 200 });
		expect(regenerated.body).toEqual({
			...row,
			secret_key: expect.stringMatching(/^plane_wh_[0-9a-f]{32}$/),
		});
		expect(at(regenerated.body, 'secret_key')).not.toBe(before);
		expect(activated.body).toEqual({ ...row, is_active: true });
		expect((await get(path)).body).toEqual({ ...row, is_active: true });
	});

	it('are found by address, name and state, and deleted once', async () => {
		const { get, post, remove } = await startV2();
		const url = 'https://n8n.example/webhook/1';
		const { body } = await post(webhooksPath, { url, name: 'Night shift' });
		const path = `${webhooksPath}${String(at(body, 'id'))}/`;

		await post(webhooksPath, { url: `${url}2`, is_active: false });

		for (const query of [`url=${url}`, 'name=night%20SHIFT', 'search=night', 'is_active=true']) {
			expect((await get(`${webhooksPath}?${query}`)).body).toMatchObject({
				total_count: 1,
				data: [{ url }],
			});
		}

		expect((await remove(path)).status).toBe(204);
		expect(await remove(path)).toMatchObject({ status: 404, body: { type: 'not_found' } });
	});

	it('are for administrators alone', async () => {
		const { request } = await startV2();
		const url = 'https://n8n.example/webhook/1';

		for (const [method, body] of [
			['GET', undefined],
			['POST', { url }],
		] as const) {
			expect(await request(method, webhooksPath, body, getApiKey(1))).toMatchObject({
				status: 403,
				body: { type: 'forbidden' },
			});
		}
	});

	it.each([
		[{}, { field: 'url', code: 'required' }],
		[{ url: 'ftp://example.com' }, { field: 'url', code: 'invalid' }],
		[
			{ url: 'https://example.com', scopes: ['issue'] },
			{ field: 'scopes', code: 'invalid_choice' },
		],
		[{ url: 'https://example.com', content_type: 'text/plain' }, { field: 'content_type' }],
	])('cannot be created as %j', async (body, error) => {
		const { service, post } = await startV2();

		expect(await post(webhooksPath, body)).toMatchObject({
			status: 400,
			body: { errors: [error] },
		});
		expect(service.state.webhooks).toEqual([]);
	});
});

describe('Deliveries to webhooks of API v2', () => {
	it('are signed, and say what happened in either version', async () => {
		const events = ['workitem.created', 'workitem.updated', 'workitem.deleted'];
		const { service, receiver, webhook, post, remove } = await startWithWebhook(events);
		const { body } = await post('work-items/', { name: 'New', priority: 'low' });
		const id = String(at(body, 'id'));
		const path = `work-items/${id}/`;

		await send(service, 'PATCH', `${projectPath(service)}${path}`, { priority: 'high' });
		await remove(path);
		await service.webhooks.waitUntilIdle();

		const parsed = receiver.received.map((delivery): unknown => JSON.parse(delivery.body));
		const common = {
			version: 'v2',
			webhook_id: webhook.id,
			workspace_id: service.state.workspace.id,
			entity_id: id,
			entity_type: 'issue',
		};
		const byEvent = (event: string) => parsed.find((delivery) => at(delivery, 'event') === event);
		const project = first(service.state.projects).id;

		expect(parsed).toHaveLength(3);
		expect(byEvent('workitem.created')).toMatchObject({
			...common,
			data: { id, name: 'New', priority: 'low', project_id: project, label_ids: [] },
			previous_attributes: {},
		});
		expect(byEvent('workitem.updated')).toMatchObject({
			...common,
			data: { priority: 'high' },
			previous_attributes: { priority: 'low' },
		});
		expect(byEvent('workitem.deleted')).toMatchObject({
			...common,
			data: {},
			previous_attributes: { id, name: 'New', priority: 'high', project_id: project },
		});

		for (const { headers, body: raw } of receiver.received) {
			const signature = createHmac('sha256', webhook.secret_key).update(raw).digest('hex');

			expect(headers).toMatchObject({
				'x-plane-signature': signature,
				'x-plane-event': at(JSON.parse(raw), 'event'),
				'x-plane-delivery': at(JSON.parse(raw), 'delivery_id'),
			});
		}
	});

	it('come for comments, links, cycles, modules and projects, each in its scope', async () => {
		const events = [
			'workitem.comment.created',
			'workitem.link.created',
			'cycle.created',
			'module.updated',
			'project.updated',
			'workitem.archived',
		];
		const { service, receiver } = await startWithWebhook(events);
		const base = projectPath(service);
		const [item, , , done] = service.state.workItems;
		const { id: module } = first(service.state.modules);
		const v1 = async (method: string, path: string, body: object) =>
			await send(service, method, base + path, body);

		await v1('POST', `work-items/${item?.id}/comments/`, { comment_html: '<p>Hi</p>' });
		await v1('POST', `work-items/${item?.id}/links/`, { url: 'https://example.com' });
		await v1('POST', 'cycles/', { name: 'Week 8', project_id: item?.project });
		await v1('PATCH', `modules/${module}/`, { name: 'Renamed' });
		await v1('PATCH', '', { name: 'Relaunch' });
		await v1('POST', 'labels/', { name: 'new' });
		await v1('PATCH', `work-items/${done?.id}/`, { archived_at: '2026-01-31' });
		await service.webhooks.waitUntilIdle();

		const parsed = receiver.received.map((delivery): unknown => JSON.parse(delivery.body));
		const byEvent = (event: string) => parsed.find((delivery) => at(delivery, 'event') === event);

		expect(parsed.map((delivery) => at(delivery, 'event')).sort()).toEqual([...events].sort());
		expect(byEvent('workitem.comment.created')).toMatchObject({
			entity_id: item?.id,
			entity_type: 'issue',
			data: { id: item?.id, comment: { comment_stripped: 'Hi', issue_id: item?.id } },
		});
		expect(byEvent('workitem.link.created')).toMatchObject({
			entity_id: item?.id,
			entity_type: 'issue_link',
			data: { url: 'https://example.com', issue_id: item?.id },
		});
		expect(byEvent('module.updated')).toMatchObject({
			entity_id: module,
			data: { id: module, name: 'Renamed' },
			previous_attributes: { name: 'Preparation' },
		});
	});

	it('come for each row of a bulk request', async () => {
		const { service, receiver, post } = await startWithWebhook(['workitem.created']);

		await post('work-items/bulk-create/', { items: [{ name: 'a' }, {}, { name: 'b' }] });
		await service.webhooks.waitUntilIdle();

		expect(receiver.received).toHaveLength(2);
	});

	it('do not come while the webhook is inactive, or for version 1', async () => {
		const { service, receiver, webhook, post, patch } = await startWithWebhook(['cycle.created']);
		const path = `${webhooksPath}${webhook.id}/`;

		await patch(path, { is_active: false });
		await post('work-items/', { name: 'a' });
		await patch(path, { is_active: true, version: 'v1' });
		await post('work-items/', { name: 'b' });
		await service.webhooks.waitUntilIdle();

		const parsed = receiver.received.map((delivery): unknown => JSON.parse(delivery.body));

		// In the form of version 1, which knows no scopes.
		expect(parsed).toMatchObject([{ event: 'issue', action: 'created' }]);
	});

	it('are repeated after an error of the receiver, but not after a refusal', async () => {
		const { service, receiver, post } = await startWithWebhook(['workitem.created']);

		receiver.answers.push(500, 'none', 200, 404);
		await post('work-items/', { name: 'a' });
		await service.webhooks.waitUntilIdle();
		await post('work-items/', { name: 'b' });
		await service.webhooks.waitUntilIdle();

		const [one, two, three, four, ...others] = receiver.received.map((delivery): unknown =>
			JSON.parse(delivery.body),
		);

		expect(others).toEqual([]);

		for (const again of [two, three]) {
			expect(at(again, 'event_id')).toBe(at(one, 'event_id'));
			expect(at(again, 'delivery_id')).not.toBe(at(one, 'delivery_id'));
		}

		expect(at(four, 'data', 'name')).toBe('b');
	});

	it('turn a webhook off after five failures', async () => {
		const { service, receiver, webhook, post } = await startWithWebhook(['workitem.created']);

		receiver.answers.push(500, 500, 500, 500, 500);
		await post('work-items/', { name: 'a' });
		await service.webhooks.waitUntilIdle();

		expect(receiver.received).toHaveLength(5);
		expect(webhook.is_active).toBe(false);
	});

	it("are written as Plane's example shows them", async () => {
		const differences = { sendsNoneTexts: true };
		const { service, receiver, post } = await startWithWebhook(['workitem.created'], {
			differences,
		});

		await post('work-items/', { name: 'a' });
		await service.webhooks.waitUntilIdle();

		const { headers, body } = first(receiver.received);

		expect(headers['x-plane-event']).toBe('workitem.created');
		expect(JSON.parse(body)).toMatchObject({
			event: 'WebhookScope.ScopeChoices.WORK_ITEM_CREATED',
			data: { parent_id: 'None', target_date: 'None', name: 'a' },
		});
	});
});
