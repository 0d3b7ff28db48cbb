// What Mocha loads before the tests, so that they run as they do with Jest.

const Mocha = require('mocha');
const { globSync } = require('node:fs');
const { relative, resolve } = require('node:path');

// `Plane.node` is the TypeScript file, not the JSON file beside it, whose ending Node.js knows first.
const { '.json': json, ...others } = require.extensions;
Reflect.deleteProperty(require.extensions, '.json');
Object.assign(require.extensions, { ...others, '.json': json });

const { interfaces, Suite } = Mocha;
const { bdd } = interfaces;

/**
 * The tests of each file are a group of their own: what a file does before and after its tests is nobody
 * else's.
 *
 * @param {import('mocha').Suite} root
 */
interfaces.bdd = (root) => {
	root.on('pre-require', (context, file, mocha) => {
		const group = Suite.create(root, relative(process.cwd(), file));
		// What waits forever fails, which is quicker than to have Stryker end the process.
		group.timeout(10_000);
		bdd(group);
		group.emit('pre-require', context, file, mocha);
	});
};

const { grep } = Mocha.prototype;

/**
 * Stryker names the tests to run as alternatives of one pattern, thousands of them, which takes seconds to
 * match; here they are looked up.
 *
 * @param {RegExp | string} pattern
 */
Mocha.prototype.grep = function (pattern) {
	const source = pattern instanceof RegExp ? pattern.source : '';
	if (!source.startsWith('(^')) return grep.call(this, pattern);
	const titles = source.slice('(^'.length, -'$)'.length).split('$)|(^');
	const plain = titles.map((title) =>
		title.replaceAll(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped)),
	);
	const wanted = new Set(plain);
	const chosen = { test: (/** @type {string} */ title) => wanted.has(title) };
	Object.assign(this.options, { grep: chosen });
	return this;
};

process.env.SEED ??= '1';
// Each mutant runs them again.
process.env.RUNS ??= '0.05';
process.env.PLANE_SOURCES = 'yes';

// Before there is a mutant: what nodes load only when they need it would keep the one of that moment.
for (const file of globSync('nodes/**/*.ts')) require(resolve(file));
