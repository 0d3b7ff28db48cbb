import { listOptions } from '../../fields/field';
import { boolean, count, labeled, dateTime, text } from '../../fields/kinds';
import type { ClientFilter, ContainerFilter, Operation, ServerFilter } from '../operation';

// The parameters of every list, in n8n's own words.

export const returnAll = boolean(
	'return_all',
	'Whether to return all results or only up to a given limit',
);

export const limit = count('limit', { from: 1, default: 50 }, 'Max number of results to return');

export const simplify = boolean(
	'simple',
	'Whether to return a simplified version of the response instead of the raw data',
	{
		displayName: 'Simplify',
		default: true,
	},
);

export const offset = count('offset', { from: 0, default: 0 }, 'Results to skip');

export const createdAfter = dateTime('created_after', 'At or after this');

export const createdBefore = dateTime('created_before', 'Earlier than this');

export const updatedAfter = dateTime('updated_after', 'At or after this');

export const updatedBefore = dateTime('updated_before', 'Earlier than this');

/** Applied by the node, not by the server; almost every record has `created_at`. */
export const createdFilters: readonly ClientFilter[] = [
	{ field: createdAfter, rowPath: 'created_at', test: 'from' },
	{ field: createdBefore, rowPath: 'created_at', test: 'before' },
];

/** The filters that only the node applies: the filters of a list, and the filters by the time of creation. */
export const listClientFilters = ({
	clientFilters = [],
	lacksCreationTime,
}: Pick<Operation<'list'>, 'clientFilters' | 'lacksCreationTime'>): readonly (
	| ClientFilter
	| ContainerFilter
)[] => (lacksCreationTime === true ? clientFilters : [...clientFilters, ...createdFilters]);

/** Whether a filter is by what contains a row, and not by a value of it. */
export const isByContainer = (filter: ClientFilter | ContainerFilter): filter is ContainerFilter =>
	filter.test === 'in' || filter.test === 'inNone';

export const updatedFilters: readonly ClientFilter[] = [
	{ field: updatedAfter, rowPath: 'updated_at', test: 'from' },
	{ field: updatedBefore, rowPath: 'updated_at', test: 'before' },
];

/** The filter of lists that servers search by name, as their parameter `query` (row 450). */
export const nameContains = (placeholder: string): ServerFilter => ({
	...text('query', 'Text in the name', {
		displayName: 'Name Contains',
		placeholder,
	}),
	rowPath: 'name',
	test: 'contains',
});

/** The query parameter for the order of a list. */
export const ORDER_BY = 'order_by';

/** The order of a list: the values of `order_by` with their labels (row 28). */
export const sortBy = (additional: Readonly<Record<string, string>> = {}) =>
	labeled(
		ORDER_BY,
		{
			'Newest First': '-created_at',
			'Oldest First': 'created_at',
			'Last Updated First': '-updated_at',
			'Least Recently Updated First': 'updated_at',
			...additional,
		},
		'Order, on servers that sort',
		{ displayName: 'Sort' },
	);

/** The number of a record, which is unique in its project. */
const UNIQUE_ORDER = 'sequence_id';

/** An `order_by` of a list that is different for every record, on servers that sort (row 28); or undefined if none is. */
export function findUniqueOrder({ options = [] }: Operation<'list'>): string | undefined {
	const order = options.find(({ wire }) => wire === ORDER_BY);

	const isOffered = order && listOptions(order.kind).some(({ value }) => value === UNIQUE_ORDER);

	return isOffered === true ? UNIQUE_ORDER : undefined;
}

/** The option that adds the values of custom properties to the output. */
export const INCLUDE_CUSTOM_PROPERTIES = 'include_custom_properties';

/** Declares that option. @param description says how many further requests it takes */
export const includeCustomProperties = (description: string) =>
	boolean(INCLUDE_CUSTOM_PROPERTIES, description);

/** The option that adds what work items are in to the output. */
export const includeCycleAndModules = boolean(
	'include_cycle_and_modules',
	'Whether to add the cycle and the modules. The node reads every cycle and module for it.',
);

/** The options for what the node itself adds to records. They are not sent. */
export const OWN_OPTIONS: readonly string[] = [
	INCLUDE_CUSTOM_PROPERTIES,
	includeCycleAndModules.wire,
];
