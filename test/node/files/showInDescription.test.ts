import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/values/asText';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { storeHtml } from '../../service/storedHtml';
import { jsonResponse, textResponse, withHeaders } from '../../unit/responses';
import { fileInItem } from './signedForm';
import {
	itemWithFiles,
	uploadCredentials,
	useAttachments,
	type StepAnswers,
} from './useAttachments';

const startServer = useAttachments();

const IDS: Readonly<Record<string, string>> = {
	'a.png': '5b3a1f52-7f0e-4a1b-9a55-0d6f3a9c1e01',
	'b.jpg': '5b3a1f52-7f0e-4a1b-9a55-0d6f3a9c1e02',
	'c.txt': '5b3a1f52-7f0e-4a1b-9a55-0d6f3a9c1e03',
	'd.webp': '5b3a1f52-7f0e-4a1b-9a55-0d6f3a9c1e04',
};

const PNG = fileInItem('a.png', 'image/png');
const JPEG = fileInItem('b.jpg', 'image/jpeg');
const WEBP = fileInItem('d.webp', 'image/webp');
const NOTES = fileInItem('c.txt');

const picture = (name: string) =>
	`<image-component src="${IDS[name]}" title="${name}"></image-component>`;

const showInDescription = { options: { showInDescription: true } };

const SHOW_A = `To show what is missing, add !\\[\\]\\(${IDS['a.png']}\\) to the description\\.`;

/** The refusal of a server whose limit is reached (row 19). */
const tooManyRequests = withHeaders(textResponse('', 429), { 'retry-after': '60' });

interface WorkItemAnswers extends Pick<StepAnswers, 'credentials'> {
	/** The description before the run. Default: one paragraph. */
	readonly description?: JsonValue;
	/** What the server stores of HTML. Default: what row 180 says. */
	readonly store?: (html: string) => string | undefined;
	/** The answer to a change, if it is refused. */
	readonly refusal?: Outcome;
}

const issueCredentials = (name: string) =>
	uploadCredentials(name, {}, { asset_id: IDS[name] ?? '', attachment: {} });

/** Issues upload credentials for all files but the JPEG. */
const refuseJpeg = (name: string) =>
	name === 'b.jpg' ? jsonResponse({ error: 'No' }, 403) : issueCredentials(name);

/** A server with a work item that has a description. */
function startWithDescription({
	description = '<p>Sails  are torn</p>',
	store = storeHtml,
	refusal,
	credentials = issueCredentials,
}: WorkItemAnswers = {}) {
	const descriptions: JsonValue[] = [description];
	const server = startServer({
		credentials,
		workItem: ({ body }) => {
			if (body !== undefined && refusal !== undefined) return refusal;
			if (body !== undefined) descriptions.push(store(asText(body.description_html) ?? '') ?? null);

			return jsonResponse({ id: 'w1', description_html: descriptions.at(-1) ?? null });
		},
	});

	return { ...server, descriptions };
}

