import { expect, test } from '@jest/globals';

import { median } from '../bench/statistics';
import { useEditor } from './desk';
import type { Canvas } from './editor/canvas';
import { Stopwatch } from './editor/stopwatch';
import { names } from './workflows';

const desk = useEditor();

/**
 * What is compared: both nodes have a credential, a project that was chosen from the list, and the
 * name of what they are to create. Nothing of that makes n8n load a list from the service.
 */
const nodes = ['Plane', 'Jira'] as const;

type Node = (typeof nodes)[number];

/** Before these there are some in which the page gets what it loads once. */
const ROUNDS = 10;
const WARM_UP = 2;

/** How much longer than Jira's panel ours may take, as a ratio of medians of the same run. */
const AS_QUICKLY = 1.25;

/** What each node's panel shows for an operation and for none of the others. */
const signs = {
	Create: { Plane: 'parameter-input-name', Jira: 'parameter-input-summary' },
	'Get Many': { Plane: 'parameter-input-returnAll', Jira: 'parameter-input-returnAll' },
	Update: { Plane: 'resource-locator-workItemId', Jira: 'parameter-input-issueKey' },
} as const;

const sign = (operation: keyof typeof signs, node: Node) =>
	`[data-test-id="${signs[operation][node]}"]`;

/** How long each step of a person who looks around in a panel took, in milliseconds. */
interface Visit {
	readonly opening: number;
	/** To Get Many, to Update, and back to Create. */
	readonly switches: readonly number[];
}

async function visit(canvas: Canvas, stopwatch: Stopwatch, node: Node): Promise<Visit> {
	const open = async () => await canvas.openNode(node);
	const { took: opening, result: panel } = await stopwatch.time(open, sign('Create', node));
	const switches: number[] = [];

	for (const operation of ['Get Many', 'Update', 'Create'] as const) {
		const choose = async () => await panel.choose('operation', operation);
		const { took } = await stopwatch.time(choose, sign(operation, node));

		switches.push(took);
	}

	await panel.close();

	return { opening, switches };
}

/** Compares what the visits to both took. */
function compare(visits: Readonly<Record<Node, readonly Visit[]>>, time: (of: Visit) => number) {
	const plane = median(visits.Plane.map(time));
	const jira = median(visits.Jira.map(time));
	const ratio = plane / jira;
	const text = `Plane ${plane.toFixed(0)} ms, Jira ${jira.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`;

	return { ratio, text };
}

test("the panel opens and switches operations as quickly as the one of n8n's Jira node", async () => {
	const canvas = await desk.editor.openWorkflow(names.speed);
	const stopwatch = await Stopwatch.over(desk.page);
	const visits: Record<Node, Visit[]> = { Plane: [], Jira: [] };

	for (let round = 0; round < WARM_UP + ROUNDS; round++) {
		// Each goes first in every other round, so that what else the machine does hits both.
		for (const node of round % 2 === 0 ? nodes : nodes.toReversed()) {
			const one = await visit(canvas, stopwatch, node);
			if (round >= WARM_UP) visits[node].push(one);
		}
	}

	const opening = compare(visits, (one) => one.opening);
	const switching = compare(visits, ({ switches }) => switches.reduce((sum, took) => sum + took));
	const single = [0, 1, 2].map((at) => compare(visits, ({ switches }) => switches[at] ?? NaN).text);

	console.log(
		`Opening: ${opening.text}. Three switches: ${switching.text} (${single.join('; ')}).`,
	);
	expect(opening.ratio).toBeLessThanOrEqual(AS_QUICKLY);
	expect(switching.ratio).toBeLessThanOrEqual(AS_QUICKLY);
});
