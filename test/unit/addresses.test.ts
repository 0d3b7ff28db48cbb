import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { derived, releaseFindings, withOwnPage } from '../tools/addresses';

const top = join(__dirname, '../..');
const manifest = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as Manifest;

type Manifest = Parameters<typeof derived>[0] & { readonly name: string };

/** As long as nobody has said where the project lives. */
const unset: Manifest = {
	...manifest,
	repository: { url: 'git+https://example.com/plane-node.git' },
	author: { email: 'contributors@example.com' },
};

const set: Manifest = {
	...manifest,
	repository: { url: 'git+https://github.com/somebody/plane-node.git' },
	author: { email: 'somebody@users.noreply.github.com' },
};

describe('the address of the project', () => {
	it('stands in repository.url of package.json, and the rest of package.json follows from it', () => {
		expect(manifest).toMatchObject(derived(manifest));
		expect(derived(set)).toEqual({
			homepage: 'https://github.com/somebody/plane-node#readme',
			bugs: { url: 'https://github.com/somebody/plane-node/issues' },
		});
	});

	it('stands nowhere else in what is published', () => {
		const address = derived(manifest).homepage.replace(/^https:\/\/|#readme$/g, '');
		const files = spawnSync('git', ['ls-files', 'nodes', 'credentials', 'README.md', 'docs'], {
			cwd: top,
			encoding: 'utf8',
		});
		const texts = files.stdout
			.split('\n')
			.filter((file) => /\.(ts|json|md)$/.test(file))
			.map((file) => [file, readFileSync(join(top, file), 'utf8')] as const);

		expect(texts.length).toBeGreaterThan(100);
		expect(texts.filter(([, text]) => text.includes(address)).map(([file]) => file)).toEqual([]);
	});

	it('leads from the editor to the README as soon as it is set, and to the vendor until then', () => {
		const vendor = { url: 'https://developers.plane.so/api-reference/introduction' };
		const codex = { resources: { primaryDocumentation: [vendor] } };

		expect(withOwnPage(codex, unset)).toEqual(codex);
		expect(withOwnPage(codex, set)).toEqual({
			resources: { primaryDocumentation: [{ url: derived(set).homepage }, vendor] },
		});
	});

	it('keeps the release back until somebody has set it', () => {
		expect(releaseFindings(set)).toEqual([]);
		expect(releaseFindings({ ...set, repository: unset.repository })).toEqual([
			expect.stringMatching(/^repository\.url .* nobody's: set it /),
		]);
		expect(releaseFindings({ ...set, author: unset.author })).toEqual([
			expect.stringMatching(/^author\.email .* nobody's: set it /),
		]);
		const { status, stderr } = spawnSync('node', [join(top, 'test/tools/release.mjs')], {
			encoding: 'utf8',
		});
		const findings = releaseFindings(manifest);

		expect(status).toBe(findings.length > 0 ? 1 : 0);
		expect(stderr).toBe(findings.map((finding) => `release: ${finding}\n`).join(''));
	});
});

it('nobody is told to install somebody else’s package', () => {
	// The README says how to install it now, the other one how after the first release.
	const pages = ['README.md', 'docs/verification.md'];
	const texts = pages.map((page) => readFileSync(join(top, page), 'utf8')).join('\n');
	const problemFrom = texts.match(/npm (install|i) .*|enter\s+`[^`]*`/g) ?? [];

	expect(problemFrom.length).toBeGreaterThan(3);

	for (const text of problemFrom.filter((each) => each.includes('n8n-nodes'))) {
		expect(text).toContain(manifest.name);
	}
});
