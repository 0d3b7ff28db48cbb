const { spawn } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { src, dest, series, parallel } = require('gulp');

const { derived, withOwnPage } = require('./test/tools/addresses');

const clean = () => rm('dist', { recursive: true, force: true });
clean.displayName = 'clean';

/** Types and code in one run of the TypeScript compiler; a type error fails the build. */
const compile = (done) => {
	const tsc = require.resolve('typescript/bin/tsc');
	// Messages go to stderr: stdout belongs to the command that builds (`npm run demo -- --json`).
	spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: ['ignore', 2, 2] }).on(
		'close',
		(code) => {
			const error = new Error('The TypeScript compiler refused the code: see above.');
			done(code === 0 ? undefined : Object.assign(error, { showStack: false }));
		},
	);
};
compile.displayName = 'compile';

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
icons.displayName = 'icons';

const asText = (json) => `${JSON.stringify(json, null, '\t')}\n`;

const readManifest = async () => JSON.parse(await readFile('package.json', 'utf8'));

/** Writes down in package.json what follows from the address of its repository. */
const addresses = async () => {
	const manifest = await readManifest();
	// The order of the fields stays as it is.
	const written = { ...manifest, ...derived(manifest) };
	if (asText(written) !== asText(manifest)) await writeFile('package.json', asText(written));
};
addresses.displayName = 'addresses';

/** The codex: what n8n's node panel reads about a node (categories, links). */
const codex = async () => {
	const manifest = await readManifest();
	const files = await readdir('nodes', { recursive: true });
	for (const file of files.filter((name) => name.endsWith('.node.json'))) {
		const json = JSON.parse(await readFile(join('nodes', file), 'utf8'));
		const target = join('dist/nodes', file);
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, asText(withOwnPage(json, manifest)));
	}
};
codex.displayName = 'codex';

/** What each operation puts out, for n8n's editor. */
const schemas = () =>
	src('nodes/**/__schema__/**/*.json', { base: 'nodes' }).pipe(dest('dist/nodes'));
schemas.displayName = 'schemas';

/** npm packs README and LICENSE by itself, but no changelog: it travels in dist. */
const changelog = () => src('CHANGELOG.md').pipe(dest('dist'));
changelog.displayName = 'changelog';

exports.build = series(clean, addresses, parallel(compile, icons, codex, schemas, changelog));
exports.default = exports.build;
