// `npm run docs`: rewrites the generated parts of the documentation, and the links to it. The table of operations comes from
// their declarations, as do the pages of the resources and the triggers, and the table of faults from the matrix of the
// engine tests. The output schemas come from what the built node returns.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pollingFields } from '../nodes/PlanePollingTrigger/pollingFields';
import { pollingProperties } from '../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../nodes/PlaneTrigger/description';
import { webhookFields } from '../nodes/PlaneTrigger/webhookFields';
import { eventFilters } from '../nodes/shared/events/filters';
import { menu } from '../nodes/shared/operations/catalog';
import type { MenuOperation } from '../nodes/shared/operations/operation';
import { titleCase } from '../nodes/shared/text/letterCase';
import manifest from '../package.json';
import { expectedCells, work, type Cell, type Work } from '../test/engine/faultMatrix';
import {
	groupByResource,
	buildCommonTable,
	getPageFile,
	RESOURCES,
	buildResourcePages,
	buildTriggerPage,
} from './resourcePages';
import { writeSchemas } from './schemas';
import { recordStory } from './recordStory';

const top = join(__dirname, '..');

const filterFields = eventFilters.map(({ field }) => field);

/**
 * Brings the number of operations in the README up to date.
 * @throws Error if the README has no such number
 */
export function updateOperationCount(readme: string): string {
	const sentence = /\bIts \d+ operations\b/;
	if (!sentence.test(readme)) throw new Error('The README does not count the operations');

	return readme.replace(sentence, `Its ${menu.length} operations`);
}

/** The files with links to the documentation of the package, which the editor shows. */
export const linkingFiles: readonly string[] = ['credentials', 'nodes'].flatMap((folder) =>
	readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(credentials\.ts|node\.json)$/.test(file))
		.map((file) => join(top, folder, file)),
);

/**
 * Brings the links of a node or a credential up to date: nodes link to the README, credentials to its
 * section about them.
 */
export function updateLinks(text: string): string {
	const credential = manifest.homepage.replace(/#.*$/, '#credential');

	return text
		.replace(/(documentationUrl = ')[^']*/, `$1${credential}`)
		.replace(/("credentialDocumentation": \[\{ "url": ")[^"]*/, `$1${credential}`)
		.replace(/("primaryDocumentation": \[\{ "url": ")[^"]*/, `$1${manifest.homepage}`);
}

/** A generated table in the documentation. */
interface Table {
	/** The page that contains it. */
	readonly file: string;
	/** The name in the comments before and after it. */
	readonly name: string;
	readonly build: () => string;
}

export const tables: readonly Table[] = [
	{ file: join(top, 'docs/operations.md'), name: 'operations', build: buildOperationsTable },
	{ file: join(top, 'docs/operations.md'), name: 'common', build: buildCommonTable },
	{ file: join(top, 'docs/architecture.md'), name: 'faults', build: buildFaultsTable },
];

/**
 * Brings the table of a page up to date.
 * @throws Error if the comments around the table are missing
 */
export function updateTable(text: string, { file, name, build }: Table): string {
	const start = `<!-- ${name}: made by \`npm run docs\` -->`;
	const end = `<!-- /${name} -->`;
	const [before, rest] = text.split(start);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`${file} lacks ${start} or ${end}`);
	}

	return `${before}${start}\n\n${build()}\n\n${end}${after}`;
}

/** The plans of the operations that only the commercial editions have, e.g. `Pro`. */
function listPlans(group: readonly MenuOperation[]): string {
	const plans = group.map(({ plan }) => plan).filter((plan) => plan !== undefined);
	// Every commercial plan includes what the free one has.
	const names = plans.map((plan) => (plan === 'Free' ? 'any' : plan));

	return [...new Set(names)].join(', ');
}

/** Builds one row for each resource, with a link to its page. † marks the commercial editions. */
function buildOperationsTable(): string {
	return [
		'| Resource | Operations | Plan for † |',
		'| --- | --- | --- |',
		...[...groupByResource()].map(([resource, group]) => {
			const heading = titleCase(resource);
			const link = `[${heading}](resources/${getPageFile(resource)})`;
			const names = group.map(({ name, plan }) => (plan === undefined ? name : `${name} †`));

			return `| ${link} | ${names.join(', ')} | ${listPlans(group)} |`;
		}),
	].join('\n');
}

const headings: Readonly<Record<Work, string>> = {
	list: 'Get Many',
	search: 'Search',
	update: 'Update',
	delete: 'Delete',
	action: 'Archive',
	removal: 'Remove',
	create: 'Create',
	import: 'Create with External ID',
	named: 'Create with a unique name',
	addition: 'Add',
	upload: 'Upload File',
};

const cellTexts: Readonly<Record<Cell, string>> = {
	done: 'done',
	'doubt +': '**unknown**',
	'doubt -': '**unknown**',
	failed: '**failed**',
};

function buildFaultsTable(): string {
	return [
		`| What happens during a run | ${work.map((kind) => headings[kind]).join(' | ')} |`,
		`| --- |${' --- |'.repeat(work.length)}`,
		...Object.entries(expectedCells).map(
			([name, cells]) => `| ${name} | ${work.map((kind) => cellTexts[cells[kind]]).join(' | ')} |`,
		),
	].join('\n');
}

/** Builds the pages of the resources and of both triggers. Returns the texts by file name. */
export function buildPages(): ReadonlyMap<string, string> {
	return new Map([
		...buildResourcePages(),
		[
			'plane-polling-trigger.md',
			buildTriggerPage('Plane Polling Trigger', pollingProperties, [
				...Object.values(pollingFields),
				...filterFields,
			]),
		],
		[
			'plane-trigger.md',
			buildTriggerPage('Plane Trigger', webhookProperties, [
				...Object.values(webhookFields),
				...filterFields,
			]),
		],
	]);
}

async function write(): Promise<void> {
	for (const table of tables) {
		writeFileSync(table.file, updateTable(readFileSync(table.file, 'utf8'), table));
	}

	const readme = join(top, 'README.md');

	writeFileSync(readme, updateOperationCount(readFileSync(readme, 'utf8')));

	for (const file of linkingFiles) {
		writeFileSync(file, updateLinks(readFileSync(file, 'utf8')));
	}

	rmSync(RESOURCES, { recursive: true, force: true });
	mkdirSync(RESOURCES, { recursive: true });
	for (const [file, text] of buildPages()) writeFileSync(join(RESOURCES, file), text);

	writeSchemas(await recordStory());
}

if (process.argv.includes('--write')) void write();
