import { describe, expect, test } from '@jest/globals';

import { parseOrigin } from '../../../nodes/shared/parameters/parseOrigin';

describe('how a parameter is given', () => {
	test.each<[title: string, raw: unknown, form: string, parts: string[]]>([
		['text', 'bug', 'fixed', []],
		['no text', '', 'fixed', []],
		['nothing', null, 'fixed', []],
		['text before an expression that is none', 'a {{ $json.a }}', 'fixed', []],
		['a number', 5, 'fixed', []],
		['a list of texts', ['a', 'b'], 'fixed', []],
		['braces in text', '{{ $json.a }}', 'fixed', []],
		['an expression field that holds nothing', '=', 'fixed', []],
		['an expression field that holds text', '=bug', 'fixed', []],
		['one expression', '={{ $json.a }}', 'expression', ['{{ $json.a }}']],
		['braces in one expression', '={{ {a: {b: 1} } }}', 'expression', ['{{ {a: {b: 1} } }}']],
		['a list with an expression', ['a', '={{ $json.b }}'], 'expression', []],
		['a blank before it', '= {{ $json.a }}', 'composed', ['{{ $json.a }}']],
		['a line break behind it', '={{ $json.a }}\n', 'composed', ['{{ $json.a }}']],
		['text around it', '=Hello {{ $json.a }}!', 'composed', ['{{ $json.a }}']],
		['several', '={{ $json.a }} {{ $json.b }}', 'composed', ['{{ $json.a }}', '{{ $json.b }}']],
		['two without a blank', '={{ 1 }}{{ 2 }}', 'composed', ['{{ 1 }}', '{{ 2 }}']],
	])('%s', (_, raw, form, parts) => {
		expect(parseOrigin(raw, false)).toEqual({ form, parts, isByModel: false });
	});

	test.each([
		["={{ $fromAI('name') }}", true],
		["={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Name', ``, 'string') }}", true],
		["={{ $fromai('a') }} {{ $fromAi('b') }}", true],
		["={{ $json.a }} {{ $fromAI('b') }}", false],
		['={{ $json.fromAI }}', false],
		['text', false],
	])('%s is filled in by a model, in a tool alone: %s', (raw, expected) => {
		expect(parseOrigin(raw, true).isByModel).toBe(expected);
		expect(parseOrigin(raw, false).isByModel).toBe(false);
	});
});
