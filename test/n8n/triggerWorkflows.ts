import { setTimeout as wait } from 'node:timers/promises';

import { parametersFor } from '../engine/samples';
import type { Service } from '../service/service';
import { at, first, projectPath, send } from '../service/testing/client';
import { readDocumentedWorkflow } from './workflows/examples';
import { Draft, webhookCredential, type WorkflowFile } from './workflows/draft';

/** Prefix of the labels that a trigger's workflow creates. */
export type TriggerKind = 'poll' | 'hook';

/** Seconds between polls. A poll time of n8n recurs every minute at most, so there are several. */
const POLL_INTERVAL = 5;
const pollTimes = {
	item: Array.from({ length: 60 / POLL_INTERVAL }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_INTERVAL} * * * * *`,
	})),
};

const WEBHOOK_ID = '5f1c1a54-6b0c-4c0d-9d4c-1a2b3c4d5e6f';

/** The project in which the workflow of a trigger creates its labels. */
export const findLabelProject = (kind: TriggerKind, { state }: Service): string =>
	state.projects[kind === 'poll' ? 1 : 0]?.id ?? '';

/** Adds a step that creates a label for each item, so that the labels show what started the workflow. */
function addLabelStep(
	draft: Draft,
	after: string,
	kind: TriggerKind,
	service: Service,
): WorkflowFile {
	const subject = '$json.field ? $json.newValue : $json.record.name';
	const name = `={{ ["${kind}", $json.action, $json.field, ${subject}].filter(Boolean).join(" ") }}`;
	const projectId = { __rl: true, mode: 'id', value: findLabelProject(kind, service) };

	draft.add('plane', 'Label', parametersFor('label.create', { projectId, name }), { after });

	return draft.file;
}

const events = ['workItemCreated', 'workItemUpdated'];

/** A workflow for each trigger. Both watch the first project. */
export function createTriggerWorkflows(service: Service): WorkflowFile[] {
	const pollingDraft = new Draft('polled', 'Polled');
	const projects = [first(service.state.projects).id];
	const pollingParameters = { pollTimes, events, projects };
	const webhookDraft = new Draft('hooked', 'Hooked');
	const webhookParameters = {
		registration: 'manual',
		requestVerification: 'signingSecret',
		events,
	};

	return [
		addLabelStep(
			pollingDraft,
			pollingDraft.add('planePollingTrigger', 'Trigger', pollingParameters),
			'poll' as const,
			service,
		),
		addLabelStep(
			webhookDraft,
			webhookDraft.add('planeTrigger', 'Trigger', webhookParameters, { webhookId: WEBHOOK_ID }),
			'hook' as const,
			service,
		),
	];
}

/** A workflow whose trigger registers its webhook itself. */
export function createRegisteringWorkflow(service: Service): WorkflowFile {
	const draft = new Draft('registered', 'Registered');
	const parameters = { registration: 'automatic', events };
	const trigger = draft.add('planeTrigger', 'Trigger', parameters, { webhookId: WEBHOOK_ID });

	return addLabelStep(draft, trigger, 'hook', service);
}

/** The examples in the documentation that begin with a trigger, set up for this service. */
export function readTriggerExamples(service: Service, chat: string): WorkflowFile[] {
	const projects = [first(service.state.projects).id];

	return [
		'done-to-chat',
		'approval-by-comment',
		'intake-acknowledgement',
		'due-date-when-assigned',
	].map((name) =>
		readDocumentedWorkflow(`workflows/${name}`, name, { pollTimes, projects, url: chat }),
	);
}

/** The webhook of the example that writes to a chat. */
const CHAT_WEBHOOK_ID = readWebhookId('done-to-chat');

function readWebhookId(name: string): string {
	const { nodes } = readDocumentedWorkflow(`workflows/${name}`, name, {});

	return nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId ?? '';
}

/** Changes records in Plane, and reads which workflows were started by it. */
export class PlaneUser {
	constructor(private readonly service: Service) {}

	/** Has the service send webhooks to n8n. @param url of n8n, without a trailing slash */
	addWebhooks(url: string): void {
		const { signingSecret: secret } = webhookCredential.data;

		for (const webhookId of [WEBHOOK_ID, CHAT_WEBHOOK_ID]) {
			this.service.webhooks.targets.push({ url: `${url}/webhook/${webhookId}/webhook`, secret });
		}
	}

	async createWorkItem(name: string): Promise<string> {
		return await this.call('POST', 'work-items/', { name });
	}

	async renameWorkItem(id: string, name: string): Promise<void> {
		await this.updateWorkItem(id, { name });
	}

	async updateWorkItem(id: string, fields: object): Promise<void> {
		await this.call('PATCH', `work-items/${id}/`, fields);
	}

	async comment(workItemId: string, text: string): Promise<void> {
		await this.call('POST', `work-items/${workItemId}/comments/`, {
			comment_html: `<p>${text}</p>`,
		});
	}

	/** @param group such as `cancelled` */
	async createState(name: string, group: string): Promise<void> {
		await this.call('POST', 'states/', { name, group, color: '#9aa4bc' });
	}

	async createIntakeItem(name: string): Promise<void> {
		await this.call('POST', 'intake-issues/', { issue: { name } });
	}

	/** The labels that the workflow of a trigger created, one for each start, in alphabetical order. */
	listLabels(kind: TriggerKind): string[] {
		const names = this.service.state.labels.map(({ name }) => name);

		return names.filter((name) => name.startsWith(kind)).sort();
	}

	/**
	 * Waits until the polling trigger has reported a new work item, and removes what its workflow has created. If none
	 * is reported for some time, another one is created: the first poll may have come after the last one. Each time,
	 * it waits for twice as long, so that a slow machine catches up. Call it before `addWebhooks`.
	 */
	async waitForPolling(): Promise<void> {
		const { labels } = this.service.state;
		const isReported = (name: string) =>
			labels.some((label) => label.name.startsWith(`poll created ${name}`));
		let attempt = 0;

		for (let pause = 2 * POLL_INTERVAL * 1_000; !isReported('Attempt'); pause *= 2) {
			const deadline = Date.now() + pause;

			attempt++;
			await this.createWorkItem(`Attempt ${attempt}`);
			while (!isReported('Attempt') && Date.now() < deadline) await wait(200);
		}

		// What was created after one that is reported is reported, too.
		while (!isReported(`Attempt ${attempt}`)) await wait(200);

		const kept = labels.filter(({ name }) => !name.startsWith('poll created Attempt '));

		labels.splice(0, labels.length, ...kept);
	}

	/** Waits until the labels are complete, and then long enough to see duplicates. */
	async waitForLabels(
		kind: TriggerKind,
		isComplete: (labels: readonly string[]) => boolean,
	): Promise<string[]> {
		while (!isComplete(this.listLabels(kind))) await wait(200);
		// A duplicate would appear in the next poll.
		await wait((POLL_INTERVAL + 1) * 1_000);

		return this.listLabels(kind);
	}

	private async call(method: string, path: string, body: object): Promise<string> {
		const response = await send(this.service, method, projectPath(this.service) + path, body);
		if (response.status !== 200 && response.status !== 201) throw new Error(`${response.status}`);

		return String(at(response.body, 'id'));
	}
}
