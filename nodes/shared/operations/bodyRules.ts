/**
 * What the fields of a body have to do with each other, with the record, or with other records. Fields are given by their
 * wire names.
 */
export type BodyRule =
	| Together
	| Excludes
	| AlwaysSent
	| OnlyOneOn
	| OnlyMissing
	| RepeatsPath
	| Renamed
	| ShownAsSent
	| RecordPerValue;

/** A record has both days or neither: servers damage a period if they get only one of its days (rows 31 and 161). */
interface Together {
	readonly kind: 'together';
	readonly fields: readonly [start: string, end: string];
}

/** A record cannot have a value of both. */
interface Excludes {
	readonly kind: 'excludes';
	readonly fields: readonly [field: string, other: string];
}

/** Every update sends the field, as the record has it: servers change it when it is left out (row 162). */
interface AlwaysSent {
	readonly kind: 'alwaysSent';
	readonly field: string;
}

/** Only one record of a list can have the field turned on, but servers do not turn it off elsewhere (row 63). */
interface OnlyOneOn {
	readonly kind: 'onlyOneOn';
	readonly field: string;
}

/** The field has several records to create, and those that the list has already are left out (row 467). */
export interface OnlyMissing {
	readonly kind: 'onlyMissing';
	readonly field: string;
	/** The field of each record by which it is recognized. */
	readonly nameField: string;
	/** The field with the position of each record among the others: a number. */
	readonly positionField: string;
	/** The other fields. If a record exists already, the item may not have other values of them. */
	readonly changeableFields: readonly string[];
	/** The operation that changes these fields, as the panel shows it: `Label → Update`. */
	readonly updateOperation: string;
}

/** A create repeats a placeholder of the path (row 31). */
interface RepeatsPath {
	readonly kind: 'repeatsPath';
	readonly placeholder: string;
}

/** Some servers know the field by another name (row 3). */
interface Renamed {
	readonly kind: 'renamed';
	readonly field: string;
	readonly otherName: string;
}

/** A response may have another name for the value: the output shows the one that was sent (row 33). */
interface ShownAsSent {
	readonly kind: 'shownAsSent';
	readonly field: string;
}

/** A create answers with a record for each value of the field. Of a value without one, the server has ignored it. */
export interface RecordPerValue {
	readonly kind: 'recordPerValue';
	readonly field: string;
	/** Why it has, as the end of a sentence: `they are related in another way already`. */
	readonly says: string;
	readonly remedy: string;
}

/** What has rules: a body. */
interface WithRules {
	readonly rules?: readonly BodyRule[];
}

/** Lists the rules of one kind. */
export const listRules = <K extends BodyRule['kind']>(
	{ rules = [] }: WithRules,
	kind: K,
): readonly Extract<BodyRule, { kind: K }>[] =>
	rules.filter((rule): rule is Extract<BodyRule, { kind: K }> => rule.kind === kind);

/** Whether the body has a rule of a kind for a field. */
export const hasRule = (
	body: WithRules,
	kind: 'alwaysSent' | 'onlyOneOn' | 'shownAsSent',
	wire: string,
): boolean => listRules(body, kind).some(({ field }) => field === wire);

/** Finds the wire name of the day that belongs together with another one. */
export const findOtherDay = (body: WithRules, wire: string): string | undefined =>
	listRules(body, 'together')
		.find(({ fields }) => fields.includes(wire))
		?.fields.find((other) => other !== wire);
