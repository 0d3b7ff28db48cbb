import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { byId } from '../engine/samples';
import { first, projectPath, send } from '../service/testing/client';
import { type Chat, startChat } from './chat';
import { newestLine } from './install';
import { createTimeout, readWebhookId } from './n8nServer';
import { gitea } from './payloads/gitea';
import { DOCUMENTED_SIGNATURE, gitHub, PING } from './payloads/gitHub';
import { gitLab } from './payloads/gitLab';
import { DEFAULT_BRANCH, type GitService } from './payloads/gitService';
import { createSlashCommand, DOCUMENTED_COMMAND, type SlackRequest } from './payloads/slack';
import { Draft, type WorkflowFile } from './workflows/draft';
import { readDocumentedWorkflow } from './workflows/examples';
import { useN8nServer, useWorld } from './world';

/** The path of the workflow that fails. */
const FAILING_PATH = 'fail';

/** The path of the example of Git services in which nobody has entered a secret. */
const UNSIGNED_PATH = 'unsigned';

/** A workflow that fails with what it receives as `reason`. @param errorWorkflow what n8n starts then */
function createFailingWorkflow(errorWorkflow: string): WorkflowFile {
	const draft = new Draft('failing', 'Send invoices');
	const webhook = draft.addWebhook(FAILING_PATH, 'onReceived');

	draft.add(
		'stopAndError',
		'Mail Server',
		{ errorMessage: '={{ $json.body.reason }}' },
		{ after: webhook },
	);
	const { file } = draft;

	return { ...file, settings: { ...file.settings, errorWorkflow } };
}

