/**
 * A function for each kind of operation or of call, with the same further arguments and result. `Values`
 * is the type of the values by their kind: `OperationsByKind` or `CallsByKind`.
 */
export type KindTable<Values, Result, Args extends unknown[] = []> = {
	readonly [K in keyof Values]: (value: Values[K], ...args: Args) => Result;
};

/** Calls the function that a table has for the kind of a value. */
export const dispatchByKind = <Values, K extends keyof Values, Args extends unknown[], Result>(
	table: KindTable<Values, Result, Args>,
	value: Values[K] & { readonly kind: K },
	...args: Args
): Result => table[value.kind](value, ...args);
