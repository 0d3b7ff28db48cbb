const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { src, dest, series, parallel } = require('gulp');

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

/** The codex: what n8n's node panel reads about a node (categories, links). */
const codex = () => src('nodes/**/*.json', { encoding: false }).pipe(dest('dist/nodes'));
codex.displayName = 'codex';

/** npm packs README and LICENSE by itself, but no changelog: it travels in dist. */
const changelog = () => src('CHANGELOG.md').pipe(dest('dist'));
changelog.displayName = 'changelog';

exports.build = series(clean, parallel(compile, icons, codex, changelog));
exports.default = exports.build;
