import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ImportedText, importRow } from '../../../nodes/shared/imports/importRow';
import type { Row, TextFormat } from '../../../nodes/shared/imports/profile';
import { readExportFile } from '../../../nodes/shared/imports/readExportFile';
import { recognize, type Recognition } from '../../../nodes/shared/imports/recognize';
import { isAtlassianDocument } from '../../../nodes/shared/markup/atlassianDocument';
import { isProblem } from '../../../nodes/shared/result/problem';
import { isObject } from '../../../nodes/shared/values/valueChecks';

const FOLDER = join(__dirname, '../../exports');

/** A file in the layout of a real export. */
export interface Sample {
	readonly file: string;
	readonly recognition: Recognition;
	readonly records: readonly Row[];
}

/** The files in the layouts of real exports. */
export const SAMPLES: readonly Sample[] = readdirSync(FOLDER)
	.filter((file) => /\.(?:csv|json)$/.test(file))
	.map(readSample);

/** @throws Error if it is the export of no tool */
function readSample(file: string): Sample {
	const read = readExportFile(readFileSync(join(FOLDER, file)));
	if (isProblem(read)) throw new Error(read.message);

	const { records } = read;
	const recognition = recognize([...new Set(records.flatMap((record) => Object.keys(record)))]);
	if (recognition === undefined) throw new Error(`${file} is the export of no tool`);

	return { file, recognition, records };
}

const texts: readonly ImportedText[] = SAMPLES.flatMap(({ recognition, records }) =>
	records.map((record) => importRow(record, recognition).text),
);

/** What is syntax in some format, and may have letters in it. */
const SYNTAX =
	/<[^<>]*>|&#?\w+;|\{[^{}\n]*\}|\w+:\/\/|mailto:|^\s*(?:h[1-6]\.|bq\.|\d+[.)])\s|\[[ xX]\]|[\p{L}\p{N}]+/gmu;

const isWord = (text: string): boolean => /^[\p{L}\p{N}]+$/u.test(text);

/** Puts a `W` in place of each word. */
const hideWords = (text: string): string =>
	text.replaceAll(SYNTAX, (part) => (isWord(part) ? 'W' : part));

const hideWordsOfNode = (node: object): object =>
	JSON.parse(
		JSON.stringify(node, (key, value: unknown) =>
			key === 'text' && typeof value === 'string' ? hideWords(value) : value,
		),
	) as object;

/** The parts of which texts are made: each whole, its lines, and what stands between words. */
const listPieces = (text: string): readonly string[] => [
	text,
	...text.split(/(?<=\n)/),
	...(text.match(/\s+|[^\sW]+/g) ?? []),
];

/** The pieces of the descriptions in real layouts that are written in a format. Each `W` stands for a word. */
export const listLayouts = (format: TextFormat): readonly string[] => [
	...new Set(
		texts
			.filter(
				(text) => text.format === format || (text.format === 'github' && format === 'markdown'),
			)
			.map(({ cell }) => cell?.value)
			.filter((value) => typeof value === 'string')
			.flatMap((value) => listPieces(hideWords(value)))
			.filter((piece) => piece !== ''),
	),
];

/** The nodes of the documents of Atlassian in real layouts, each whole. */
export const DOCUMENT_NODES: readonly object[] = texts
	.map(({ cell }) => cell?.value)
	.filter(isAtlassianDocument)
	.flatMap((document) => listNodes(document.content));

function listNodes(content: unknown): readonly object[] {
	const nodes = Array.isArray(content) ? content.filter(isObject) : [];

	return nodes.flatMap((node) => [hideWordsOfNode(node), ...listNodes(node.content)]);
}
