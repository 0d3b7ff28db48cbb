import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/** How often each statement, function and branch of each source file ran. */
type Coverage = NonNullable<SharedEnvironment['global']['__coverage__']>;

/** The environments of this process, by the project of jest.config.js. */
const environments = new Map<string, SharedEnvironment>();

const countCovered = ({ s, f, b }: Coverage[string]): number =>
	[Object.values(s), Object.values(f), ...Object.values(b)].flat().filter((count) => count > 0)
		.length;

/**
 * Node's environment, which all test files share that a worker runs of a project: modules can only be shared
 * within one environment (sharedRuntime.js).
 *
 * It reports the coverage of a source file only if the test file has covered something new in it. Jest copies
 * all that is reported, and merges it into the whole. The percentages are the same. How often a line ran is not.
 */
export default class SharedEnvironment extends TestEnvironment {
	private coverage: Coverage | undefined;
	private readonly reported: Map<string, number> | undefined;

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		const { watch, watchAll } = config.globalConfig;
		const { id } = config.projectConfig;
		const existing = environments.get(id);

		// Jest creates an environment for each test file. A constructor may return another object.
		if (existing !== undefined) return existing;

		super(config, context);
		this.reported = new Map();

		// In watch mode, the sources change while this process runs.
		if (!watch && !watchAll) environments.set(id, this);
	}

	handleTestEvent({ name }: Circus.AsyncEvent | Circus.SyncEvent): void {
		if (name !== 'teardown') return;

		const global: { __coverage__?: Coverage } = this.global;

		this.coverage = global.__coverage__;
		if (this.coverage !== undefined) global.__coverage__ = this.takeNew(this.coverage);
	}

	/** @returns what is to be reported of the coverage */
	private takeNew(coverage: Coverage): Coverage {
		const files = Object.entries(coverage).filter(([path, file]) => {
			const before = this.reported?.get(path);
			const covered = countCovered(file);

			this.reported?.set(path, covered);

			return covered !== before;
		});

		return Object.fromEntries(files);
	}

	/** Called by Jest after each test file, once it has the coverage. */
	override async teardown(): Promise<void> {
		if (this.coverage !== undefined) this.global.__coverage__ = this.coverage;

		// Jest's test framework adds its handlers for each test file.
		await Promise.resolve(Reflect.deleteProperty(this.global, Symbol.for('EVENT_HANDLERS')));
	}
}
