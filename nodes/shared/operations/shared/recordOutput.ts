import type { RecordReference, Simplifier } from './simplifiers';

/** The form in which the output shows the records of an operation. */
export type RecordOutput =
	/** Simplified, or whole, as the user chooses: they have many fields. */
	| { readonly kind: 'simplified'; readonly simplifier: Simplifier }
	/** Whole, and in a tool simplified, if the user chooses that. */
	| { readonly kind: 'simplifiedInTools'; readonly simplifier: Simplifier }
	/** Not at all: the output says how many there are. @property simplifier names what they are grouped by */
	| { readonly kind: 'counted'; readonly simplifier: Simplifier }
	/** Whole, with the fields by which people refer to them. */
	| { readonly kind: 'withReference'; readonly reference: RecordReference };

/** Declares an operation whose records can be simplified. */
export const simplified = (simplifier: Simplifier): RecordOutput => ({
	kind: 'simplified',
	simplifier,
});

/** Declares an operation whose records only tools can have simplified. */
export const simplifiedInTools = (simplifier: Simplifier): RecordOutput => ({
	kind: 'simplifiedInTools',
	simplifier,
});

/** Declares a list whose records are counted. */
export const counted = (simplifier: Simplifier): RecordOutput => ({
	kind: 'counted',
	simplifier,
});

/** Finds what simplifies the records of an operation, for whoever has the option. */
export const findSimplifier = (output: RecordOutput | undefined): Simplifier | undefined =>
	output === undefined || output.kind === 'withReference' ? undefined : output.simplifier;

/** Finds the fields by which people refer to the records of an operation, which whole ones get. */
export function findReference(output: RecordOutput | undefined): RecordReference | undefined {
	switch (output?.kind) {
		case 'simplified':
			return output.simplifier.reference;
		case 'withReference':
			return output.reference;
		default:
			return undefined;
	}
}
