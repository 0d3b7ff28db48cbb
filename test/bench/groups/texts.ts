import { FORMATS, writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { DOCUMENT_NODES, listLayouts } from '../../unit/markup/layouts';
import { timesAsMuch } from '../figure';
import { best } from '../statistics';
import type { Group } from './group';

const LENGTH = 50_000;

const ROUNDS = 3;

/** Texts of real layouts, of which each repeats a part that neither begins nor ends where a text does. */
const SOURCES: readonly (readonly [format: string, pieces: readonly string[]])[] = [
	[FORMATS.Markdown, listLayouts('markdown')],
	[FORMATS.HTML, listLayouts('html')],
	[FORMATS['Plain Text'], listLayouts('text')],
	[FORMATS.Jira, listLayouts('jira')],
	[FORMATS.Slack, [...listLayouts('markdown'), ...listLayouts('html')]],
];

function repeat(pieces: readonly string[], length: number): string {
	const text = pieces.join('');

	return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

const createTexts = (length: number): readonly (readonly [format: string, text: string])[] => [
	...SOURCES.flatMap(([format, pieces]) => [
		[format, repeat(pieces, length)] as const,
		...pieces.map((piece) => [format, repeat([piece], length / 10)] as const),
	]),
	[FORMATS['Atlassian Document Format'], createDocument(length)],
];

function createDocument(length: number): string {
	const times = Math.ceil(length / JSON.stringify(DOCUMENT_NODES).length);
	const content = Array.from({ length: times }, () => DOCUMENT_NODES).flat();

	return JSON.stringify({ type: 'doc', version: 1, content });
}

function measure(length: number): number {
	const texts = createTexts(length);
	const start = process.cpuUsage();

	for (const [format, text] of texts) writeFormattedText(text, format);

	const { user, system } = process.cpuUsage(start);

	return (user + system) / 1000;
}

/** Whether the time for a text is proportional to its length, in each format. */
export const texts: Group = {
	figures: ['texts-growth'],
	async run() {
		measure(LENGTH);
		const times = Array.from({ length: ROUNDS }, () => [measure(LENGTH), measure(4 * LENGTH)]);

		return await Promise.resolve([
			timesAsMuch(
				{
					figure: 'texts-growth',
					work: 'texts of 200,000 characters in each format',
					unit: 'CPU ms',
					value: best(times.map(([, longer = NaN]) => longer)),
					beside: 4 * best(times.map(([shorter = NaN]) => shorter)),
					comparedWith: 'four times the cost of 50,000 characters',
				},
				2,
			),
		]);
	},
};
