import { expect, test } from '@jest/globals';

import { median } from '../bench/statistics';
import { useEditor } from './desk';
import type { Canvas } from './editor/canvas';
import { Stopwatch } from './editor/stopwatch';
import { workflowNames } from './workflows';

const desk = useEditor();

/**
 * The nodes that are compared. Both have a credential, a project that was chosen from the list, and the
 * name of the record to create. None of this makes n8n load a list from the service.
 */
const NODES = ['Plane', 'Jira'] as const;

type Node = (typeof NODES)[number];

/** Measured rounds. The rounds before these warm up the page, which loads some files only once. */
const ROUNDS = 10;
const WARM_UP_ROUNDS = 2;

/** How long our panel may take compared with Jira's, as a ratio of medians of the same run. */
const MAX_RATIO = 1.25;

/** An element that each node's panel shows only for this operation. */
const READY_ELEMENTS = {
	Create: { Plane: 'parameter-input-name', Jira: 'parameter-input-summary' },
	'Get Many': { Plane: 'parameter-input-returnAll', Jira: 'parameter-input-returnAll' },
	Update: { Plane: 'resource-locator-workItemId', Jira: 'parameter-input-issueKey' },
} as const;

const readySelector = (operation: keyof typeof READY_ELEMENTS, node: Node) =>
	`[data-test-id="${READY_ELEMENTS[operation][node]}"]`;

/** How long each step in a panel took, in milliseconds. */
interface Visit {
	readonly opening: number;
	/** To Get Many, to Update, and back to Create. */
	readonly switches: readonly number[];
}

async function visit(canvas: Canvas, stopwatch: Stopwatch, node: Node): Promise<Visit> {
	const open = async () => await canvas.openNode(node);
	const { duration: opening, result: panel } = await stopwatch.time(
		open,
		readySelector('Create', node),
	);
	const switches: number[] = [];

	for (const operation of ['Get Many', 'Update', 'Create'] as const) {
		const choose = async () => await panel.choose('operation', operation);
		const { duration } = await stopwatch.time(choose, readySelector(operation, node));

		switches.push(duration);
	}

	await panel.close();

	return { opening, switches };
}

/** Compares the median times of both nodes. */
function compare(visits: Readonly<Record<Node, readonly Visit[]>>, time: (visit: Visit) => number) {
	const plane = median(visits.Plane.map(time));
	const jira = median(visits.Jira.map(time));
	const ratio = plane / jira;
	const text = `Plane ${plane.toFixed(0)} ms, Jira ${jira.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`;

	return { ratio, text };
}

test("the panel opens and switches operations as quickly as the one of n8n's Jira node", async () => {
	const canvas = await desk.editor.openWorkflow(workflowNames.speed);
	const stopwatch = await Stopwatch.start(desk.page);
	const visits: Record<Node, Visit[]> = { Plane: [], Jira: [] };

	for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
		// They take turns in going first, so that other load on the machine affects both.
		for (const node of round % 2 === 0 ? NODES : NODES.toReversed()) {
			const measured = await visit(canvas, stopwatch, node);
			if (round >= WARM_UP_ROUNDS) visits[node].push(measured);
		}
	}

	const opening = compare(visits, (measured) => measured.opening);
	const switching = compare(visits, ({ switches }) => switches.reduce((sum, took) => sum + took));
	const singleSwitches = [0, 1, 2].map(
		(at) => compare(visits, ({ switches }) => switches[at] ?? NaN).text,
	);

	console.log(
		`Opening: ${opening.text}. Three switches: ${switching.text} (${singleSwitches.join('; ')}).`,
	);
	expect(opening.ratio).toBeLessThanOrEqual(MAX_RATIO);
	expect(switching.ratio).toBeLessThanOrEqual(MAX_RATIO);
});
