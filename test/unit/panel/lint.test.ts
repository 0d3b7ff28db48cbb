import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { panel } from './panel';

/** n8n's lint reads a node's parameters as literals, which ours are not: here they become some. */

const ROOT = resolve(__dirname, '../../..');

/** What n8n's lint says of the panel, and what it is about there. */
const JUSTIFIED: readonly (readonly [rule: string, about: RegExp])[] = [
	// The values stand in an order of their own: that of a life, of urgency, of pairs, or the likeliest first.
	[
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

/** Lints the node with this panel written out in it. */
async function lint(name: string, properties: unknown): Promise<Finding[]> {
	const copy = join(folder, name);
	const file = join(copy, 'nodes/Plane/Plane.node.ts');
	await mkdir(dirname(file), { recursive: true });
	for (const part of ['package.json', 'icons', 'credentials', 'nodes/Plane/Plane.node.json']) {
		await cp(join(ROOT, part), join(copy, part), { recursive: true });
	}
	const node = await readFile(join(ROOT, 'nodes/Plane/Plane.node.ts'), 'utf8');
	const written = node.replace(/properties: properties\([^\n]*\),/, () => {
		return `properties: ${literal(properties)},`;
	});
	if (written === node) throw new Error('The node has no place for its panel');
	await writeFile(file, written);

	const lines = written.split('\n');
	const found = JSON.parse(eslint(copy)) as [{ messages: Omit<Finding, 'about'>[] }];
	return found[0].messages.map(({ ruleId, message, line }) => ({
		ruleId,
		message,
		line,
		about: lines.slice(Math.max(0, line - 4), line + 3).join('\n'),
	}));
}

function eslint(cwd: string): string {
	const command = join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const config = join(__dirname, 'eslint.config.mjs');
	const options = ['--config', config, '--format', 'json', 'nodes/Plane/Plane.node.ts'];
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], {
		...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 26 },
		// n8n's rules look at no file name in a test of their own, which they know by this variable.
		env: { ...process.env, NODE_ENV: 'production' },
	});
	// 1: there are findings, which the output tells.
	if (status !== 0 && status !== 1) throw new Error(stderr);
	return stdout;
}

test("n8n's lint finds what is justified in the panel, as if it were written by hand, and no more", async () => {
	const findings = await lint('whole', panel);
	const isAbout = ({ ruleId, about }: Finding, [rule, part]: (typeof JUSTIFIED)[number]) =>
		ruleId === rule && part.test(about);
	for (const each of JUSTIFIED) {
		expect(findings.filter((finding) => isAbout(finding, each))).not.toEqual([]);
	}
	const others = findings.filter((finding) => !JUSTIFIED.some((each) => isAbout(finding, each)));
	expect(others).toEqual([]);
});

test("n8n's lint sees the panel: it finds what is put wrong there", async () => {
	const wrong = panel.map((parameter) => ({
		...parameter,
		...(parameter.name === 'returnAll' ? { description: 'Return it all' } : {}),
		...(parameter.name === 'limit' ? { default: 7 } : {}),
		...(parameter.name === 'resource' ? { noDataExpression: false } : {}),
	}));
	const rules = new Set((await lint('wrong', wrong)).map(({ ruleId }) => ruleId));
	expect(rules).toContain('n8n-nodes-base/node-param-description-wrong-for-return-all');
	expect(rules).toContain('n8n-nodes-base/node-param-default-wrong-for-limit');
});
