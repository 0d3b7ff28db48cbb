import { describe, expect, test } from '@jest/globals';

import { parseOrigin } from '../../../nodes/shared/parameters/parseOrigin';

describe('parseOrigin', () => {
	test.each<[title: string, raw: unknown, kind: string, expressions: string[]]>([
		['recognizes a typed text', 'bug', 'fixed', []],
		['recognizes an empty text', '', 'fixed', []],
		['recognizes null', null, 'fixed', []],
		[
			'takes an expression in a field without expression mode for text',
			'a {{ $json.a }}',
			'fixed',
			[],
		],
		['recognizes a number', 5, 'fixed', []],
		['recognizes a list of texts', ['a', 'b'], 'fixed', []],
		['takes braces in a typed text for text', '{{ $json.a }}', 'fixed', []],
		['takes an empty expression field for text', '=', 'fixed', []],
		['takes an expression field without an expression for text', '=bug', 'fixed', []],
		['recognizes one expression', '={{ $json.a }}', 'expression', ['{{ $json.a }}']],
		[
			'recognizes one expression that contains braces',
			'={{ {a: {b: 1} } }}',
			'expression',
			['{{ {a: {b: 1} } }}'],
		],
		['recognizes an expression in a list', ['a', '={{ $json.b }}'], 'expression', []],
		[
			'takes white space before an expression for text',
			'= {{ $json.a }}',
			'composed',
			['{{ $json.a }}'],
		],
		[
			'takes a line break after an expression for text',
			'={{ $json.a }}\n',
			'composed',
			['{{ $json.a }}'],
		],
		[
			'recognizes text around an expression',
			'=Hello {{ $json.a }}!',
			'composed',
			['{{ $json.a }}'],
		],
		[
			'recognizes several expressions',
			'={{ $json.a }} {{ $json.b }}',
			'composed',
			['{{ $json.a }}', '{{ $json.b }}'],
		],
		['recognizes two adjacent expressions', '={{ 1 }}{{ 2 }}', 'composed', ['{{ 1 }}', '{{ 2 }}']],
	])('%s', (_, raw, kind, expressions) => {
		expect(parseOrigin(raw, false)).toEqual({ kind, expressions, isAiGenerated: false });
	});

	test.each([
		["={{ $fromAI('name') }}", true],
		["={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Name', ``, 'string') }}", true],
		["={{ $fromai('a') }} {{ $fromAi('b') }}", true],
		["={{ $json.a }} {{ $fromAI('b') }}", false],
		['={{ $json.fromAI }}', false],
		['text', false],
	])('recognizes whether an AI model fills in %s: %s, and only in a tool', (raw, expected) => {
		expect(parseOrigin(raw, true).isAiGenerated).toBe(expected);
		expect(parseOrigin(raw, false).isAiGenerated).toBe(false);
	});
});
