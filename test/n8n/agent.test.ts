import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import { byId } from '../engine/samples';
import type { ListeningServer } from '../service/listen';
import { first } from '../service/testing/client';
import { linesToTest } from './install';
import { type ChatRequest, type ChatResponse, startModel } from './model';
import { otherCredentials, types, type WorkflowFile } from './workflows/draft';
import { readDocumentedWorkflow } from './workflows/examples';
import { useN8nServer, useWorld } from './world';

/**
 * The versions of the agent: the one that the editor adds, which has the engine run its tools, and the last one
 * that calls its tools itself.
 */
const AGENT_VERSIONS = { v2: [3.1, 2.3], v1: [3, 2.2] } as const;

/** What a person writes to the agent, and the call of a tool with which the model responds. */
const CALLS: Readonly<Record<string, { readonly tool: RegExp; readonly arguments: object }>> = {
	'What is Ada working on?': { tool: /open/i, arguments: { assignee: 'ada@example.com' } },
	'What is Bobby working on?': { tool: /open/i, arguments: { assignee: 'Bobby' } },
	'File: repair the door, for Ada': {
		tool: /create/i,
		arguments: { name: 'Repair the door', description: '', assignees: 'ada@example.com' },
	},
	'File: paint the door, for Bobby': {
		tool: /create/i,
		arguments: { name: 'Paint the door', description: '', assignees: 'Bobby' },
	},
};

/** Replaces a language model: calls the tool for the last message of the person, then ends the chat. */
function respondToChat({ messages, tools = [] }: ChatRequest): ChatResponse {
	const lastMessage = messages.at(-1);
	const call = CALLS[String(lastMessage?.content)];
	if (lastMessage?.role !== 'user' || call === undefined) return { kind: 'text', content: 'Well.' };

	const name = tools.find(({ function: { name: toolName } }) => call.tool.test(toolName));

	return { kind: 'toolCall', tool: name?.function.name ?? '', arguments: { ...call.arguments } };
}

describe.each(linesToTest)('the agent of the documentation in n8n %s', (line) => {
	const versions = AGENT_VERSIONS[line];
	/** The messages that the model has got with its last request. */
	let lastMessages: ChatRequest['messages'] = [];
	let model: ListeningServer;

	beforeAll(async () => {
		model = await startModel((request) => {
			lastMessages = request.messages;

			return respondToChat(request);
		});
	});
	afterAll(async () => {
		await model.close();
	});

	const world = useWorld(
		line,
		({ state }) => {
			const projectId = byId(first(state.projects).id);
			const file = readDocumentedWorkflow('workflows/agent', 'agent', { projectId, public: true });

			return versions.map((version) => withAgentVersion(file, version));
		},
		{ serverKind: 'community', workItems: 6 },
		() => [{ ...otherCredentials.openAiApi, data: { apiKey: 'unused', url: model.url } }],
	);

	const n8n = useN8nServer(world, () => versions.map(idOf));

	beforeAll(async () => {
		// n8n is ready before its webhooks are.
		for (const version of versions) {
			const loadSession = { action: 'loadPreviousSession', sessionId: 'none' };

			while ((await post(version, loadSession)).status !== 200) await wait(200);
		}
	});

	const post = async (version: number, body: object) =>
		await fetch(`${n8n.url}/webhook/${idOf(version)}/chat`, {
			method: 'POST',
			signal: AbortSignal.timeout(300_000),
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});

	/** Writes to the agent. @returns what the model was sent as the result of its call */
	const chat = async (version: number, chatInput: keyof typeof CALLS) => {
		const body = { action: 'sendMessage', sessionId: 'one', chatInput };
		const { status } = await post(version, body);
		const { role, content } = lastMessages.at(-1) ?? {};

		expect({ status, role }).toEqual({ status: 200, role: 'tool' });

		return JSON.parse(String(content)) as readonly Record<string, unknown>[];
	};

	const listNames = () => world.service.state.workItems.map(({ name }) => name);

	describe.each(versions)('with an agent of version %s', (version) => {
		test('the model reads what a tool has found and made', async () => {
			const { users } = world.service.state;
			const [created] = await chat(version, 'File: repair the door, for Ada');
			const found = await chat(version, 'What is Ada working on?');

			expect(created).toMatchObject({ name: 'Repair the door', assignees: ['ada'] });
			expect(found.map(({ key }) => key)).toContain(created?.key);
			expect(world.service.state.workItems.at(-1)).toMatchObject({
				name: 'Repair the door',
				assignees: [users[0]?.id],
			});
		});

		test('the model reads why a call has failed, and what to do', async () => {
			const count = listNames().length;
			const [failure, ...others] = await chat(version, 'File: paint the door, for Bobby');
			const [failedSearch] = await chat(version, 'What is Bobby working on?');
			const reason = /no .*members? .*"Bobby".* members are: .*ada@example\.com/;

			expect([failure, ...others]).toEqual([{ error: expect.stringMatching(reason) }]);
			expect(failedSearch).toEqual({ error: expect.stringMatching(reason) });
			expect(listNames()).toHaveLength(count);
		});
	});
});

/** The ID of the workflow with an agent of this version, which is also that of its chat. */
const idOf = (version: number): string => `agent-${version}`;

/** The workflow with another version of the agent, and a chat of its own. */
const withAgentVersion = (workflow: WorkflowFile, typeVersion: number): WorkflowFile => ({
	...workflow,
	id: idOf(typeVersion),
	nodes: workflow.nodes.map((node) => {
		if (node.type === types.agent[0]) return { ...node, typeVersion };
		if (node.webhookId !== undefined) return { ...node, webhookId: idOf(typeVersion) };

		return node;
	}),
});
