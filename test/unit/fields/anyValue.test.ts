import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';

import type { Field } from '../../../nodes/shared/fields/kinds';
import { tryParseJson, parseJson, toJson } from '../../../nodes/shared/fields/json';
import { writeField } from '../../../nodes/shared/fields/write';
import type { Origin } from '../../../nodes/shared/fields/origin';
import { operations } from '../../../nodes/shared/operations/catalog';
import { allFields } from '../../../nodes/shared/operations/allFields';
import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';

/** The fields of all operations, each once. */
const fields = new Map<string, Field>(
	operations.flatMap(allFields).map((field) => {
		const { wire, kind, required, isClearable } = field;

		return [JSON.stringify([wire, kind.look, kind.emptyValue, required, isClearable]), field];
	}),
);

const moments = fc.date({ noInvalidDate: false });

/** What an expression may give, and what people type. */
const anyValue = fc.oneof(
	fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true }),
	fc.string({ unit: 'binary' }),
	fc.stringMatching(/^\s*[\d:T.Z+-]{1,30}\s*$/),
	fc.constantFrom('true', 'FALSE', '1e400', '-0', '0x10', '2026-02-30', '24:00', 'LNCH-12', '{}'),
	fc.uuid(),
	fc.webUrl(),
	fc.emailAddress(),
	moments,
	moments.map((date) => DateTime.fromJSDate(date)),
	fc.array(fc.oneof(fc.uuid(), fc.string(), fc.constant(null))),
	fc.json(),
	fc.record({ mode: fc.constantFrom('id', 'list', 'name', 'key'), value: fc.anything() }),
	fc.func(fc.anything()),
);

const anyOrigin: fc.Arbitrary<Origin> = fc.record({
	kind: fc.constantFrom('fixed', 'expression', 'composed'),
	expressions: fc.constant([]),
	isAiGenerated: fc.boolean(),
});

const timezone = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/St_Johns');
const effects = fc.record({
	whenEmpty: fc.constantFrom('clear' as const, 'leave' as const),
	whenMissing: fc.constantFrom('refuse' as const, 'leave' as const),
});

describe('whatever a field is given,', () => {
	test.each([...fields.values()].map((field) => [field.wire, field] as const))(
		'%s is JSON, left alone, or refused in two sentences',
		(_, field) => {
			fc.assert(
				fc.property(anyValue, anyOrigin, timezone, effects, (value, origin, zone, effects) => {
					const written = writeField(field, value, {
						timezone: zone,
						origin,
						...effects,
					});
					if (isProblem(written)) {
						expect(written.tag).toBe('invalid');
						expect(written.message).toMatch(/^[^\n]{5,300}[^.]$/);
						expect(written.description).toMatch(/^[A-Z][^\n]+\.$/);
					} else if (written !== undefined) {
						const sent = JSON.parse(JSON.stringify(written)) as unknown;

						// JSON has one zero only.
						expect(Object.is(written, -0) ? 0 : written).toEqual(sent);
						// What was sent can be given again, and means the same.
						const again = writeField(field, sent, {
							timezone: zone,
							origin: { ...origin, kind: 'fixed' },
							whenEmpty: 'clear',
						});

						expect(again).toEqual(sent);
					}
				}),
				{ numRuns: runs(100) },
			);
		},
	);
});

describe('text in JSON', () => {
	test('is what JSON.parse makes of it', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	test('that breaks off is told with a place within it or right behind it', () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, at) => {
				const part = text.slice(0, at % text.length);

				fc.pre(tryParseJson(part) === undefined);
				const written = parseJson(part);
				if (!isProblem(written)) throw new Error('It was accepted');

				const place = /line (\d+), column (\d+)/.exec(written.message);
				const lines = part.split('\n');
				const line = lines[Number(place?.[1]) - 1];

				expect(line).toBeDefined();
				expect(Number(place?.[2])).toBeLessThanOrEqual((line?.length ?? 0) + 1);
			}),
		);
	});

	test('of a value is that value, and none of what JSON has nothing for', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(toJson(value)).toEqual(JSON.parse(JSON.stringify(value)));
				expect(toJson({ value, number: NaN })).toBeUndefined();
			}),
		);
	});
});
