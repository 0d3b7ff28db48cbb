import type { Call, ClientFilterValues } from '../../shared/model/call';

/** All filters by fields of a row, those that servers apply among them. */
export const listFieldFilters = ({
	query: { serverFilters = [], clientFilters = [] },
}: Call<'list'>): readonly ClientFilterValues[] => [
	...serverFilters.map((filter) => ({ ...filter, test: filter.test ?? ('is' as const) })),
	...clientFilters,
];
