const { build: bundle } = require('esbuild');
const { deepStrictEqual } = require('node:assert');
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
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

/**
 * What n8n's editor reads besides the code, the files that load the bundled libraries, and the changelog,
 * which npm does not pack by itself.
 */
function copy() {
	const files = [
		'CHANGELOG.md',
		'icons/*.svg',
		'libraries/{csv,emoji,html,markdown,namedColors}.js',
		'nodes/**/*.node.json',
		'nodes/**/__schema__/**/*.json',
	];

	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

/**
 * The modules that n8n needs when it starts, whose exports are data. Computing them takes all declared operations,
 * so the build does it: it saves the exports as JSON, which Node.js loads in place of the module.
 */
const DATA_MODULES = [
	'credentials/limitProperties',
	'nodes/Plane/panel/planeProperties',
	'nodes/PlanePollingTrigger/pollingProperties',
	'nodes/PlaneTrigger/description',
	'nodes/shared/listSearch/listMethods',
];

/** @throws if JSON cannot express the exports of a module */
async function saveData() {
	for (const path of DATA_MODULES) {
		const file = join(__dirname, 'dist', path);
		const data = { ...require(file) };
		const json = JSON.stringify(data);

		deepStrictEqual(JSON.parse(json), data);
		await writeFile(`${file}.json`, json);
		await rm(`${file}.js`);
	}
}

/** Bundles libraries into files that can still be read, with their licenses beside them. */
async function bundleLibraries() {
	const { metafile } = await bundle({
		entryPoints: ['libraries/bundle.js', 'libraries/emojiBundle.js'],
		outdir: 'dist/libraries',
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		metafile: true,
		legalComments: 'none',
		logLevel: 'warning',
	});
	const files = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/'));
	const folders = (await Promise.all(files.map(findPackages))).flat();
	const licenses = await Promise.all([...new Set(folders)].sort().map(readLicense));

	await writeFile('dist/libraries/LICENSES.txt', licenses.join('\n\n'));
}

/** Returns the folders of the package of a file, and of those that its authors have bundled into it. */
async function findPackages(file) {
	const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
	const text = await readFile(file, 'utf8');
	const bundled = [...text.matchAll(/^\/\/#region (node_modules\/(?:@[^/]+\/)?[^/]+)/gm)].map(
		([, path]) => (existsSync(join(folder, path)) ? join(folder, path) : path),
	);

	return [folder, ...bundled];
}

/** Returns the name, version and license of a library. A library without a license fails the build. */
async function readLicense(folder) {
	const { name, version, license } = JSON.parse(
		await readFile(join(folder, 'package.json'), 'utf8'),
	);
	const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
	if (file === undefined) throw new Error(`${folder} has no license`);

	const text = await readFile(join(folder, file), 'utf8');

	return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

// `.ci/run` builds once for all of its suites.
exports.build =
	process.env.DIST_IS_BUILT === 'true'
		? async () => {}
		: series(clean, parallel(compile, copy, bundleLibraries), saveData);
exports.default = exports.build;
