import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
import { PlaneWebhookApi } from '../../credentials/PlaneWebhookApi.credentials';
import { Plane } from '../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { pollingProperties } from '../../nodes/PlanePollingTrigger/pollingProperties';
import { PlaneTrigger } from '../../nodes/PlaneTrigger/PlaneTrigger.node';
import { webhookProperties } from '../../nodes/PlaneTrigger/description';
import { operations } from '../../nodes/shared/operations/catalog';
import { buildOperationProperties } from '../../nodes/Plane/panel/buildOperationProperties';
import { titleCase } from '../../nodes/shared/text/letterCase';
import manifest from '../../package.json';
import { DOCS_FOLDER, pictures } from '../browser/pictures';
import { INSTALLATION } from '../n8n/pack';
import {
	buildPages,
	linkingFiles,
	tables,
	updateLinks,
	updateOperationCount,
	updateTable,
} from '../../scripts/docs';
import { collectMistakes } from '../tools/mistakes';
import { listProjectFiles } from '../tools/projectFiles';
import { getPageFile, RESOURCES } from '../../scripts/resourcePages';
import { namedOperations } from './panel/panel';
import { listParameterPaths } from './parameterPaths';

const top = join(__dirname, '../..');
const docs = join(top, 'docs');
const read = (path: string): string => readFileSync(join(top, path), 'utf8');

