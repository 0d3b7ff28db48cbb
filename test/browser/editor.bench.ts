import { expect, test } from '@jest/globals';

import { median } from '../bench/statistics';
import { useEditor } from './desk';
import type { Canvas } from './editor/canvas';
import { Stopwatch } from './editor/stopwatch';
import { workflowNames } from './workflows';

const desk = useEditor();

/**
 * The nodes that are compared. All have a credential, and what they need to run. None of them makes n8n load a list
 * from the service: that would measure the service.
 */
const NODES = ['Plane', 'Jira'] as const;

type Node = (typeof NODES)[number];

/** Measured rounds. The rounds before these warm up the page, which loads some files only once. */
const ROUNDS = 10;
const WARM_UP_ROUNDS = 2;

/** How n8n's list of nodes calls each node, and the action of it that creates a record. */
const NEW_NODES = {
	Plane: { name: 'Plane', action: 'Create work item' },
	Jira: { name: 'Jira Software', action: 'Create an issue' },
} as const;

/** How long our panel may take compared with Jira's, as ratios of medians of the same run. */
const MAX_OPENING_RATIO = 1.25;
const MAX_ADDING_RATIO = 1.6;
/** Jira's Get Many and Update have half as many fields to draw. */
const MAX_SWITCHING_RATIO = 1.6;

/** An element that each node's panel shows only for this operation. */
const READY_ELEMENTS = {
	Create: { Plane: 'parameter-input-name', Jira: 'parameter-input-summary' },
	'Get Many': { Plane: 'parameter-input-returnAll', Jira: 'parameter-input-returnAll' },
	Get: { Plane: 'resource-locator-workItemId', Jira: 'parameter-input-simplifyOutput' },
	Update: { Plane: 'resource-locator-workItemId', Jira: 'parameter-input-issueKey' },
} as const;

const readySelector = (operation: keyof typeof READY_ELEMENTS, node: Node) =>
	`[data-test-id="${READY_ELEMENTS[operation][node]}"]`;

/** How long each step in the panels of a node took, in milliseconds. */
interface Visit {
	/** The panel of Create. */
	readonly opening: number;
	/** The panel of Update: to Get Many, to Get, and back. */
	readonly switches: readonly number[];
}

async function visit(canvas: Canvas, stopwatch: Stopwatch, node: Node): Promise<Visit> {
	const open = async () => await canvas.openNode(node);
	const { duration: opening, result: opened } = await stopwatch.time(
		open,
		readySelector('Create', node),
	);

	await opened.close();
	const panel = await canvas.openNode(`${node} Update`);
	const switches: number[] = [];

	for (const operation of ['Get Many', 'Get', 'Update'] as const) {
		const choose = async () => await panel.choose('operation', operation);
		const { duration } = await stopwatch.time(choose, readySelector(operation, node));

		switches.push(duration);
	}

	await panel.close();

	return { opening, switches };
}

/** Adds a new node that creates a record, and removes it again. @returns how long its panel took, in milliseconds */
async function add(canvas: Canvas, stopwatch: Stopwatch, node: Node): Promise<number> {
	const { name, action } = NEW_NODES[node];
	const list = await canvas.listActionsAfter('Start', name);
	const { duration, result: panel } = await stopwatch.time(
		async () => await list.add(action),
		readySelector('Create', node),
	);

	await (await panel.close()).removeSelected();

	return duration;
}

/** Carries out each node's step in turn, so that other load on the machine affects both. */
async function measure<Measured>(
	step: (node: Node) => Promise<Measured>,
): Promise<Record<Node, Measured[]>> {
	const measured: Record<Node, Measured[]> = { Plane: [], Jira: [] };

	for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
		for (const node of round % 2 === 0 ? NODES : NODES.toReversed()) {
			const result = await step(node);
			if (round >= WARM_UP_ROUNDS) measured[node].push(result);
		}
	}

	return measured;
}

/** Compares the median times of both nodes. */
function compare<Measured>(
	measured: Readonly<Record<Node, readonly Measured[]>>,
	time: (measured: Measured) => number,
) {
	const plane = median(measured.Plane.map(time));
	const jira = median(measured.Jira.map(time));
	const ratio = plane / jira;
	const text = `Plane ${plane.toFixed(0)} ms, Jira ${jira.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`;

	return { ratio, text };
}

test("the panel opens as quickly as the one of n8n's Jira node, and does not take much longer to switch operations", async () => {
	const canvas = await desk.editor.openWorkflow(workflowNames.speed);
	const stopwatch = await Stopwatch.start(desk.page);
	const visits = await measure(async (node) => await visit(canvas, stopwatch, node));
	const opening = compare(visits, (measured) => measured.opening);
	const switching = compare(visits, ({ switches }) => switches.reduce((sum, took) => sum + took));
	const singleSwitches = [0, 1, 2].map(
		(at) => compare(visits, ({ switches }) => switches[at] ?? NaN).text,
	);

	console.log(
		`Opening: ${opening.text}. Three switches: ${switching.text} (${singleSwitches.join('; ')}).`,
	);
	expect(opening.ratio).toBeLessThanOrEqual(MAX_OPENING_RATIO);
	expect(switching.ratio).toBeLessThanOrEqual(MAX_SWITCHING_RATIO);
});

test('the panel of a new node opens nearly as quickly as the one of Jira, and asks Plane for nothing', async () => {
	const canvas = await desk.editor.openWorkflow(workflowNames.empty);
	const stopwatch = await Stopwatch.start(desk.page);
	const durations = await measure(async (node) => await add(canvas, stopwatch, node));
	const adding = compare(durations, (duration) => duration);

	console.log(`A new node: ${adding.text}.`);
	expect(desk.service.requests).toEqual([]);
	expect(adding.ratio).toBeLessThanOrEqual(MAX_ADDING_RATIO);
});
