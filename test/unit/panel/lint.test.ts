import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { pollingPanel } from '../../../nodes/PlanePollingTrigger/pollingPanel';
import { webhookPanel } from '../../../nodes/PlaneTrigger/webhookPanel';
import { panel } from './panel';

/** n8n's lint reads a node's parameters as literals, which ours are not: here they become some. */

const ROOT = resolve(__dirname, '../../..');

/** The panel of each node. */
const PANELS = { Plane: panel, PlanePollingTrigger: pollingPanel, PlaneTrigger: webhookPanel };

type NodeName = keyof typeof PANELS;

/** What n8n's lint says of the panels, and what it is about there. */
const JUSTIFIED: readonly (readonly [node: NodeName, rule: string, about: RegExp])[] = [
	// The values stand in an order of their own: that of a life, of urgency, of pairs, or the likeliest first.
	[
		'Plane',
		'n8n-nodes-base/node-param-options-type-unsorted-items',
		/name: "(cycleView|group|orderBy|priority|relationType|state|status)",/,
	],
];

interface Finding {
	readonly ruleId: string | null;
	readonly message: string;
	readonly line: number;
	/** The lines around the place, to see what it is about. */
	readonly about: string;
}

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plane-panel-'));
});

afterAll(async () => {
	await rm(folder, { recursive: true });
});

/** A value as a TypeScript literal: names without quotes, as n8n's rules expect them. */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, '\t').replace(/^(\t*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

/** Lints a node with this panel written out in it. */
async function lint(name: NodeName, properties: unknown): Promise<Finding[]> {
	const copy = await mkdtemp(join(folder, name));
	const file = `nodes/${name}/${name}.node.ts`;
	await mkdir(join(copy, dirname(file)), { recursive: true });
	for (const part of ['package.json', 'icons', 'credentials', file.replace(/ts$/, 'json')]) {
		await cp(join(ROOT, part), join(copy, part), { recursive: true });
	}
	const node = await readFile(join(ROOT, file), 'utf8');
	const written = node.replace(/(?<=^\t{2}properties: ).*(?=,$)/m, () => literal(properties));
	if (written === node) throw new Error('The node has no place for its panel');
	await writeFile(join(copy, file), written);

	const lines = written.split('\n');
	const found = JSON.parse(eslint(copy, file)) as [{ messages: Omit<Finding, 'about'>[] }];
	return found[0].messages.map(({ ruleId, message, line }) => ({
		ruleId,
		message,
		line,
		about: lines.slice(Math.max(0, line - 4), line + 3).join('\n'),
	}));
}

function eslint(cwd: string, file: string): string {
	const command = join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const config = join(__dirname, 'eslint.config.mjs');
	const options = ['--config', config, '--format', 'json', file];
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], {
		...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 26 },
		// n8n's rules look at no file name in a test of their own, which they know by this variable.
		env: { ...process.env, NODE_ENV: 'production' },
	});
	// 1: there are findings, which the output tells.
	if (status !== 0 && status !== 1) throw new Error(stderr);
	return stdout;
}

test.each(Object.entries(PANELS) as [NodeName, unknown][])(
	"n8n's lint finds what is justified in the panel of %s, as if it were written by hand, and no more",
	async (name, properties) => {
		const findings = await lint(name, properties);
		const justified = JUSTIFIED.filter(([node]) => node === name);
		const isAbout = ({ ruleId, about }: Finding, [, rule, part]: (typeof JUSTIFIED)[number]) =>
			ruleId === rule && part.test(about);
		for (const each of justified) {
			expect(findings.filter((finding) => isAbout(finding, each))).not.toEqual([]);
		}
		const others = findings.filter((one) => !justified.some((each) => isAbout(one, each)));
		expect(others).toEqual([]);
	},
);

test.each<[NodeName, wrong: Readonly<Record<string, Partial<INodeProperties>>>, rules: string[]]>([
	[
		'Plane',
		{ returnAll: { description: 'Return it all' }, limit: { default: 7 } },
		['node-param-description-wrong-for-return-all', 'node-param-default-wrong-for-limit'],
	],
	[
		'PlanePollingTrigger',
		{ events: { displayName: 'events' } },
		['node-param-display-name-miscased'],
	],
	['PlaneTrigger', { events: { default: '' } }, ['node-param-default-wrong-for-multi-options']],
])(
	"n8n's lint sees the panel of %s: it finds what is put wrong there",
	async (name, wrong, rules) => {
		const properties = PANELS[name].map((each) => ({ ...each, ...wrong[each.name] }));
		const found = (await lint(name, properties)).map(({ ruleId }) => ruleId);
		expect(found).toEqual(expect.arrayContaining(rules.map((rule) => `n8n-nodes-base/${rule}`)));
	},
);
