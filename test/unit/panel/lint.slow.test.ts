import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { pollingProperties } from '../../../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../../../nodes/PlaneTrigger/description';
import { panel } from './panel';

// n8n's lint reads only literals, and the parameters of these nodes are built by code. So the tests lint
// copies of the nodes that have their parameters as literals.

const ROOT = resolve(__dirname, '../../..');

/** The panel of each node. */
const PANELS = {
	Plane: panel,
	PlanePollingTrigger: pollingProperties,
	PlaneTrigger: webhookProperties,
};

type NodeName = keyof typeof PANELS;

/** The findings of n8n's lint that are accepted, with a pattern for the place of each. */
const ACCEPTED_FINDINGS: readonly (readonly [node: NodeName, rule: string, excerpt: RegExp])[] = [
	// The values have an order of their own: of states, of urgency, of pairs, or the most used first.
	[
		'Plane',
		'n8n-nodes-base/node-param-options-type-unsorted-items',
		/name: "(cycleView|group|operation|orderBy|priority|relationType|resource|state|status)",/,
	],
	// What most people watch comes first, and what has no name of its own comes last.
	[
		'PlanePollingTrigger',
		'n8n-nodes-base/node-param-multi-options-type-unsorted-items',
		/value: "workItemCreated",/,
	],
	[
		'PlaneTrigger',
		'n8n-nodes-base/node-param-multi-options-type-unsorted-items',
		/value: "workItemCreated",/,
	],
	// MIME types have no capitals.
	[
		'Plane',
		'n8n-nodes-base/node-param-display-name-miscased',
		/name: "Send as application\/octet-stream",/,
	],
	// The description says which records are the same.
	['Plane', 'n8n-nodes-base/node-param-description-wrong-for-upsert', /name: "Create or Update",/],
];

interface Finding {
	readonly ruleId: string | null;
	readonly message: string;
	readonly line: number;
	/** The lines around the place. */
	readonly excerpt: string;
}

/** Mistakes that are put into each panel, and the rules of n8n's lint that must find them. */
const MISTAKES: Readonly<
	Record<
		NodeName,
		{
			readonly parameters: Readonly<Record<string, Partial<INodeProperties>>>;
			readonly rules: readonly string[];
		}
	>
> = {
	Plane: {
		parameters: {
			returnAll: { description: 'Return it all' },
			limit: { default: 7 },
		},
		rules: ['node-param-description-wrong-for-return-all', 'node-param-default-wrong-for-limit'],
	},
	PlanePollingTrigger: {
		parameters: { events: { displayName: 'events' } },
		rules: ['node-param-display-name-miscased'],
	},
	PlaneTrigger: {
		parameters: { events: { default: '' } },
		rules: ['node-param-default-wrong-for-multi-options'],
	},
};

const NAMES = Object.keys(PANELS) as NodeName[];

let folder: string;

/** The findings, by file. */
let findings: ReadonlyMap<string, readonly Finding[]>;

beforeAll(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'plane-panel-')));
	const files: string[] = [];

	for (const name of NAMES) {
		const changes = MISTAKES[name].parameters;
		const panelWithMistakes = PANELS[name].map((parameter) => ({
			...parameter,
			...changes[parameter.name],
		}));

		files.push(await copyNode(getCopyPath('actual', name), name, PANELS[name]));
		files.push(await copyNode(getCopyPath('withMistakes', name), name, panelWithMistakes));
	}

	findings = await lint(files);
});

afterAll(async () => {
	await rm(folder, { recursive: true });
});

/** Returns the path of a copied node, in a package of its own. */
const getCopyPath = (kind: 'actual' | 'withMistakes', name: NodeName): string =>
	join(folder, kind, name, `nodes/${name}/${name}.node.ts`);

/** Formats a value as a TypeScript literal, with names without quotes, as n8n's rules expect. */
const formatLiteral = (value: unknown): string =>
	JSON.stringify(value, null, '\t').replace(/^(\t*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

/** Copies a node, with its panel as a literal. @returns the path of the copy */
async function copyNode(file: string, name: NodeName, properties: unknown): Promise<string> {
	const original = `nodes/${name}/${name}.node.ts`;
	const copy = file.slice(0, -original.length);

	await mkdir(dirname(file), { recursive: true });

	for (const part of ['package.json', 'icons', 'credentials', original.replace(/ts$/, 'json')]) {
		await cp(join(ROOT, part), join(copy, part), { recursive: true });
	}

	const node = await readFile(join(ROOT, original), 'utf8');
	const copiedNode = node.replace(/(?<=^\t{2}properties: ).*(?=,$)/m, () =>
		formatLiteral(properties),
	);
	if (copiedNode === node) throw new Error('The node has no line with its properties');

	await writeFile(file, copiedNode);

	return file;
}

/** Lints files in one process, because starting a process takes longer than the lint. */
async function lint(files: readonly string[]): Promise<ReadonlyMap<string, readonly Finding[]>> {
	const results = JSON.parse(runEslint(files)) as readonly {
		readonly filePath: string;
		readonly messages: readonly Omit<Finding, 'excerpt'>[];
	}[];
	const findingsByFile = new Map<string, readonly Finding[]>();

	for (const { filePath, messages } of results) {
		const lines = (await readFile(filePath, 'utf8')).split('\n');

		findingsByFile.set(
			filePath,
			messages.map(({ ruleId, message, line }) => ({
				ruleId,
				message,
				line,
				excerpt: lines.slice(Math.max(0, line - 4), line + 3).join('\n'),
			})),
		);
	}

	return findingsByFile;
}

function runEslint(files: readonly string[]): string {
	const command = join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const config = join(__dirname, 'eslint.config.mjs');
	const options = ['--config', config, '--format', 'json', ...files];
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], {
		cwd: folder,
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
		// With NODE_ENV test, n8n's rules ignore the names of files.
		env: { ...process.env, NODE_ENV: 'production' },
	});
	// Status 1 means that there are findings, which are in the output.
	if (status !== 0 && status !== 1) throw new Error(stderr);

	return stdout;
}

/** Returns the findings in a file. @throws if it was not linted */
function getFindings(file: string): readonly Finding[] {
	const fileFindings = findings.get(file);
	if (fileFindings === undefined) throw new Error(`${file} was not linted`);

	return fileFindings;
}

test.each(NAMES)("n8n's lint finds only accepted places in the panel of %s", (name) => {
	const panelFindings = getFindings(getCopyPath('actual', name));
	const accepted = ACCEPTED_FINDINGS.filter(([node]) => node === name);
	const isAccepted = (
		{ ruleId, excerpt }: Finding,
		[, rule, place]: (typeof ACCEPTED_FINDINGS)[number],
	) => ruleId === rule && place.test(excerpt);

	const unexpected = panelFindings.filter(
		(finding) => !accepted.some((entry) => isAccepted(finding, entry)),
	);

	expect(unexpected).toEqual([]);

	// An entry without a finding is no longer needed.
	for (const entry of accepted) {
		expect(panelFindings.filter((finding) => isAccepted(finding, entry))).not.toEqual([]);
	}
});

test.each(NAMES)("n8n's lint finds mistakes that are put into the panel of %s", (name) => {
	const rules = getFindings(getCopyPath('withMistakes', name)).map(({ ruleId }) => ruleId);

	expect(rules).toEqual(
		expect.arrayContaining(MISTAKES[name].rules.map((rule) => `n8n-nodes-base/${rule}`)),
	);
});