describe('Attach File with Show in Description', () => {
	it('adds the pictures to the end of the description with one update, in their order', async () => {
		const server = startWithDescription();

		const { json } = await server.attach([itemWithFiles(JPEG, NOTES, PNG)], showInDescription);

		expect(json).toHaveLength(3);
		expect(server.descriptions.slice(1)).toEqual([
			`<div><p>Sails  are torn</p>${picture('b.jpg')}${picture('a.png')}</div>`,
		]);
		expect(server.routes().slice(-2)).toEqual(['GET work item', 'PATCH work item']);
	});

	it('adds them to a description that somebody edits while the update waits for the limit of the server', async () => {
		const descriptions = ['<p>Sails are torn</p>'];
		let updates = 0;
		const server = startServer({
			credentials: issueCredentials,
			workItem: ({ body }) => {
				if (body !== undefined && ++updates === 1) {
					descriptions.push('<p>Sails are new</p>');

					return tooManyRequests;
				}
				if (body !== undefined) descriptions.push(asText(body.description_html) ?? '');

				return jsonResponse({ id: 'w1', description_html: descriptions.at(-1) ?? null });
			},
		});

		const { error } = await server.attach([itemWithFiles(PNG)], showInDescription);

		expect(error).toBeUndefined();
		expect(descriptions.at(-1)).toBe(`<p>Sails are new</p>${picture('a.png')}`);
		expect(server.routes().slice(-4)).toEqual([
			'GET work item',
			'PATCH work item',
			'GET work item',
			'PATCH work item',
		]);
	});

	it('leaves the description alone if no file is a picture', async () => {
		const server = startWithDescription();

		const { json } = await server.attach([itemWithFiles(NOTES)], showInDescription);

		expect(json).toHaveLength(1);
		expect(server.routes()).toEqual(['POST', `PATCH ${IDS['c.txt']}/`]);
	});

	it('leaves the description alone by default', async () => {
		const server = startWithDescription();

		await server.attach([itemWithFiles(PNG)]);

		expect(server.routes()).toEqual(['POST', `PATCH ${IDS['a.png']}/`]);
	});

	it.each([[null], [''], ['<p></p>']])('begins a description that is %j', async (description) => {
		const server = startWithDescription({ description });

		await server.attach([itemWithFiles(PNG)], showInDescription);

		expect(server.descriptions.at(-1)).toBe(picture('a.png'));
	});

	it('adds the pictures of several items of one work item in their order', async () => {
		const server = startWithDescription();

		// The others start together once the first one has upload credentials.
		const items = [JPEG, WEBP, PNG].map((file) => itemWithFiles(file));

		await server.attach(items, showInDescription);

		expect(server.descriptions.at(-1)).toBe(
			`<div><p>Sails  are torn</p>${picture('b.jpg')}${picture('d.webp')}${picture('a.png')}</div>`,
		);
	});

	it('shows the pictures that are attached if another file is refused', async () => {
		const server = startWithDescription({
			credentials: refuseJpeg,
		});

		const { error } = await server.attach([itemWithFiles(PNG, JPEG)], showInDescription);

		expect(error?.message).toMatch(/^"b\.jpg" was not attached: /);
		expect(error?.description).toMatch(/ Attached anyway: "a\.png"\. Leave out what is attached/);
		expect(server.descriptions.at(-1)).toContain(picture('a.png'));
	});
});

describe('If the description cannot be changed, Attach File says that the files are attached', () => {
	const ADVICE = `${SHOW_A} Leave out what is attached when you run the item again\\.$`;

	it.each([
		['refuses it', jsonResponse({ error: 'No' }, 403), 'does not'],
		['fails', textResponse('', 502), 'may not'],
	])('and that they are not shown if the server %s', async (_, refusal, verb) => {
		const server = startWithDescription({ refusal });

		const { error } = await server.attach([itemWithFiles(PNG)], showInDescription);

		expect(error?.message).toMatch(
			new RegExp(`^Pictures are attached, but the description ${verb} show them: `),
		);
		expect(error?.description).toMatch(new RegExp(ADVICE));
		expect(server.descriptions).toHaveLength(1);
	});

	// A server that cleans with the defaults of nh3 (row 326).
	it('and that the server has dropped them', async () => {
		const server = startWithDescription({
			store: (html) => html.replace(/<image-component.*?<\/image-component>/g, ''),
		});

		const { error } = await server.attach([itemWithFiles(PNG)], showInDescription);

		expect(error?.message).toMatch(
			/^Pictures are attached, but the description does not show them: Plane did not take Description /,
		);
		expect(error?.description).toMatch(new RegExp(ADVICE));
	});

	// No server is known to answer like this.
	it('and changes nothing if the server does not return the description', async () => {
		const server = startServer({
			credentials: (name) => uploadCredentials(name),
			workItem: () => jsonResponse({ id: 'w1' }),
		});

		const { error } = await server.attach([itemWithFiles(PNG)], showInDescription);

		expect(error?.message).toMatch(/: The response of the server has no description \[item 0\]$/);
		expect(server.routes().at(-1)).toBe('GET work item');
	});

	it('beside the file that is refused', async () => {
		const server = startWithDescription({
			refusal: jsonResponse({ error: 'No' }, 403),
			credentials: refuseJpeg,
		});

		const { error } = await server.attach([itemWithFiles(PNG, JPEG)], showInDescription);

		expect(error?.message).toMatch(/^"b\.jpg" was not attached: /);
		expect(error?.description).toMatch(
			/ Attached anyway: "a\.png"\. Pictures are attached, but the description does not show them: /,
		);
		expect(error?.description).toMatch(new RegExp(ADVICE));
	});
});
