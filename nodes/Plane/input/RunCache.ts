import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../shared/operations/operation';
import { listMappedFields } from '../../shared/operations/shared/mappedFields';
import type { ParameterCache } from '../../shared/parameters/ParameterReader';
import { findDayOrder } from '../../shared/imports/dayOrder';
import { type Recognition, recognize } from '../../shared/imports/recognize';
import { ColumnMatcher } from './matchColumns';

/** What is the same for many items of a run. It ends with the run: two runs share nothing. */
export class RunCache {
	readonly parameters: ParameterCache = { values: new Map() };
	/** Whether an item says that the run changes nothing. */
	checksOnly = false;
	/** Whether an item does not say it clearly: then nothing is carried out. */
	isCheckUnclear = false;
	private columnMatcher: ColumnMatcher | undefined;

	private readonly recognitions = new Map<string | undefined, Recognition | undefined>();

	/**
	 * Finds out how the export of a tool names its columns. It looks at all items of the run: an item may lack the columns
	 * that have no value for it.
	 *
	 * @param tool the tool that the user has chosen; by default, the columns show it
	 */
	recognize(items: readonly INodeExecutionData[], tool?: string): Recognition | undefined {
		if (!this.recognitions.has(tool)) {
			this.recognitions.set(tool, recognizeItems(items, tool));
		}

		return this.recognitions.get(tool);
	}

	/** Returns the matcher of the run's operation. Building one takes as long as reading ten items. */
	getColumnMatcher(operation: Operation<'upsert'>): ColumnMatcher {
		this.columnMatcher ??= new ColumnMatcher(listMappedFields(operation.body), operation);

		return this.columnMatcher;
	}
}

/** All items together show how the export writes days. */
function recognizeItems(
	items: readonly INodeExecutionData[],
	tool: string | undefined,
): Recognition | undefined {
	const recognition = recognize(listColumns(items), tool);
	if (recognition === undefined) return undefined;

	const dayOrder = findDayOrder(
		items.map(({ json }) => json),
		recognition,
	);

	return dayOrder === undefined ? recognition : { ...recognition, dayOrder };
}

/** The columns of all items, in their order. */
function listColumns(items: readonly INodeExecutionData[]): readonly string[] {
	const columns = new Set<string>();

	for (const { json } of items) {
		for (const column of Object.keys(json)) columns.add(column);
	}

	return [...columns];
}