const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'RELEASING.md',
	'test/README.md',
	...readdirSync(docs, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?:^[ \t]*(?:\/\/|#) .*\n?)+|\s\/\/ .*$/gm;

/** Lists the rows that a source file cites in its comments and, in brackets, in the titles of its tests. */
function listCitedRows(source: string): number[] {
	const texts = [
		...(source.match(COMMENT) ?? []),
		...(source.replaceAll(COMMENT, '').match(/\((?:observed )?rows? [^()\n]*\)/g) ?? []),
	];

	return texts
		.map((text) => text.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' '))
		.flatMap((text) => [...text.matchAll(/\brows? (\d+(?:(?:,| to|,? and) \d+)*)/gi)])
		.flatMap(([, list = '']) => list.split(/,? and |, /))
		.flatMap((part) => {
			const [first = 0, last = first] = part.split(' to ').map(Number);

			return Array.from({ length: last - first + 1 }, (_, index) => first + index);
		});
}

it('the tables of the pages are up to date (`npm run docs` rewrites them)', async () => {
	const cases = tables.map((table) => [table.name, table] as const);

	const mistakes = await collectMistakes(cases, (table) => {
		const text = readFileSync(table.file, 'utf8');

		expect(updateTable(text, table)).toBe(text);
	});

	expect(mistakes).toEqual([]);
});

it('the pages of the resources and the triggers are up to date (`npm run docs` rewrites them)', () => {
	const written = readdirSync(RESOURCES)
		.sort()
		.map((file) => [file, readFileSync(join(RESOURCES, file), 'utf8')]);

	expect(written).toEqual([...buildPages()].sort(([a], [b]) => a.localeCompare(b)));
});

it('all nodes and credentials link to the homepage in package.json (`npm run docs` rewrites it)', () => {
	expect(linkingFiles).toHaveLength(6);

	for (const file of linkingFiles) {
		const text = readFileSync(file, 'utf8');

		expect(text).toContain(manifest.homepage.replace(/#.*$/, ''));
		expect(updateLinks(text)).toBe(text);
	}
});

it.each(linkingFiles.filter((file) => file.endsWith('.json')))(
	'%s is found by what people type, and by no word twice',
	(file) => {
		const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };

		expect(alias).toEqual(
			expect.arrayContaining([
				'task',
				'kanban',
				'backlog',
				'bug',
				'epic',
				'scrum',
				'board',
				'intake',
				'ticket',
				'issue tracker',
				'jira',
				'linear',
				'todo',
				'roadmap',
				'plane.so',
				'makeplane',
				'comment',
			]),
		);
		expect(new Set(alias).size).toBe(alias.length);
	},
);

describe('the README', () => {
	it('counts the operations (`npm run docs` rewrites the number)', () => {
		expect(read('README.md')).toBe(updateOperationCount(read('README.md')));
	});

	it.each(['test/n8n', 'test/n8n/v1'])('names the n8n that is tested in %s', (folder) => {
		const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as {
			dependencies: { n8n: string };
		};

		expect(read('README.md')).toContain(` ${dependencies.n8n}`);
		expect(read('test/README.md')).toContain(`| ${dependencies.n8n} `);
	});
});

it('the README installs an archive, if it does, with the commands that the tests of released n8n run', () => {
	const [, installation = ''] = read('README.md').split('\n## Installation\n');
	const blocks = [...(installation.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)\n```/gs)]
		.map(([, block = '']) => block.split('\n'))
		.filter((commands) => commands.some((command) => command.includes('.tgz')));

	expect([[], [INSTALLATION.docker, INSTALLATION.npm]]).toContainEqual(blocks);
});

it('no page tells readers to install another package than this one', () => {
	const texts = ['README.md', 'RELEASING.md'].map(read).join('\n');
	const commands = texts.match(/npm (install|i) .*|enter\s+`[^`]*`/g) ?? [];

	expect(commands.length).toBeGreaterThan(3);

	for (const command of commands.filter((text) => text.includes('n8n-nodes'))) {
		expect(command).toContain(manifest.name);
	}
});

describe('the pages document', () => {
	const listFieldNames = ({ type, displayName, options = [] }: INodeProperties): string[] =>
		type === 'collection'
			? (options as INodeProperties[]).map((inner) => `${displayName} → ${inner.displayName}`)
			: [displayName];

	const listHeadings = (page: string): string[] =>
		read(page)
			.split('\n')
			.filter((line) => line.startsWith('#'));

	/** Finds the fields of a panel without a row in the tables of these pages. */
	const findMissingFields = (panel: readonly INodeProperties[], ...files: string[]): string[] => {
		const rows = files.flatMap((file) => read(file).split('\n'));
		const documentedFields = rows.map((row) => /^\| \**(.+?)\** +\|/.exec(row)?.[1]);

		return panel
			.filter(({ type }) => type !== 'notice' && type !== 'hidden')
			.flatMap(listFieldNames)
			.filter((field) => !documentedFields.includes(field));
	};

	it('each field of each operation', async () => {
		const mistakes = await collectMistakes(namedOperations, (operation) => {
			const page = `docs/resources/${getPageFile(operation.resource)}`;

			expect(listHeadings(page)).toContain(`## ${operation.name}`);
			const panel = buildOperationProperties(operation);

			expect(findMissingFields(panel, page, 'docs/operations.md')).toEqual([]);
		});

		expect(mistakes).toEqual([]);
	});

	it.each<[string, readonly INodeProperties[], ...pages: string[]]>([
		['the polling trigger', pollingProperties, 'docs/resources/plane-polling-trigger.md'],
		['the webhook trigger', webhookProperties, 'docs/resources/plane-trigger.md'],
		['the API key', new PlaneApi().properties, 'README.md', 'docs/reliability.md'],
	])('each field of %s', (_, panel, ...pages) => {
		expect(findMissingFields(panel, ...pages)).toEqual([]);
	});

	it('the only field of the webhook credential', () => {
		const [{ displayName } = { displayName: '' }, ...others] = new PlaneWebhookApi().properties;

		expect(others).toEqual([]);
		expect(read('docs/triggers.md')).toContain(`**${displayName}**`);
	});
});

describe('the links between the pages', () => {
	/** Lists the targets of the links of a page, without those in code. */
	const listLinks = (page: string): string[] =>
		[...readWithoutCode(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
	const readWithoutCode = (page: string): string =>
		read(page)
			.replaceAll(/^```.*?^```$/gms, '')
			.replaceAll(/`[^`\n]*`/g, '');
	/** Lists the anchors of headings as a repository's web page writes them: `By ID` → `by-id`. */
	const listAnchors = (page: string): string[] =>
		[...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
				.replaceAll(' ', '-'),
		);

	it('lead to existing files and headings', () => {
		const leadsNowhere = (page: string, target: string): boolean => {
			const [path = '', anchor] = target.split('#');
			const file = path === '' ? page : join(dirname(page), path);
			if (!existsSync(resolve(top, file))) return true;

			return anchor !== undefined && !listAnchors(file).includes(anchor);
		};

		const broken = pages.flatMap((page) =>
			listLinks(page)
				.filter((target) => !/^https?:/.test(target) && leadsNowhere(page, target))
				.map((target) => `${page} links to ${target}`),
		);

		expect(broken).toEqual([]);
	});

	it('lead from the README to every page, directly or through other pages', () => {
		const reachedPages = new Set(['README.md']);

		// A Set's loop also visits what is added while it runs.
		for (const page of reachedPages) {
			listLinks(page)
				.map((target) => join(dirname(page), target.split('#')[0] ?? ''))
				.filter((path) => pages.includes(path))
				.forEach((path) => reachedPages.add(path));
		}

		expect(pages.filter((page) => !reachedPages.has(page))).toEqual([]);
	});
});

it('every file of the code that a page names exists', () => {
	const files = listProjectFiles().map((file) => `/${file}/`);
	const name = /`((?:nodes|test)\/[\w./-]+\w|[\w/]+\.test\.ts)`/g;
	const missing = pages
		.filter((page) => page !== 'CHANGELOG.md')
		.flatMap((page) => [...read(page).matchAll(name)].map(([, path = '']) => ({ page, path })))
		.filter(({ path }) => !files.some((file) => file.includes(`/${path}/`)));

	expect(missing).toEqual([]);
});

it('docs/reliability.md lists the creates with If It Already Exists, and what they go by', () => {
	const rows = read('docs/reliability.md').matchAll(/^\| ([^|]+): Create \| ([^|]+) \|$/gm);
	const listed = new Map<string, string>();

	for (const [, records = '', key = ''] of rows) {
		for (const record of records.split(', ')) listed.set(record, key);
	}

	const withOption = operations
		.filter((operation) => operation.kind === 'create')
		.filter(({ naturalKey }) => naturalKey !== undefined);

	expect([...listed.keys()].sort()).toEqual(
		withOption.map(({ resource }) => titleCase(resource)).sort(),
	);

	for (const { resource, naturalKey } of withOption) {
		const key = listed.get(titleCase(resource));
		const hasExternalId = naturalKey?.uniqueFields.includes('external_id') === true;

		expect(`${resource}: ${String(key?.includes('External ID'))}`).toBe(
			`${resource}: ${String(hasExternalId)}`,
		);
	}
});

describe('docs/server-behaviour.md', () => {
	const rows = [...read('docs/server-behaviour.md').matchAll(/^\| (\d+) +\|/gm)].map(([, row]) =>
		Number(row),
	);

	it('has each row once, in order', () => {
		const sorted = [...new Set(rows)].sort((a, b) => a - b);

		expect(rows.length).toBeGreaterThan(50);
		expect(rows).toEqual(sorted);
	});

	it('has every row that the code cites', () => {
		const cited = listProjectFiles('nodes', 'credentials', 'test')
			.filter((file) => /\.(ts|js|mjs|yaml)$/.test(file))
			.map((file) => [file, listCitedRows(read(file))] as const);

		expect(cited.flatMap(([, numbers]) => numbers).length).toBeGreaterThan(50);
		const unknownRows = cited.flatMap(([file, numbers]) =>
			numbers.filter((row) => !rows.includes(row)).map((row) => `${file} cites row ${row}`),
		);

		expect(unknownRows).toEqual([]);
	});

	it('is the only list that the code cites', () => {
		const otherTags = /\b(?:[Cc]ases? [PX]\d|[Ff]indings? \d)|\([PX]\d{1,2}[),;]/;
		const files = listProjectFiles('nodes', 'credentials', 'test')
			.filter((file) => /\.(ts|js|mjs|yaml)$/.test(file))
			.filter((file) => otherTags.test(read(file)));

		expect(files).toEqual([]);
	});

	it.each([
		['/** Harmless (row 11). */', [11]],
		['// Each names the others: rows 9 and 10.', [9, 10]],
		['/**\n\t * Pages of a list (rows\n\t * 4 to 7; row 28).\n\t */', [4, 5, 6, 7, 28]],
		['// Paths (row 2), names\n// and dates (rows 3,\n// 12 and 13).', [2, 3, 12, 13]],
		['# Clears it (row 13).', [13]],
		["test('is sent as the title (row 3)', () => {", [3]],
		["const name = 'row 1';", []],
		['// The first row of 40.', []],
	])('is cited in %j by its rows', (source, expected) => {
		expect(listCitedRows(source)).toEqual(expected);
	});
});

describe('the example workflows', () => {
	const types = [new Plane(), new PlaneTrigger(), new PlanePollingTrigger()];
	const nodes = readdirSync(docs, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const workflow = JSON.parse(readFileSync(join(docs, file), 'utf8')) as { nodes: INode[] };

			return workflow.nodes
				.filter(({ type }) => type.startsWith('n8n-nodes-plane-workspace.'))
				.map((node) => [`${file}, ${node.name}`, node] as const);
		});
	/** Reads the name of a node from its type, which ends in Tool if an agent uses the node. */
	const readNodeName = ({ type }: INode) => type.replace(/^.*\./, '').replace(/Tool$/, '');

	it('have every node of the package', () => {
		const used = nodes.map(([, node]) => readNodeName(node));

		expect(new Set(used)).toEqual(new Set(types.map(({ description }) => description.name)));
	});

	it('have only parameters of the panel', async () => {
		const mistakes = await collectMistakes(nodes, (node) => {
			const type = types.find(({ description }) => description.name === readNodeName(node));
			if (type === undefined) throw new Error(`There is no ${node.type}`);

			const { description } = type;
			// n8n drops the parameters that it does not know, and adds pollTimes to nodes that poll.
			const savedPaths = listParameterPaths(node.parameters).filter(
				(path) => description.polling !== true || !path.startsWith('pollTimes'),
			);
			const kept = NodeHelpers.getNodeParameters(
				description.properties,
				node.parameters,
				true,
				false,
				{ typeVersion: 1 },
				description,
			);
			const keptPaths = listParameterPaths(kept);

			expect(savedPaths.filter((path) => !keptPaths.includes(path))).toEqual([]);
		});

		expect(mistakes).toEqual([]);
	});
});

describe('the pictures of the documentation (`PICTURES=docs npm run test:browser` takes them again)', () => {
	it('are those that the browser tests take, and no others', () => {
		const files = Object.keys(pictures).map((name) => `${name}.png`);

		expect(readdirSync(DOCS_FOLDER).sort()).toEqual(files.sort());
	});
});