describe(`the examples that other services start in n8n ${newestLine}`, () => {
	const secret: string = DOCUMENTED_COMMAND.secret;
	const world = useWorld(
		newestLine,
		({ state }) => {
			const projectId = byId(first(state.projects).id);

			return [
				readDocumentedWorkflow('workflows/from-git', 'git', { secret }),
				readDocumentedWorkflow('workflows/from-git', 'unsigned', { path: UNSIGNED_PATH }),
				readDocumentedWorkflow('workflows/failed-workflow', 'failed', { projectId }),
				createFailingWorkflow('failed'),
				readDocumentedWorkflow('workflows/chat-commands', 'chat', { projectId, secret }),
			];
		},
		{ serverKind: 'community', workItems: 6 },
	);
	const n8n = useN8nServer(world, () => ['git', 'failing', 'failed', 'chat']);
	let chat: Chat;

	beforeAll(async () => {
		// What Plane calls the state in a new project.
		for (const state of world.service.state.states) {
			if (state.name === 'To do') state.name = 'Todo';
		}

		chat = await startChat();
		await n8n.waitFor(`webhook/${readWebhookId('from-git')}`, 'POST', {});
		await n8n.waitFor(`webhook/${readWebhookId('chat-commands')}`, 'POST', {});
	});
	afterAll(async () => {
		await chat.close();
	});

	const workItem = (name: string) =>
		world.service.state.workItems.find((item) => item.name === name);

	const findStateName = (id: string) =>
		world.service.state.states.find((state) => state.id === id)?.name;

	/** The work items with the keys LNCH-1 to LNCH-3. */
	const listItems = () => world.service.state.workItems.slice(0, 3);
	const listStates = () => listItems().map(({ state }) => findStateName(state));

	/** Moves the work items back to where they were. */
	const resetStates = () => {
		for (const item of listItems()) {
			const backlog = world.service.state.states.find(
				({ name, project }) => name === 'Backlog' && project === item.project,
			);

			item.state = backlog?.id ?? '';
		}
	};

	/** A delivery of a Git service. @property key the secret that it is signed with */
	interface Delivery {
		readonly path?: string;
		readonly key?: string;
	}

	/** Sends what a Git service sends, with its signature. */
	const sendSigned = async (
		service: GitService,
		body: object,
		{ path = readWebhookId('from-git'), key = secret }: Delivery = {},
	) => {
		const text = JSON.stringify(body);

		return await fetch(n8n.address(`webhook/${path}`), {
			method: 'POST',
			signal: createTimeout(),
			headers: { 'content-type': 'application/json', ...service.sign(text, key) },
			body: text,
		});
	};

	/** Delivers what a Git service sends, and waits for the end of the execution that it starts. */
	const deliver = async (service: GitService, body: object, key = secret) => {
		await n8n.execute('git', async () => await sendSigned(service, body, { key }));
	};

	/** Delivers something twice, as services do when somebody asks for it. @returns what the second time has changed */
	const deliverTwice = async (service: GitService, body: object) => {
		const { ledger } = world.service;

		await deliver(service, body);
		const count = ledger.length;

		await deliver(service, body);

		return ledger.slice(count);
	};

	describe.each([gitHub, gitLab, gitea])('from $name', (service: GitService) => {
		const { actions, requestName, requestUrl, commitUrl } = service;

		/** One key in the title, one in the branch, and a text that only looks like a key. */
		const mention = { title: 'Fix LNCH-1 in UTF-8', branch: 'feature/lnch-2', text: null };

		/** What the comments say about an address, with the numbers of their work items. */
		const listComments = (url: string) =>
			world.service.state.comments
				.filter((comment) => comment.external_id?.includes(` ${url} `))
				.map(({ issue, external_id: externalId }) => {
					const number = listItems().findIndex(({ id }) => id === issue) + 1;

					return `${number}: ${externalId?.replace(url, 'URL')}`;
				});

		const listLinks = (url: string) =>
			world.service.state.links
				.filter((link) => link.url === url)
				.map(({ issue }) => listItems().findIndex(({ id }) => id === issue) + 1);

		beforeAll(resetStates);

		test('a request links and comments on each work item that it mentions, once, and moves it forward', async () => {
			const opened = service.createRequestDelivery({ action: actions.opened, ...mention });
			const merged = service.createRequestDelivery({
				action: actions.merged,
				isMerged: true,
				...mention,
			});
			const openedComments = [
				`1: LNCH-1 URL ${requestName} opened`,
				`2: LNCH-2 URL ${requestName} opened`,
			];
			const mergedComments = [
				`1: LNCH-1 URL ${requestName} merged`,
				`2: LNCH-2 URL ${requestName} merged`,
			];

			expect(await deliverTwice(service, opened)).toEqual([]);
			expect(listComments(requestUrl)).toEqual(openedComments);
			expect(listStates()).toEqual(['In progress', 'In progress', 'Backlog']);

			expect(await deliverTwice(service, merged)).toEqual([]);
			// One that comes late moves nothing back.
			expect(await deliverTwice(service, opened)).toEqual([]);
			expect(listComments(requestUrl)).toEqual([...openedComments, ...mergedComments]);
			expect(listStates()).toEqual(['Done', 'Done', 'Backlog']);
			expect(listLinks(requestUrl)).toEqual([1, 2]);
		});

		test('a commit links and comments on the work item that it mentions, once, and moves it forward', async () => {
			const message = 'Oil the hinges\n\nFixes LNCH-3, see LNCH-1.';
			const pushed = service.createPushDelivery({ branch: 'feature/hinges', message });
			const merged = service.createPushDelivery({ branch: DEFAULT_BRANCH, message });
			const pushedComments = ['3: LNCH-3 URL Commit', '1: LNCH-1 URL Commit'];

			expect(await deliverTwice(service, pushed)).toEqual([]);
			expect(listComments(commitUrl)).toEqual(pushedComments);
			expect(listStates()).toEqual(['Done', 'Done', 'In progress']);

			expect(await deliverTwice(service, merged)).toEqual([]);
			expect(listComments(commitUrl)).toEqual([...pushedComments, '3: LNCH-3 URL Done by commit']);
			expect(listStates()).toEqual(['Done', 'Done', 'Done']);
			expect(listLinks(commitUrl)).toEqual([3, 1]);
		});

		test.each(actions.ignored)(
			'a request changes nothing when it is %s, without having been merged',
			async (action) => {
				world.service.requests.splice(0);
				await deliver(service, service.createRequestDelivery({ action, ...mention }));

				expect(world.service.requests).toEqual([]);
			},
		);

		test('a request changes nothing without the secret', async () => {
			const opened = service.createRequestDelivery({ action: actions.opened, ...mention });

			world.service.requests.splice(0);
			await deliver(service, opened, 'another');
			await deliver({ ...service, sign: () => ({}) }, opened);

			expect(world.service.requests).toEqual([]);
		});
	});

	test('an error that is not about a key fails the execution, unlike a text that only looks like one', async () => {
		const body = gitHub.createPushDelivery({ branch: 'encoding', message: 'Use UTF-8' });

		await deliver(gitHub, body);
		world.service.faults.plan({ kind: 'status', status: 401 });
		const errors = await n8n.findErrors('git', async () => await sendSigned(gitHub, body));

		world.service.faults.clear();
		expect(errors).toContainEqual(expect.stringMatching(/API key/));
	});

	test('the signature of GitHub is as GitHub documents it', () => {
		const { text, secret: documentedSecret, signature } = DOCUMENTED_SIGNATURE;

		expect(gitHub.sign(text, documentedSecret)).toEqual({ 'x-hub-signature-256': signature });
	});

	test('until somebody enters a secret, nothing is carried out', async () => {
		const { requests } = world.service;
		const published = n8n.publish('unsigned');

		// Only n8n 2 looks for what is missing when a workflow is published.
		if (newestLine === 'v2') {
			await expect(published).rejects.toThrow(/Signature.*required parameters: secret/);

			return;
		}

		await published;
		requests.splice(0);

		for (const service of [gitHub, gitLab, gitea]) {
			const body = service.createPushDelivery({ branch: DEFAULT_BRANCH, message: 'Fixes LNCH-1' });
			const errors = await n8n.findErrors(
				'unsigned',
				async () => await sendSigned(service, body, { path: UNSIGNED_PATH, key: '' }),
			);

			// n8n refuses to start a node without it.
			expect(errors).not.toEqual([]);
		}

		expect(requests).toEqual([]);
	});

	test('the ping of GitHub changes nothing', async () => {
		world.service.requests.splice(0);
		await deliver(gitHub, PING);

		expect(world.service.requests).toEqual([]);
	});

	describe('a workflow that fails', () => {
		const name = 'Workflow fails: Send invoices';

		/** Lets the workflow fail, and waits until n8n has started the example, and that has ended. */
		const fail = async (reason: string) => {
			await n8n.execute(
				'failed',
				async () => await n8n.send(`webhook/${FAILING_PATH}`, 'POST', { reason }),
			);
		};

		const listComments = () =>
			world.service.state.comments
				.filter(({ issue }) => issue === workItem(name)?.id)
				.map(({ comment_html: html }) => html);

		test('becomes one work item, with a comment for each further failure, and is opened again', async () => {
			const { workItems, states } = world.service.state;
			const before = workItems.length;

			await fail('The first reason');
			expect(workItem(name)).toMatchObject({ external_source: 'n8n', external_id: 'failing' });
			expect(workItem(name)?.description_html).toMatch(
				/Mail Server: The first reason \(execution \d+\).*\/workflow\/failing\/executions\/\d+/,
			);
			expect(listComments()).toEqual([]);

			await fail('The second reason');
			expect(workItems).toHaveLength(before + 1);
			expect(listComments()).toEqual([
				expect.stringMatching(/Mail Server: The second reason \(execution \d+\)/),
			]);
			expect(findStateName(workItem(name)?.state ?? '')).toBe('Backlog');

			const item = workItem(name);
			const done = states.find((row) => row.name === 'Done' && row.project === item?.project);

			if (item) item.state = done?.id ?? '';

			await fail('The third reason');
			expect(workItems).toHaveLength(before + 1);
			expect(listComments()).toHaveLength(2);
			expect(findStateName(workItem(name)?.state ?? '')).toBe('Todo');
		});
	});

	describe('a command in Slack', () => {
		let count = 0;

		/** Signs a command as Slack does. @param age how many seconds ago */
		const sign = (text: string, { userName = 'ada', key = secret, age = 0 } = {}) =>
			createSlashCommand(
				'/plane',
				{ text, userName, responseUrl: `${chat.url}/commands/1`, triggerId: `${++count}.1.a` },
				{ secret: key, timestamp: Math.floor(Date.now() / 1000) - age },
			);

		/** Delivers a command, and waits for the end of the execution. @returns what the chat got */
		const deliver = async (request: SlackRequest) => {
			const address = n8n.address(`webhook/${readWebhookId('chat-commands')}`);

			chat.messages.splice(0);
			await n8n.execute('chat', async () => {
				const response = await fetch(address, { ...request, signal: createTimeout() });

				// Slack would show a body as a message.
				expect(await response.clone().text()).toBe('');

				return response;
			});

			return [...chat.messages];
		};

		test('is built as Slack documents it', () => {
			const { name, command, timestamp, signature } = DOCUMENTED_COMMAND;
			const { headers } = createSlashCommand(name, command, { secret, timestamp });

			expect(headers['x-slack-signature']).toBe(signature);
		});

		test('creates a work item, once, and says which', async () => {
			const { workItems } = world.service.state;
			const before = workItems.length;
			const request = sign('new Fix the door &amp; the lamp');
			const [answer, ...others] = await deliver(request);

			expect(others).toEqual([]);
			expect(answer).toMatch(
				/^<http.*\/browse\/LNCH-\d+\/\|LNCH-\d+> Fix the door &amp; the lamp \(Backlog\)$/,
			);
			expect(await deliver(request)).toEqual([answer]);
			expect(workItems).toHaveLength(before + 1);
			expect(workItem('Fix the door & the lamp')?.description_html).toContain('From ada in Slack');
		});

		test('finishes a work item by its key, or says why not', async () => {
			const [item] = world.service.state.workItems.slice(-1);
			const key = `LNCH-${item?.sequence_id}`;

			for (const text of [`done ${key}`, `Done  ${key.toLowerCase()} `]) {
				expect(await deliver(sign(text))).toEqual([expect.stringContaining(`|${key}>`)]);
				expect(findStateName(item?.state ?? '')).toBe('Done');
			}

			expect(await deliver(sign('done LNCH-9999'))).toEqual([
				expect.stringContaining('Plane did not find Work Item LNCH-9999'),
			]);
			expect(await deliver(sign('done'))).toEqual([expect.stringContaining('Work Item')]);
		});

		test('lists the open work items of a person', async () => {
			const { state } = world.service;
			const path = `${projectPath(world.service)}work-items/`;
			const person = state.users.find(({ display_name: name }) => name === 'grace');

			for (const name of ['Oil the hinges', 'Paint the door'])
				await send(world.service, 'POST', path, { name, assignees: [person?.id] });

			for (const [text, userName] of [
				['mine', 'grace'],
				['mine grace', 'ada'],
			] as const) {
				const [answer, ...others] = await deliver(sign(text, { userName }));

				expect(others).toEqual([]);
				expect(answer?.split('\n')).toEqual(
					expect.arrayContaining([
						expect.stringContaining('> Paint the door (Backlog)'),
						expect.stringContaining('> Oil the hinges (Backlog)'),
					]),
				);
			}

			expect(await deliver(sign('mine margaret'))).toEqual(['No open work items']);
			expect(await deliver(sign('mine nobody'))).toEqual([expect.stringContaining('"nobody"')]);
		});

		test('that is unknown is answered with those there are', async () => {
			for (const text of ['', 'help'])
				expect(await deliver(sign(text))).toEqual([expect.stringContaining('/plane new TITLE')]);
		});

		test('is ignored if it is not signed, or was signed long ago', async () => {
			const before = world.service.requests.length;

			expect(await deliver(sign('new A', { key: 'another' }))).toEqual([]);
			expect(await deliver(sign('new B', { age: 600 }))).toEqual([]);
			const { headers, ...request } = sign('new C');

			expect(
				await deliver({ ...request, body: request.body.replace('new', 'mine'), headers }),
			).toEqual([]);
			expect(world.service.requests).toHaveLength(before);
		});
	});
});
