import { setTimeout as wait } from 'node:timers/promises';

import { parametersFor } from '../engine/samples';
import type { Service } from '../service/service';
import { at, first, projectPath, send } from '../service/testing/client';
import { documented } from './workflows/examples';
import { Draft, webhookCredential, type WorkflowFile } from './workflows/draft';

/** What a trigger's workflow calls what it was started for. */
export type Way = 'poll' | 'hook';

/** n8n polls at most every minute for each time that it is given, so it is given several. */
const PAUSE = 5;
const pollTimes = {
	item: Array.from({ length: 60 / PAUSE }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * PAUSE} * * * * *`,
	})),
};

const HOOK = '5f1c1a54-6b0c-4c0d-9d4c-1a2b3c4d5e6f';

/** The project in which labels are created for what a trigger has given. */
export const labelledProject = (way: Way, { state }: Service): string =>
	state.projects[way === 'poll' ? 1 : 0]?.id ?? '';

/** Creates a label for what a trigger has given, so that the service tells how often. */
function labelling(draft: Draft, after: string, way: Way, service: Service): WorkflowFile {
	const what = '$json.field ? $json.newValue : $json.record.name';
	const name = `={{ ["${way}", $json.action, $json.field, ${what}].filter(Boolean).join(" ") }}`;
	const projectId = { __rl: true, mode: 'id', value: labelledProject(way, service) };

	draft.add('plane', 'Label', parametersFor('label.create', { projectId, name }), { after });

	return draft.file;
}

const events = ['work_item_created', 'work_item_updated'];

/** A workflow for each trigger; both look at the first project. */
export function triggerWorkflows(service: Service): WorkflowFile[] {
	const polled = new Draft('polled', 'Polled');
	const projects = [first(service.state.projects).id];
	const polling = { pollTimes, events, projects };
	const hooked = new Draft('hooked', 'Hooked');
	const signed = { authentication: 'signing_secret', events };

	return [
		labelling(
			polled,
			polled.add('planePollingTrigger', 'Trigger', polling),
			'poll' as const,
			service,
		),
		labelling(
			hooked,
			hooked.add('planeTrigger', 'Trigger', signed, { webhookId: HOOK }),
			'hook' as const,
			service,
		),
	];
}

/** The examples of the documentation that triggers start, ready for this service. */
export function triggerExamples(service: Service, chat: string): WorkflowFile[] {
	const projects = [first(service.state.projects).id];

	return ['done-to-chat', 'intake-acknowledgement', 'due-date-when-assigned'].map((name) =>
		documented(`workflows/${name}`, name, { pollTimes, projects, url: chat }),
	);
}

/** Where that of a message to chat gets deliveries. */
const CHAT_HOOK = hookIn('done-to-chat');

function hookIn(name: string): string {
	const { nodes } = documented(`workflows/${name}`, name, {});

	return nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId ?? '';
}

/** What happens on a service, and what workflows were started for it. */
export class Happenings {
	constructor(private readonly service: Service) {}

	/** Has the service send what happens to an n8n. @param url of n8n, without a slash at its end */
	tell(url: string): void {
		const { signingSecret: secret } = webhookCredential.data;

		for (const hook of [HOOK, CHAT_HOOK]) {
			this.service.webhooks.targets.push({ url: `${url}/webhook/${hook}/webhook`, secret });
		}
	}

	async create(name: string): Promise<string> {
		return await this.call('POST', 'work-items/', { name });
	}

	async rename(id: string, name: string): Promise<void> {
		await this.update(id, { name });
	}

	async update(id: string, fields: object): Promise<void> {
		await this.call('PATCH', `work-items/${id}/`, fields);
	}

	/** A request comes into intake. */
	async report(name: string): Promise<void> {
		await this.call('POST', 'intake-issues/', { issue: { name } });
	}

	/** What workflows were started for, each as often as they were, in alphabetical order. */
	labels(way: Way): string[] {
		const names = this.service.state.labels.map(({ name }) => name);

		return names.filter((name) => name.startsWith(way)).sort();
	}

	/** The labels once they are as wanted, and what comes twice has come too. */
	async until(way: Way, isThere: (labels: readonly string[]) => boolean): Promise<string[]> {
		while (!isThere(this.labels(way))) await wait(200);
		// What comes twice comes within the next poll.
		await wait((PAUSE + 1) * 1_000);

		return this.labels(way);
	}

	private async call(method: string, path: string, body: object): Promise<string> {
		const answer = await send(this.service, method, projectPath(this.service) + path, body);
		if (answer.status !== 200 && answer.status !== 201) throw new Error(`${answer.status}`);

		return String(at(answer.body, 'id'));
	}
}
