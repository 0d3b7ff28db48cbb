// Mocha in the place of Jest, for mutation tests alone: Jest loads every module anew for each mutant, and
// Mocha loads them once. Unit tests import this as `@jest/globals` (tsconfig.json).

import { expect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

type Test = (name: string, run?: () => unknown, timeout?: number) => void;

type Hook = (run: () => unknown, timeout?: number) => void;

/** What is there while a file is loaded. */
interface Mocha extends Record<'before' | 'after' | 'beforeEach' | 'afterEach', Hook> {
	describe: (name: string, declare: () => void) => void;
	it: (name: string, run?: () => unknown) => { timeout(milliseconds: number): unknown };
}

const mocha = globalThis as unknown as Mocha;

const withTable = <Declare extends Test>(declare: Declare) =>
	Object.assign(declare, { each: bind(declare as never, false) });

const declareTest: Test = (name, run, timeout) => {
	const declared = mocha.it(name, run);
	if (timeout !== undefined) declared.timeout(timeout);
};

const declareGroup: Test = (name, declare) => mocha.describe(name, declare as () => void);

export const test = withTable(declareTest);
export const it = test;
export const describe = withTable(declareGroup);
export const beforeAll: Hook = (run) => mocha.before(run);
export const afterAll: Hook = (run) => mocha.after(run);
export const beforeEach: Hook = (run) => mocha.beforeEach(run);
export const afterEach: Hook = (run) => mocha.afterEach(run);
export { expect };

const mocker = new ModuleMocker(globalThis);

/** As much of it as the tests use. Stryker has a time-out of its own. */
export const jest = {
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
	setTimeout: () => undefined,
};
