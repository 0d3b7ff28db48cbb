const { default: Runtime } = require('jest-runtime');
const { join } = require('node:path');

const tests = join(__dirname, '../');

/** By the environment in which it runs. @type {WeakMap<object, SharedRuntime>} */
const runtimes = new WeakMap();

/**
 * Whether all test files of a worker can have the same instance of a module.
 *
 * @param {string} address the path or the URL of the module
 */
const isShared = (address) => !address.includes(tests);

/**
 * What loads the modules of a test file. Jest would load each of them again for every test file, which takes
 * most of the time: n8n-core alone has 1,700. Here, the test files of a project that run in the same worker
 * share the modules of libraries and of the package itself. Those in test/ are loaded again.
 *
 * It needs members of Jest's runtime that are private. If a new Jest changes them, the tests run without the
 * options `runtime` and `testEnvironment` of jest.config.js, too, in twice the time.
 */
class SharedRuntime extends Runtime {
	/** @param {ConstructorParameters<typeof Runtime>} options */
	constructor(...options) {
		const [, environment, , , , , testPath] = options;
		const existing = runtimes.get(environment);

		// Jest creates a runtime for each test file. A constructor may return another object.
		if (existing) {
			existing.start(testPath);

			return existing;
		}

		super(...options);
		runtimes.set(environment, this);
	}

	/** Makes it that of the next test file. @param {string} testPath */
	start(testPath) {
		Object.assign(this, { _testPath: testPath });
		Object.assign(this['executor'], { testPath });
		Object.assign(this['testState'], { state: 'loading' });
	}

	/** Called by Jest after each test file. @override */
	teardown() {
		const { moduleRegistry, esModuleRegistry, internalModuleRegistry } = this['registries'];

		for (const modules of [moduleRegistry, esModuleRegistry]) {
			for (const address of modules.keys()) if (!isShared(address)) modules.delete(address);
		}

		internalModuleRegistry.clear();
		this['jestGlobals'].clearJestObjectCache();
		this['testMainModule'].reset();
		this.restoreAllMocks();
	}
}

module.exports = SharedRuntime;
