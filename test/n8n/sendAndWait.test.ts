import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import type { ListeningServer } from '../service/listen';
import type { Service } from '../service/service';
import {
	type AgentQuestion,
	createAgentWorkflow,
	createAskWorkflow,
	createLoopWorkflow,
} from './askWorkflows';
import { linesToTest } from './install';
import { type ChatRequest, type ChatResponse, startModel } from './model';
import { otherCredentials } from './workflows/draft';
import { useN8nServer, useWorld } from './world';

/** The agents that are tried. n8n 1.x has no tool for human review. */
const AGENTS: Readonly<
	Record<
		(typeof linesToTest)[number],
		readonly { readonly id: string; readonly question: AgentQuestion; readonly version: number }[]
	>
> = {
	v2: [
		{ id: 'review', question: 'review', version: 3.1 },
		{ id: 'asking', question: 'tool', version: 3.1 },
		{ id: 'asking-old', question: 'tool', version: 2.3 },
	],
	v1: [
		{ id: 'asking', question: 'tool', version: 3 },
		{ id: 'asking-old', question: 'tool', version: 2.2 },
	],
};

/**
 * Replaces a language model: calls the only tool with the words of the person, then says what the tool has said. It approves
 * its own call if the person says so.
 */
function respondToChat({ messages, tools = [] }: ChatRequest): ChatResponse {
	const last = messages.at(-1);
	if (last?.role !== 'user') return { kind: 'text', content: String(last?.content) };

	const text = String(last.content);
	const hitlParameters = text.endsWith('without asking') ? { approved: true } : {};

	return {
		kind: 'toolCall',
		tool: tools[0]?.function.name ?? '',
		arguments: { message: text, toolParameters: { name: text }, hitlParameters },
	};
}

