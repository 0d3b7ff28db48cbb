import { describe, expect, test } from '@jest/globals';

import { getExpectedEffect, placeNames, places } from '../node/values/contents';
import { credentialAt, fillIn, findEffect } from '../node/values/effects';
import { collectMistakes } from '../tools/mistakes';
import { STOPPING_TOOL } from './engine';
import { useWorld } from './useWorld';

// All other forms and contents are in test/node/values.
describe('A value without content, in n8n', () => {
	const world = useWorld();

	test.each([
		['one expression alone', 'null', {}],
		['filled in by a model, in a tool', 'blanks', STOPPING_TOOL],
	] as const)(
		'is sent, cleared, left alone or refused, according to its parameter (%s, %s)',
		async (form, content, type) => {
			const { service, engine, credential } = world;
			const cases = placeNames.map((name) => [name, name] as const);

			const mistakes = await collectMistakes(cases, async (name) => {
				const place = places[name];
				const { parameters, json } = fillIn(service.state, { form, content, place });
				const before = service.requests.length;

				const { error } = await engine.run(
					{ parameters, ...type },
					[{ json }],
					credentialAt(place, credential),
				);

				const requests = service.requests.slice(before);

				expect(findEffect(place, { message: error?.message ?? '', requests })).toBe(
					getExpectedEffect(form, content, name),
				);
			});

			expect(mistakes).toEqual([]);
		},
	);

	test('is refused by n8n itself, before the node runs, if it is the typed value of a required field', async () => {
		const place = places['Required field'];
		const { service, engine, credential } = world;
		const { parameters } = fillIn(service.state, {
			form: 'typed or chosen in the panel',
			content: 'empty text',
			place,
		});

		const before = service.requests.length;

		await expect(engine.run({ parameters }, [{}], credential)).rejects.toThrow(
			'Parameter "Name" is required',
		);
		expect(service.requests).toHaveLength(before);
	});
});
