import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { pollingProperties } from '../../../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../../../nodes/PlaneTrigger/description';
import { panel } from './panel';

/** n8n's lint reads a node's parameters as literals, which ours are not: here they become some. */

const ROOT = resolve(__dirname, '../../..');

/** The panel of each node. */
const PANELS = {
	Plane: panel,
	PlanePollingTrigger: pollingProperties,
	PlaneTrigger: webhookProperties,
};

type NodeName = keyof typeof PANELS;

/** What n8n's lint says of the panels, and what it is about there. */
const JUSTIFIED: readonly (readonly [node: NodeName, rule: string, about: RegExp])[] = [
	// The values stand in an order of their own: that of a life, of urgency, of pairs, or the likeliest first.
	[
		'Plane',
		'n8n-nodes-base/node-param-options-type-unsorted-items',
		/name: "(cycleView|group|orderBy|priority|relationType|state|status)",/,
	],
	// MIME types have no capitals.
	[
		'Plane',
		'n8n-nodes-base/node-param-display-name-miscased',
		/name: "Send as application\/octet-stream",/,
	],
];

interface Finding {
	readonly ruleId: string | null;
	readonly message: string;
	readonly line: number;
	/** The lines around the place, to see what it is about. */
	readonly about: string;
}

/** What is put wrong in each panel, by parameter, and what n8n's lint has to say of it. */
const WRONG: Readonly<
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

/** What the lint has found, by the file. */
let findings: ReadonlyMap<string, readonly Finding[]>;

beforeAll(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'plane-panel-')));
	const files: string[] = [];

	for (const name of NAMES) {
		const changes = WRONG[name].parameters;
		const wrong = PANELS[name].map((each) => ({ ...each, ...changes[each.name] }));

		files.push(await writeNode(fileOf('right', name), name, PANELS[name]));
		files.push(await writeNode(fileOf('wrong', name), name, wrong));
	}

	findings = await lint(files);
});

afterAll(async () => {
	await rm(folder, { recursive: true });
});

/** The file of a node, in a package of its own. */
const fileOf = (kind: 'right' | 'wrong', name: NodeName): string =>
	join(folder, kind, name, `nodes/${name}/${name}.node.ts`);

/** A value as a TypeScript literal: names without quotes, as n8n's rules expect them. */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, '\t').replace(/^(\t*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

/** Writes a node with this panel written out in it, in a package of its own. @returns the file */
async function writeNode(file: string, name: NodeName, properties: unknown): Promise<string> {
	const original = `nodes/${name}/${name}.node.ts`;
	const copy = file.slice(0, -original.length);

	await mkdir(dirname(file), { recursive: true });

	for (const part of ['package.json', 'icons', 'credentials', original.replace(/ts$/, 'json')]) {
		await cp(join(ROOT, part), join(copy, part), { recursive: true });
	}

	const node = await readFile(join(ROOT, original), 'utf8');
	const written = node.replace(/(?<=^\t{2}properties: ).*(?=,$)/m, () => literal(properties));
	if (written === node) throw new Error('The node has no place for its panel');

	await writeFile(file, written);

	return file;
}

/** Lints files in one process, because starting one takes longer than what it does. */
async function lint(files: readonly string[]): Promise<ReadonlyMap<string, readonly Finding[]>> {
	const results = JSON.parse(eslint(files)) as readonly {
		readonly filePath: string;
		readonly messages: readonly Omit<Finding, 'about'>[];
	}[];
	const found = new Map<string, readonly Finding[]>();

	for (const { filePath, messages } of results) {
		const lines = (await readFile(filePath, 'utf8')).split('\n');

		found.set(
			filePath,
			messages.map(({ ruleId, message, line }) => ({
				ruleId,
				message,
				line,
				about: lines.slice(Math.max(0, line - 4), line + 3).join('\n'),
			})),
		);
	}

	return found;
}

function eslint(files: readonly string[]): string {
	const command = join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const config = join(__dirname, 'eslint.config.mjs');
	const options = ['--config', config, '--format', 'json', ...files];
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], {
		cwd: folder,
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
		// n8n's rules look at no file name in a test of their own, which they know by this variable.
		env: { ...process.env, NODE_ENV: 'production' },
	});
	// 1: there are findings, which the output tells.
	if (status !== 0 && status !== 1) throw new Error(stderr);

	return stdout;
}

/** What was found in a file, which has been linted. */
function findingsIn(file: string): readonly Finding[] {
	const found = findings.get(file);
	if (found === undefined) throw new Error(`${file} was not linted`);

	return found;
}

test.each(NAMES)(
	"n8n's lint finds what is justified in the panel of %s, as if it were written by hand, and no more",
	(name) => {
		const found = findingsIn(fileOf('right', name));
		const justified = JUSTIFIED.filter(([node]) => node === name);
		const isAbout = ({ ruleId, about }: Finding, [, rule, part]: (typeof JUSTIFIED)[number]) =>
			ruleId === rule && part.test(about);

		for (const each of justified) {
			expect(found.filter((finding) => isAbout(finding, each))).not.toEqual([]);
		}

		const others = found.filter((one) => !justified.some((each) => isAbout(one, each)));

		expect(others).toEqual([]);
	},
);

test.each(NAMES)("n8n's lint sees the panel of %s: it finds what is put wrong there", (name) => {
	const rules = findingsIn(fileOf('wrong', name)).map(({ ruleId }) => ruleId);

	expect(rules).toEqual(
		expect.arrayContaining(WRONG[name].rules.map((rule) => `n8n-nodes-base/${rule}`)),
	);
});
