import { expect, test } from '@jest/globals';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { first } from '../../service/testing/client';
import { escapeText } from '../../../nodes/shared/html/escape';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { Conversation, missingWorkItem, withParameter } from './Conversation';

/** Differences of the node if an agent asks with it. */
const TOOL = { type: 'n8n-nodes-plane-workspace.planeTool' };

/** Differences of the node if a person reviews the call of an agent's tool in it. */
const REVIEW = { type: 'n8n-nodes-plane-workspace.planeHitlTool' };

test('the comment says what was entered, with a signed link for each decision, and the execution waits', async () => {
	await Conversation.with({ parameters: { message: 'May **2.0** go out?' } }, (question) => {
		const { requests } = question.plane.service;

		expect(question.comment).toMatch(
			/^<div><p>May <strong>2\.0<\/strong> go out\?<\/p><p><strong><a .*>Approve<\/a> · <a .*>Decline<\/a><\/strong><\/p><\/div>$/,
		);
		expect(Object.keys(question.links)).toEqual(['Approve', 'Decline']);
		expect(new URL(question.links.Decline ?? '').searchParams.get('approved')).toBe('false');
		expect(new URL(question.links.Approve ?? '').searchParams.get('signature')).toMatch(/^\w{64}$/);
		expect(question.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(question.output).toEqual([{ json: {} }]);
		expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	});
});

test('a link that is opened changes nothing, however often, and shows what was asked', async () => {
	await Conversation.with({ parameters: { message: 'Is `a < b`?' } }, async (question) => {
		const { comment, links, plane } = question;
		const before = plane.service.requests.length;

		await question.open(links.Approve ?? '');
		const { status, html, headers, items } = await question.open(links.Approve ?? '');

		expect({ status, items }).toEqual({ status: 200, items: undefined });
		expect(html).toContain('<h1>Approve?</h1>\n<p>Is a &lt; b?</p>\n<form method="post">');
		expect(headers['content-security-policy']).toMatch(
			/^default-src 'none'; .*frame-ancestors 'none'/,
		);
		expect(headers['referrer-policy']).toBe('no-referrer');
		expect(plane.service.requests).toHaveLength(before);
		expect(question.comment).toBe(comment);
	});
});

test.each([
	['Approve', true, 'Approved'],
	['Decline', false, 'Declined'],
] as const)(
	'%s continues with the decision, and the comment says so',
	async (label, approved, word) => {
		await Conversation.with({}, async (question) => {
			const { id } = question.plane.service.state.comments.at(-1) ?? {};
			const { status, html, items } = await question.confirm(question.links[label] ?? '');

			expect({ status, items }).toEqual({
				status: 200,
				items: [
					{
						data: { approved, respondedAt: expect.stringMatching(/^2026-03-03T09:/) },
						comment: id,
					},
				],
			});
			expect(html).toContain(`${label}: recorded`);
			expect(question.comment).toBe(
				`<div><p>May it go out?</p><p><strong>${word}</strong> on 3 March 2026, 10:00 (Europe/Berlin)</p></div>`,
			);
		});
	},
);

test('with Approve Only, there is one link, and the other decision is none', async () => {
	const parameters = { approvalType: 'single', options: { approveLabel: 'Ship <it>' } };

	await Conversation.with({ parameters }, async (question) => {
		const [link = ''] = Object.values(question.links);
		const other = await question.confirm(withParameter(link, 'approved', 'false'));

		expect(other).toMatchObject({ status: 200, html: expect.stringContaining('no longer open') });
		expect(other.items).toBeUndefined();
		expect(question.comment).toContain('>Ship &lt;it&gt;</a>');

		await question.confirm(link);
		expect(question.comment).toContain('<strong>Approved (Ship &lt;it&gt;)</strong> on ');
	});
});

test('a text is not empty, goes on as it was written, and stands in the comment as text', async () => {
	await Conversation.with({ parameters: { responseType: 'freeText' } }, async (question) => {
		const url = question.links.Respond ?? '';

		expect((await question.open(url)).html).toContain('<textarea name="answer"');
		const empty = await question.confirm(url, { answer: ' \n' });

		expect(empty.items).toBeUndefined();
		expect(empty.html).toContain('<textarea');

		const { items } = await question.confirm(url, { answer: ' <b>No</b>,\n@ada ' });

		expect(items).toMatchObject([{ data: { text: '<b>No</b>,\n@ada' } }]);
		expect(question.comment).toMatch(
			/<strong>Answered<\/strong> on .*<blockquote><p>&lt;b&gt;No&lt;\/b&gt;,<br>@ada<\/p><\/blockquote>/,
		);
	});
});

test('the link of an earlier question in the same execution answers nothing', async () => {
	await Conversation.with({}, async (question) => {
		const { Approve: earlier = '' } = question.links;

		await question.askAgain();
		const { html, items } = await question.confirm(earlier);

		expect(items).toBeUndefined();
		expect(html).toContain('no longer open');
		expect((await question.confirm(question.links.Approve ?? '')).items).toHaveLength(1);
	});
});

test('of two answers at the same time, the first counts, and the second changes nothing', async () => {
	await Conversation.with({}, async (question) => {
		const { Approve = '', Decline = '' } = question.links;

		const [approval, refusal] = await Promise.all([
			question.confirm(Approve),
			question.confirm(Decline),
		]);

		expect(approval.items).toMatchObject([{ data: { approved: true } }]);
		expect(refusal.items).toBeUndefined();
		expect(refusal.html).toContain('no longer open');
		expect(question.comment).toContain('<strong>Approved</strong>');
	});
});

test('a minute after an answer with which n8n did not continue, it can be given again, and no other one', async () => {
	await Conversation.with({}, async (question) => {
		const { Approve = '', Decline = '' } = question.links;

		await question.confirm(Approve);
		await question.wait(50_000);
		expect((await question.confirm(Approve)).items).toBeUndefined();

		await question.wait(10_000);
		const { html, items } = await question.confirm(Decline);

		expect(items).toBeUndefined();
		expect(html).toContain('no longer open');
		expect(question.comment).toContain('<strong>Approved</strong>');
		expect((await question.confirm(Approve)).items).toMatchObject([{ data: { approved: true } }]);
	});
});

test('an answer whose repetition could not be recorded still excludes other ones', async () => {
	await Conversation.with({}, async (question) => {
		const { Approve = '', Decline = '' } = question.links;

		await question.confirm(Approve);
		await question.wait(60_000);
		await question.confirmBroken(Approve);

		expect((await question.confirm(Decline)).items).toBeUndefined();
		expect((await question.confirm(Approve)).items).toMatchObject([{ data: { approved: true } }]);
	});
});

test('a minute after a text with which n8n did not continue, only the same text is accepted', async () => {
	await Conversation.with({ parameters: { responseType: 'freeText' } }, async (question) => {
		const { Respond = '' } = question.links;

		await question.confirm(Respond, { answer: 'At noon' });
		await question.wait(60_000);

		expect((await question.confirm(Respond, { answer: 'At one' })).items).toBeUndefined();
		const { items } = await question.confirm(Respond, { answer: 'At noon' });

		expect(items).toMatchObject([{ data: { text: 'At noon' } }]);
	});
});

test('after an answer that could not be recorded, somebody can answer at once', async () => {
	await Conversation.with({}, async (question) => {
		const { Approve = '' } = question.links;
		const { status, items } = await question.confirmBroken(Approve);

		expect({ status, items }).toEqual({ status: 500, items: undefined });
		expect((await question.confirm(Approve)).items).toMatchObject([{ data: { approved: true } }]);
	});
});

test('if the comment cannot be changed, the answer goes on all the same, with a warning', async () => {
	await Conversation.with({}, async (question) => {
		const { state } = question.plane.service;
		const { links } = question;

		state.comments.pop();
		const { status, items } = await question.confirm(links.Approve ?? '');

		expect(status).toBe(200);
		expect(items).toMatchObject([
			{
				data: { approved: true },
				warning: expect.stringMatching(/^The comment does not show the answer: .*did not find/),
			},
		]);
	});
});

test('the answer is recorded within seconds if the server drops each request', async () => {
	await Conversation.with({}, async (question) => {
		const { service } = question.plane;
		const startedAt = Date.now();

		service.faults.plan(
			{ kind: 'dropBeforeReading' },
			{ when: ({ method }) => method === 'PATCH', times: Infinity },
		);
		const { items } = await question.confirm(question.links.Approve ?? '');

		expect(items).toMatchObject([{ data: { approved: true }, warning: expect.any(String) }]);
		expect(Date.now() - startedAt).toBeLessThan(30_000);
	});
});

test('the wait ends at its limit, which the comment says', async () => {
	await Conversation.with({ parameters: { options: { limitWaitTime: 1.5 } } }, (question) => {
		expect(question.comment).toContain('<p>Open until 3 March 2026, 11:30 (Europe/Berlin)</p>');
		expect(question.waitTill?.toISOString()).toMatch(/^2026-03-03T10:30:/);
	});
});

test.each([0, -1, 90_000, 'soon'])(
	'a limit of %p hours is refused before anything is sent',
	async (limitWaitTime) => {
		await Conversation.with({ parameters: { options: { limitWaitTime } } }, (question) => {
			expectProblem(question.output, { about: 'Limit Wait Time (Hours)', cause: '', item: 0 });
			expect(question.waitTill).toBeUndefined();
			expect(question.plane.service.requests).toEqual([]);
		});
	},
);

test.each([
	['approval', 'approved', false],
	['freeText', 'text', 'Yes'],
] as const)(
	'an item with the answer of an earlier question, %s, is refused before anything is sent if the wait has a limit',
	async (responseType, name, value) => {
		const items = [{ json: { data: { other: 1 } } }, { json: { data: { [name]: value } } }];
		const parameters = { responseType, options: { limitWaitTime: 1 } };

		await Conversation.with({ items, parameters }, (question) => {
			expectProblem(question.output, {
				cause: `It already has data.${name}, which would look like the answer`,
				remedy: /Edit Fields/,
				item: 1,
				effect: 'notDone',
			});
			expect(question.plane.service.requests).toEqual([]);
			expect(question.waitTill).toBeUndefined();
		});

		await Conversation.with({ items, parameters: { responseType } }, (question) => {
			expect(question.waitTill).toEqual(WAIT_INDEFINITELY);
		});
	},
);

test.each([
	['approval', 'approved', { approved: true }],
	['approval', 'data.approved', { data: { approved: true } }],
	['freeText', 'data.approved', { data: { approved: true } }],
])(
	'the review of a tool, %s, whose item has %s is refused before anything is sent if the wait has a limit',
	async (responseType, path, json) => {
		const items = [{ json: { toolCallId: '1', ...json } }];
		const parameters = { responseType, options: { limitWaitTime: 1 } };

		await Conversation.with({ items, parameters, node: REVIEW }, (question) => {
			const error = expect.stringMatching(
				`^It already has ${path}, which would look like the answer .* remove Limit Wait Time`,
			);

			// n8n takes an item without approval as declined.
			expect(question.output).toEqual([{ json: { error }, pairedItem: { item: 0 } }]);
			expect(question.plane.service.requests).toEqual([]);
			expect(question.waitTill).toBeUndefined();
		});
	},
);

test('an item that has approved beside its data is no answer, except in the review of a tool', async () => {
	const items = [{ json: { approved: true } }];
	const parameters = { options: { limitWaitTime: 1 } };

	await Conversation.with({ items, parameters }, (question) => {
		expect(question.waitTill).toBeDefined();
	});
});

test('as a tool that an agent asks with, a limit is refused before anything is sent, and the model reads why', async () => {
	const items = [{ json: { headers: { authorization: 'secret' }, message: 'When is lunch?' } }];
	const parameters = { responseType: 'freeText', options: { limitWaitTime: 1 } };

	await Conversation.with({ items, parameters, node: TOOL }, (question) => {
		const error = expect.stringMatching(
			/^Limit Wait Time \(Hours\): if nobody answers .* Remove it/,
		);

		expect(question.output).toEqual([{ json: { error }, pairedItem: { item: 0 } }]);
		expect(question.plane.service.requests).toEqual([]);
		expect(question.waitTill).toBeUndefined();
	});

	await Conversation.with(
		{ items, parameters: { responseType: 'freeText' }, node: TOOL },
		(question) => {
			expect(question.waitTill).toEqual(WAIT_INDEFINITELY);
		},
	);
});

test.each([
	{ body: 'Hello <!-- and delete the project --> Ada' },
	{ code: 'ok()<script>dropAll()</script>' },
	{ glob: 'a*b*c', link: '[Approve](https://example.com/)' },
])('the review of a tool in plain text shows all of the parameters %j', async (toolParameters) => {
	const message = JSON.stringify(toolParameters);
	const parameters = { message, commentFormat: 'text' };

	await Conversation.with({ parameters, node: REVIEW }, async (question) => {
		const { html } = await question.open(question.links.Approve ?? '');

		expect(html).toContain(`<p>${escapeText(message)}</p>`);
		expect(question.comment).toContain(`<p>${escapeText(message)}</p>`);
		expect(Object.keys(question.links)).toEqual(['Approve', 'Decline']);
	});
});

test('the review of a tool may have a limit', async () => {
	const parameters = { options: { limitWaitTime: 1 } };

	await Conversation.with({ parameters, node: REVIEW }, (question) => {
		expect(question.waitTill?.toISOString()).toMatch(/^2026-03-03T10:00:/);
	});
});

test('items that ask the same are asked once', async () => {
	const items = [{ json: { a: 1 } }, { json: { a: 2 } }];

	await Conversation.with({ items }, (question) => {
		const before = question.plane.service.requests.filter(({ method }) => method === 'POST');

		expect(before).toHaveLength(1);
		expect(question.output).toEqual(items);
	});
});

test('items that do not ask the same are refused before anything is sent', async () => {
	const items = [{ json: { who: 'Ada' } }, { json: { who: 'Bob' } }];
	const parameters = { message: '=May it go out, {{ $json.who }}?' };

	await Conversation.with({ items, parameters }, (question) => {
		expectProblem(question.output, {
			cause: 'It asks something else than the first item',
			remedy: /Loop Over Items/,
			item: 1,
			effect: 'notDone',
		});
		expect(question.plane.service.requests).toEqual([]);
		expect(question.waitTill).toBeUndefined();
	});
});

test('with On Error set to continue, a question that cannot be asked is an error of all items, and nothing waits', async () => {
	const items = [{ json: { a: 1 } }, { json: { a: 2 } }];
	const parameters = { workItemId: missingWorkItem };

	await Conversation.with({ items, parameters, onError: 'continueRegularOutput' }, (question) => {
		const error = expect.stringContaining(causes.notFound('Work Item'));

		expect(question.output).toMatchObject([{ json: { a: 1, error } }, { json: { a: 2, error } }]);
		expect(question.waitTill).toBeUndefined();
	});
});

test.each([
	['cannot be sent', { workItemId: missingWorkItem }, () => undefined],
	['is refused', { options: { limitWaitTime: 1 } }, () => undefined],
	['makes n8n fail', {}, breakSigning],
])(
	'with On Error set to continue, a question that %s does not pass on the answer to an earlier one',
	async (_, parameters, prepare) => {
		const items = [{ json: { a: 1, data: { approved: true, text: 'Yes', b: 2 } } }];

		await Conversation.with(
			{ items, parameters, prepare, onError: 'continueRegularOutput' },
			(question) => {
				expect(question.output).toEqual([
					{ json: { a: 1, data: { b: 2 }, error: expect.any(String) }, pairedItem: { item: 0 } },
				]);
				expect(question.waitTill).toBeUndefined();
			},
		);
	},
);

test('a work item that does not exist is an error, and nothing waits', async () => {
	await Conversation.with({ parameters: { workItemId: missingWorkItem } }, (question) => {
		expectProblem(question.output, { cause: causes.notFound('Work Item'), item: 0 });
		expect(question.waitTill).toBeUndefined();
	});
});

test('names in the question mention people', async () => {
	await Conversation.with({ parameters: { message: 'May it go out, @ada?' } }, async (question) => {
		const { id } = first(question.plane.service.state.users);

		expect(question.comment).toContain(`entity_identifier="${id}"`);
		await question.confirm(question.links.Approve ?? '');
		expect(question.comment).toContain(`entity_identifier="${id}"`);
	});
});

test.each([
	['an n8n that cannot sign links', { getSignedResumeUrl: undefined }, 'cannot sign links'],
	[
		'an agent that runs its tools itself',
		{ cloneWith: () => undefined },
		'cannot wait for an answer',
	],
])('with %s, an error says so before anything is sent', async (_, difference, cause) => {
	const prepare = (context: object) => void Object.assign(context, difference);

	await Conversation.with({ prepare }, (question) => {
		expectProblem(question.output, { cause: new RegExp(cause), item: 0, effect: 'notDone' });
		expect(question.plane.service.requests).toEqual([]);
	});
});

test('n8n 1.x is asked to check the signatures of the execution', async () => {
	let isAsked = false;

	const setSignatureValidationRequired = () => {
		isAsked = true;
	};

	await Conversation.with(
		{ prepare: (context) => void Object.assign(context, { setSignatureValidationRequired }) },
		(question) => {
			expect(question.waitTill).toBeDefined();
			expect(isAsked).toBe(true);
		},
	);
});

test('an error of n8n shows a page, and the execution goes on waiting', async () => {
	await Conversation.with({}, async (question) => {
		const { status, html, items } = await question.openBroken(question.links.Approve ?? '');

		expect({ status, items }).toEqual({ status: 500, items: undefined });
		expect(html).toContain('Your answer was not recorded');
	});
});

/** Lets n8n fail when it signs a link. */
function breakSigning(context: object): void {
	const getSignedResumeUrl = () => {
		throw new Error('n8n has no address');
	};

	Object.assign(context, { getSignedResumeUrl });
}
