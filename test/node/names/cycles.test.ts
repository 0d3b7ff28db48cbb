import { describe, expect, it } from '@jest/globals';

import { jsonResponse } from '../../unit/responses';
import { advice, causes } from '../../nodeTexts';
import {
	byName,
	createRows,
	PROJECT_ID,
	PROJECT_PATH,
	useNames,
	uuid,
	type NamesServer,
} from './useNames';

const startServer = useNames();

/** Adds a work item to a cycle. */
const addTo = async ({ run }: NamesServer, cycle: string) =>
	await run('cycle.addWorkItems', { cycleId: byName(cycle), workItemIds: uuid(71) });

describe('The current cycle', () => {
	const cyclesPath = `${PROJECT_PATH}/cycles/`;

	/** Adds to the current cycle of a project with this many. */
	async function addToCurrent(currentCount: number) {
		const cycles = createRows(50, 'Week 1', 'current').map((row, index) => ({
			...row,
			isCurrent: index < currentCount,
		}));
		const server = startServer({ [cyclesPath]: cycles });
		const { error } = await addTo(server, 'Current');

		return { error, routes: server.writes().map(({ route }) => route) };
	}

	it('is found by "Current" in any case, although another cycle is called so', async () => {
		const { routes } = await addToCurrent(1);

		expect(routes).toEqual([`POST cycles/${uuid(50)}/cycle-issues/`]);
	});

	it.each([
		[0, `Cycle: none of the cycles of Project ${PROJECT_ID} is current`],
		[2, `Cycle: ${causes.sameName('2 cycles', '"Current"')}`],
	])('is an error if there are %i', async (count, message) => {
		const { error, routes } = await addToCurrent(count);

		expect(routes).toEqual([]);
		expect(error?.message).toContain(message);
	});

	it('is an error with the names and days if there are two', async () => {
		const createCycle = (number: number, name: string, day: string) => ({
			id: uuid(number),
			name,
			start_date: `${day}T00:00:00Z`,
			end_date: `${day}T23:59:00Z`,
			isCurrent: true,
		});
		const cycles = [
			createCycle(50, 'Week 1', '2026-11-23'),
			createCycle(51, 'Sprint', '2026-11-24'),
		];

		const { error } = await addTo(startServer({ [cyclesPath]: cycles }), 'current');

		expect(error?.description).toContain(
			advice.useTheId(
				`${uuid(50)} for Week 1 (2026-11-23 to 2026-11-23) or ${uuid(51)} for Sprint (2026-11-24 to 2026-11-24)`,
			),
		);
	});

	// The response is a bare array (row 31). No server is known to send the last two.
	it.each([
		[
			'the request is refused',
			jsonResponse({ detail: 'No.' }, 403),
			new RegExp(`^${causes.noAccess}`),
		],
		['the response is not a list', jsonResponse('None'), new RegExp(causes.notAList)],
		['the cycle has no ID', jsonResponse([{ name: 'Week 1' }]), /is current/],
	])('is an error if %s', async (_, outcome, message) => {
		const server = startServer({}, { [`GET ${cyclesPath}`]: outcome });

		const { error } = await addTo(server, 'current');

		expect(error?.message).toMatch(message);
		expect(server.writes()).toEqual([]);
	});

	it('is a plain name in a list that has no current record', async () => {
		const server = startServer({
			[`${PROJECT_PATH}/states/`]: createRows(20, 'Todo', 'Current'),
		});

		await server.create({ state: byName('current') });

		expect(server.writes()).toMatchObject([{ body: { state: uuid(21) } }]);
	});
});

describe('A name that no record has', () => {
	const addToModule = async ({ create }: NamesServer, name: string) =>
		await create({ modules: [name] });

	it.each([
		['cycle', addTo, 'Week 0', 'archived-cycles', 'Week 0', 'Cycle: "Week 0" is archived'],
		[
			'module',
			addToModule,
			'beta',
			'archived-modules',
			'Beta',
			'Module Names or IDs: "beta" is archived',
		],
	])('is an error that says if a %s is archived', async (_, add, text, list, name, message) => {
		const archived = startServer({ [`${PROJECT_PATH}/${list}/`]: createRows(90, name) });
		const { error } = await add(archived, text);

		expect(error?.message).toContain(message);
		expect(archived.writes()).toEqual([]);

		const missing = startServer({ [`${PROJECT_PATH}/${list}/`]: createRows(90, 'Another') });
		const { error: errorIfMissing } = await add(missing, text);

		expect(errorIfMissing?.message).toMatch(/there is no/i);
	});
});
