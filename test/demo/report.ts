import Table from 'cli-table3';

/** What one operation came to. */
export interface Line {
	/** `resource.operation` */
	readonly operation: string;
	readonly requests: readonly {
		readonly method: string;
		readonly url: string;
		readonly status: number;
	}[];
	/** Output items. */
	readonly items: number;
	readonly milliseconds: number;
	/** What the operation changed on the service or in the store. */
	readonly changed: readonly string[];
	readonly problem?: string | undefined;
}

const succeeded = ({ problem, requests, items }: Line): boolean =>
	problem === undefined && requests.length > 0 && items > 0;

/** Prints one JSON object per operation. Returns whether all succeeded. */
export function printJson(lines: readonly Line[]): boolean {
	for (const line of lines) {
		console.log(
			JSON.stringify({
				operation: line.operation,
				succeeded: succeeded(line),
				requests: line.requests.map(({ method, url, status }) => ({ method, url, status })),
				items: line.items,
				milliseconds: line.milliseconds,
				changed: line.changed,
				...(line.problem === undefined ? {} : { problem: line.problem }),
			}),
		);
	}
	return lines.every(succeeded);
}

/** Prints a table for people. Returns whether all succeeded. */
export function printTable(lines: readonly Line[]): boolean {
	const table = new Table({
		head: ['operation', 'request', 'status', 'items', 'ms', 'what changed'],
		colWidths: [30, 80, 8, 7, 6, 48],
		colAligns: ['left', 'left', 'right', 'right', 'right', 'left'],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const line of lines) {
		table.push([
			line.operation,
			line.requests.map(({ method, url }) => `${method} ${shortened(url)}`).join('\n'),
			line.requests.map(({ status }) => status).join('\n'),
			line.items,
			line.milliseconds,
			line.problem ?? shortened(line.changed.join('\n')),
		]);
	}
	console.log(table.toString());
	const done = lines.filter(succeeded).length;
	console.log(`${done} of ${lines.length} operations succeeded.`);
	return done === lines.length;
}

/** `/api/v1/workspaces/acme/modules/0c7da278-21b6-…/` → `…/modules/0c7da278/` */
const shortened = (text: string): string =>
	text
		.replace(/\/api\/v1\/workspaces\/[^/]+/, '…')
		.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '$1');
