import type { Operation } from '../../shared/operations/operation';
import { listMappedFields } from '../../shared/operations/shared/mappedFields';
import type { ParameterCache } from '../../shared/parameters/ParameterReader';
import { ColumnMatcher } from './matchColumns';

/** What is the same for many items of a run. It ends with the run: two runs share nothing. */
export class RunCache {
	readonly parameters: ParameterCache = { values: new Map() };
	private columnMatcher: ColumnMatcher | undefined;

	/** Returns the matcher of the run's operation. Building one takes as long as reading ten items. */
	getColumnMatcher(operation: Operation<'upsert'>): ColumnMatcher {
		this.columnMatcher ??= new ColumnMatcher(listMappedFields(operation.body), operation);

		return this.columnMatcher;
	}
}
