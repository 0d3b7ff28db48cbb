import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes, outcomes } from '../../nodeTexts';
import { fileInItem } from './signedForm';
import { itemWithFiles, uploadCredentials, useAttachments } from './useAttachments';

const startServer = useAttachments();

const connectionLost = networkFault('ECONNRESET');
const denied = jsonResponse({ error: 'No' }, 403);
const noContent = textResponse('', 204);

describe('If some files of an item cannot be attached, the error', () => {
	/** By the first word of the name of a file. Others get credentials. */
	const refusals: Readonly<Record<string, Outcome>> = { denied, unreached: connectionLost };

	const credentials = (name: string) =>
		refusals[name.split(' ')[0] ?? ''] ?? uploadCredentials(name);
	const completion = (name: string) => (name.startsWith('lost') ? connectionLost : noContent);

	it.each<[title: string, fileNames: readonly string[], message: RegExp, end: RegExp]>([
		[
			'lists the others, and those that are attached',
			['fine', 'denied', 'denied too', 'fine too'],
			/^"denied" was not attached: /,
			/ Also not attached: "denied too"\. Attached anyway: "fine", "fine too"\. Leave out what is attached when you run the item again\.$/,
		],
		[
			'names the binary fields of files that have the same name',
			['fine', 'denied', 'denied'],
			/^"denied" of data2 was not attached: /,
			/ Also not attached: "denied" of data3\. Attached anyway: "fine"\. Leave out what is attached when you run the item again\.$/,
		],
		[
			'is first about those that may be attached',
			['denied', 'lost', 'lost too', 'fine'],
			/^"lost" may not be attached: /,
			new RegExp(
				` Also unknown: "lost too"\\. Also not attached: "denied"\\. Attached anyway: "fine"\\. .*${outcomes.checkFiles}$`,
			),
		],
		[
			'does not count a file as attached whose upload credentials were never received',
			['unreached', 'fine'],
			/^"unreached" was not attached: /,
			/ Attached anyway: "fine"\. Leave out what is attached when you run the item again\.$/,
		],
	])('%s', async (_, fileNames, message, end) => {
		const server = startServer({ credentials, completion });

		const { error } = await server.attach([itemWithFiles(...fileNames)]);

		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(end);
	});
});

describe('If a run is canceled while it waits for the limit of the server, an item', () => {
	const credentials = (name: string) => (name === 'denied' ? denied : uploadCredentials(name));
	/** Refuses files that are late (row 19). */
	const completion = (name: string) =>
		name.startsWith('late') ? textResponse('', 429) : noContent;

	it.each<[title: string, fileNames: readonly string[], progress: string]>([
		[
			'is partly done if only some of its files are attached',
			['fine', 'late'],
			'Partly done: 0. Not done: 1.',
		],
		['is not done if none of its files is attached', ['late', 'late too'], 'Not done: 0-1.'],
		[
			'has failed if one of its files was refused, although the first one waits',
			['late', 'denied'],
			'Failed or interrupted: 0. Not done: 1.',
		],
	])('%s', async (_, fileNames, progress) => {
		const server = startServer({ credentials, completion });
		const canceling = new AbortController();

		setTimeout(() => canceling.abort(), 500);

		const items = [itemWithFiles(...fileNames), itemWithFiles('late')];
		const { error } = await server.attach(items, { signal: canceling.signal });

		expectProblem(error, { cause: causes.canceled, remedy: `Done: 0 of 2 items. ${progress}` });
	});
});

describe('A file whose type Plane does not accept (row 70)', () => {
	const credentials = () => jsonResponse({ error: 'Invalid file type.', status: false }, 400);
	const photo = (name: string) => fileInItem(name, 'image/heic');
	const photos = itemWithFiles(photo('a.heic'), photo('b.heic'));

	it('is reported with its type, and with the option that helps', async () => {
		const server = startServer({ credentials });

		const { error } = await server.attach([photos]);

		expect(error?.message).toBe(
			'"a.heic" (image/heic) was not attached: Plane does not take files of this type [item 0]',
		);
		expect(error?.description).toMatch(
			/^To attach it all the same, set Unknown File Types to Send as application\/octet-stream in Options: its name stays the same\. Also not attached: "b\.heic" \(image\/heic\)\.$/,
		);
		expect(server.announcedTypes()).toEqual(['image/heic', 'image/heic']);
	});

	it('is announced once with its own type and once with a general one, and reported with its own', async () => {
		const server = startServer({ credentials });

		const { error } = await server.attach([photos], {
			options: { unknownFileTypes: 'sendAsAnyFile' },
		});

		expect(error?.message).toBe(
			'"a.heic" (image/heic) was not attached: Plane does not take files of this type [item 0]',
		);
		expect(error?.description).toMatch(
			/^Change the file to another type, or ask whoever runs the server to allow this one\. Also/,
		);
		expect(server.announcedTypes().sort()).toEqual([
			'application/octet-stream',
			'application/octet-stream',
			'image/heic',
			'image/heic',
		]);
	});

	it.each(['fail', 'sendAsAnyFile'])(
		'is announced once if its type is the general one already (%s)',
		async (unknownFileTypes) => {
			const server = startServer({ credentials });
			// More than are sent at once: the last ones are announced when the type is known to be refused.
			const names = Array.from({ length: 12 }, (_, index) => `${index}.heic`);
			const files = names.map((name) => fileInItem(name, 'application/octet-stream'));

			const { error } = await server.attach([itemWithFiles(...files)], {
				options: { unknownFileTypes },
			});

			expect(error?.description).toMatch(/^Change the file to another type, /);
			expect(server.announcedTypes()).toEqual(Array(12).fill('application/octet-stream'));
		},
	);
});
