const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** A type error fails the build. */
function compile() {
	const tsc = require.resolve('typescript/bin/tsc');

	// Messages go to stderr: stdout belongs to the command that builds (`npm run demo -- --json`).
	return spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: ['ignore', 2, 2] });
}

/** What n8n's editor reads besides the code, and the changelog, which npm does not pack by itself. */
function copy() {
	const files = [
		'CHANGELOG.md',
		'icons/*.svg',
		'nodes/**/*.node.json',
		'nodes/**/__schema__/**/*.json',
	];

	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.build = series(clean, parallel(compile, copy));
exports.default = exports.build;