describe.each(linesToTest)('Send and Wait for Response in n8n %s', (line) => {
	let model: ListeningServer;

	beforeAll(async () => {
		model = await startModel(respondToChat);
	});
	afterAll(async () => {
		await model.close();
	});

	const workflows = (service: Service) => [
		createAskWorkflow(service, 'decision'),
		createAskWorkflow(service, 'text', { responseType: 'freeText' }),
		createAskWorkflow(service, 'limited', { options: { limitWaitTime: 0.005 } }),
		createLoopWorkflow(service, 'loop'),
		...AGENTS[line].map((agent) => createAgentWorkflow(service, agent)),
	];
	const world = useWorld(line, workflows, { serverKind: 'community', workItems: 2 }, () => [
		{ ...otherCredentials.openAiApi, data: { apiKey: 'unused', url: model.url } },
	]);
	const n8n = useN8nServer(world, () => workflows(world.service).map(({ id }) => id));

	/** Starts a workflow. n8n is ready before its webhooks are. */
	const start = async (id: string, body: object) => {
		const send = async () =>
			await fetch(`${n8n.url}/webhook/${id}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});

		while (!(await send()).ok) await wait(200);
	};

	/** Waits until there is a value. */
	const waitFor = async <Value>(find: () => Value | undefined): Promise<Value> => {
		for (;;) {
			const found = find();
			if (found !== undefined) return found;

			await wait(100);
		}
	};

	const listLabels = () => world.service.state.labels.map(({ name }) => name);
	const waitForLabel = async (prefix: string) =>
		await waitFor(() => listLabels().find((name) => name.startsWith(prefix)));

	const findComment = (text: string) =>
		world.service.state.comments.find(({ comment_html: html }) => html.includes(text));

	/** Waits for the question with these words, until n8n waits for its answer. @returns its links, by what they say */
	const waitForQuestion = async (text: string) => {
		const { comment_html: html } = await waitFor(() => findComment(text));
		const links = readLinks(html);
		const [anyLink = ''] = Object.values(links);

		// Until the execution is saved, n8n says that it still runs.
		while ((await fetch(anyLink)).status === 409) await wait(100);

		return links;
	};

	const answer = async (url: string, body: Record<string, string> = {}) =>
		await fetch(url, { method: 'POST', body: new URLSearchParams(body) });

	test('to open a link changes nothing, its page lets the workflow continue, and the comment says how it ended', async () => {
		await start('decision', { what: 'this', who: 'Ada' });
		const { Approve = '', Decline = '' } = await waitForQuestion('go out, Ada?');
		const asked = findComment('go out, Ada?')?.comment_html;

		const opened = await fetch(Decline);

		expect(opened.status).toBe(200);
		expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		expect(await opened.text()).toMatch(/May this go out, Ada\?[^]*<form method="post">/);
		await wait(1000);
		expect(findComment('go out, Ada?')?.comment_html).toBe(asked);
		expect(listLabels().filter((name) => name.startsWith('decision'))).toEqual([]);

		const confirmed = await answer(Decline);

		expect(confirmed.status).toBe(200);
		expect(await confirmed.text()).toContain('Decline: recorded');
		expect(await waitForLabel('decision')).toBe('decision false Ada');

		const closed = findComment('go out, Ada?')?.comment_html;

		expect(closed).toMatch(/<strong>Declined<\/strong> on \d+ \w+ \d{4}, \d\d:\d\d/);
		expect(closed).not.toContain('<a ');

		// n8n itself shows a page.
		while ((await answer(Approve)).status === 409) await wait(100);
		expect(await (await answer(Approve)).text()).toContain('No action required');
		expect(findComment('go out, Ada?')?.comment_html).toBe(closed);
		expect(listLabels().filter((name) => name.startsWith('decision'))).toHaveLength(1);
	});

	test('n8n refuses a link with another decision, or with a wrong signature', async () => {
		await start('decision', { what: 'this', who: 'Eve' });
		const { Approve = '', Decline = '' } = await waitForQuestion('go out, Eve?');
		const swapped = Decline.replace('approved=false', 'approved=true');
		const wrong = Approve.replace(/signature=.{4}/, 'signature=0000');
		const unsigned = Approve.replace(/&signature=.*/, '');

		for (const url of [swapped, wrong, unsigned]) expect((await answer(url)).status).toBe(401);

		expect(readLinks(findComment('go out, Eve?')?.comment_html ?? '')).toHaveProperty('Approve');
		await answer(Approve);
		await waitForLabel('decision true Eve');
	});

	test('a text goes on as it was written, and the comment shows it', async () => {
		await start('text', { what: 'this', who: 'Bob' });
		const { Respond = '' } = await waitForQuestion('go out, Bob?');

		expect(await (await answer(Respond, { answer: ' ' })).text()).toContain('<textarea');
		await answer(Respond, { answer: 'Only <b>after</b> lunch' });

		expect(await waitForLabel('text ')).toBe('text Only <b>after</b> lunch Bob');
		expect(findComment('go out, Bob?')?.comment_html).toContain(
			'<blockquote><p>Only &lt;b&gt;after&lt;/b&gt; lunch</p></blockquote>',
		);
	});

	test('if nobody answers in time, the workflow continues with the input, and the comment says until when', async () => {
		await start('limited', { what: 'this', who: 'Cid' });

		expect(await waitForLabel('limited')).toBe('limited nobody Cid');
		expect(findComment('go out, Cid?')?.comment_html).toMatch(/<p>Open until \d+ \w+ \d{4}, /);
	});

	test('in a loop, the link of an earlier question does not answer a later one', async () => {
		await start('loop', {});
		const first = await waitForQuestion('go out, first?');

		await answer(first.Approve ?? '');
		const second = await waitForQuestion('go out, second?');
		const late = await answer(first.Approve ?? '');

		expect(await late.text()).toContain('This question is no longer open');
		await answer(second.Decline ?? '');
		expect([await waitForLabel('loop true'), await waitForLabel('loop false')]).toEqual([
			'loop true first',
			'loop false second',
		]);
	});

	if (line === 'v2') {
		test('a person reviews the call of a tool, and the agent calls it only if it is approved', async () => {
			const countItems = () => world.service.state.workItems.length;
			const before = countItems();

			await start('review', { text: 'Paint the door' });
			const declined = await waitForQuestion('Paint the door');

			await answer(declined.Decline ?? '');
			expect(await waitForLabel('review')).toContain('User rejected the tool call');
			expect(countItems()).toBe(before);
			await start('review', { text: 'Repair the door' });
			const approved = await waitForQuestion('Repair the door');

			expect(findComment('Repair the door')?.comment_html).toContain(
				'<p>Create: {"name":"Repair the door"}?</p>',
			);
			expect(countItems()).toBe(before);
			await answer(approved.Approve ?? '');
			await waitFor(() => listLabels().find((name) => name.includes('Repair the door')));
			expect(world.service.state.workItems.at(-1)?.name).toBe('Repair the door');
		});

		test('a model cannot approve its own call of a tool', async () => {
			const listReviews = () => listLabels().filter((name) => name.startsWith('review'));
			const before = world.service.state.workItems.length;
			const { length } = listReviews();

			await start('review', { text: 'Sell the door without asking' });

			expect(await waitFor(() => listReviews().at(length))).toContain(
				'User rejected the tool call',
			);
			expect(findComment('Sell the door')).toBeUndefined();
			expect(world.service.state.workItems).toHaveLength(before);
		});
	}

	test('an agent asks a person with the operation as a tool, and reads the answer', async () => {
		await start('asking', { text: 'When is lunch?' });
		const { Respond = '' } = await waitForQuestion('When is lunch?');

		await answer(Respond, { answer: 'At noon' });

		expect(await waitForLabel('asking [')).toContain('"text":"At noon"');
	});

	test('an agent that runs its tools itself gets an error, and nobody is asked', async () => {
		await start('asking-old', { text: 'Where is lunch?' });

		expect(await waitForLabel('asking-old')).toContain('cannot wait for an answer');
		expect(findComment('Where is lunch?')).toBeUndefined();
	});
});

/** The links in a comment by what they say. */
function readLinks(html: string): Readonly<Record<string, string>> {
	const links = html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)<\/a>/g);

	return Object.fromEntries(
		[...links].map(([, href = '', label = '']) => [label, href.replaceAll('&amp;', '&')]),
	);
}
