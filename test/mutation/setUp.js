// What Mocha loads before the tests, so that they run as they do with Jest.

const { interfaces, Suite } = require('mocha');
const { relative } = require('node:path');

// `Plane.node` is the TypeScript file, not the JSON file beside it, whose ending Node.js knows first.
const { '.json': json, ...others } = require.extensions;
Reflect.deleteProperty(require.extensions, '.json');
Object.assign(require.extensions, { ...others, '.json': json });

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
		bdd(group);
		group.emit('pre-require', context, file, mocha);
	});
};

process.env.SEED ??= '1';
// Each mutant runs them again.
process.env.RUNS ??= '0.05';
process.env.PLANE_SOURCES = 'yes';
