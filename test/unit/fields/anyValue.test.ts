import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';

import type { Field } from '../../../nodes/shared/fields/kinds';
import { tryParseJson, toJson } from '../../../nodes/shared/values/json';
import { parseJson } from '../../../nodes/shared/fields/object';
import { writeField } from '../../../nodes/shared/fields/write';
import type { Origin } from '../../../nodes/shared/fields/origin';
import { operations } from '../../../nodes/shared/operations/catalog';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { isProblem } from '../../../nodes/shared/result/problem';
import { collectMistakes } from '../../tools/mistakes';
import { runs } from '../random';

/** The fields of all operations, each once. */
const fields = new Map<string, Field>(
	operations.flatMap(listFields).map((field) => {
		const { wire, kind, required, cannotBeCleared } = field;

		return [JSON.stringify([wire, kind.panel, kind.emptyValue, required, cannotBeCleared]), field];
	}),
);

const moments = fc.date({ noInvalidDate: false });

/** Values that expressions may return and users may type. */
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
const emptyValueRules = fc.record({
	whenEmpty: fc.constantFrom('clear' as const, 'leave' as const),
	whenMissing: fc.constantFrom('refuse' as const, 'leave' as const),
});

describe('a field with any value', () => {
	test('is sent as JSON, not sent, or refused with a message and a remedy', async () => {
		const cases = [...fields.values()].map((field) => [field.wire, field] as const);

		const mistakes = await collectMistakes(cases, (field) => {
			fc.assert(
				fc.property(
					anyValue,
					anyOrigin,
					timezone,
					emptyValueRules,
					(value, origin, zone, rules) => {
						const written = writeField(field, value, {
							timezone: zone,
							origin,
							...rules,
						});
						if (isProblem(written)) {
							expect(written.cause).toBe('invalid');
							expect(written.message).toMatch(/^[^\n]{5,300}[^.]$/);
							expect(written.description).toMatch(/^[A-Z][^\n]+\.$/);
						} else if (written !== undefined) {
							const sent = JSON.parse(JSON.stringify(written)) as unknown;
							const sentAgain = writeField(field, sent, {
								timezone: zone,
								origin: { ...origin, kind: 'fixed' },
								whenEmpty: 'clear',
							});

							// JSON has no negative zero.
							expect(Object.is(written, -0) ? 0 : written).toEqual(sent);
							expect(sentAgain).toEqual(sent);
						}
					},
				),
				{ numRuns: runs(100) },
			);
		});

		expect(mistakes).toEqual([]);
	});
});

describe('JSON helpers', () => {
	test('parseJson returns the same as JSON.parse', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	test('parseJson reports a position inside truncated text or right after it', () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, position) => {
				const truncated = text.slice(0, position % text.length);

				fc.pre(tryParseJson(truncated) === undefined);
				const problem = parseJson(truncated);
				if (!isProblem(problem)) throw new Error('The text was accepted');

				const reported = /line (\d+), column (\d+)/.exec(problem.message);
				const lines = truncated.split('\n');
				const line = lines[Number(reported?.[1]) - 1];

				expect(line).toBeDefined();
				expect(Number(reported?.[2])).toBeLessThanOrEqual((line?.length ?? 0) + 1);
			}),
		);
	});

	test('toJson returns JSON values unchanged, and nothing for values that JSON cannot express', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(toJson(value)).toEqual(JSON.parse(JSON.stringify(value)));
				expect(toJson({ value, number: NaN })).toBeUndefined();
			}),
		);
	});
});
