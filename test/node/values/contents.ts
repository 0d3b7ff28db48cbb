import type { NodeParameterValueType } from 'n8n-workflow';

/** The contents that a parameter can have, by expression or in the panel. */
export const contents = ['a value', 'undefined', 'null', 'empty text', 'blanks'] as const;

export type Content = (typeof contents)[number];

interface Form {
	/** Creates the saved parameter. In expressions, `$json.value` is the content. */
	readonly toParameter: (value: unknown) => unknown;
	/** Whether an agent uses the node as a tool. */
	readonly isTool?: true;
}

const byExpression = (expression: string) => ({
	toParameter: () => `=${expression}`,
});

/** The ways to fill in a parameter. */
export const forms = {
	'typed or chosen in the panel': { toParameter: (value) => value },
	'one expression alone': byExpression('{{ $json.value }}'),
	'an expression and a line break': byExpression('{{ $json.value }}\n'),
	'several expressions': byExpression('{{ $json.value }} {{ $json.value }}'),
	'filled in by a model, in a tool': { ...byExpression("{{ $fromAI('value') }}"), isTool: true },
	'an entry of a list': byExpression('{{ [$json.good, $json.value] }}'),
	'an entry of a list as text': byExpression('{{ $json.good }}, {{ $json.value }}'),
} as const satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

/** A parameter that represents all of its kind. */
export interface Place {
	readonly operation: string;
	/** Its name in the panel. */
	readonly parameter: string;
	/** Its path in the saved node. */
	readonly path: string;
	/** A valid value. `ID` is replaced by the ID of an existing record. */
	readonly validValue: NodeParameterValueType;
	readonly isLocator?: true;
	/** Whether the operation reads other records first, so that the workspace must exist. */
	readonly needsLookup?: true;
	/** The part of the URL that shows that the value was sent. */
	readonly urlPart?: string;
	/** The field of the body that shows the effect, if the value is not sent in the URL. */
	readonly wire?: string;
	/** The value that clears the field, if it can be cleared. */
	readonly clearedValue?: unknown;
}

const update = (parameter: string, at: string, good: string, more: Partial<Place> = {}): Place => ({
	operation: 'module.update',
	parameter,
	path: `updateFields.${at}`,
	validValue: good,
	...more,
});

/** The columns of the table, in their order. */
export const places = {
	'Required field': {
		operation: 'label.create',
		parameter: 'Name',
		path: 'name',
		validValue: 'bug',
	},
	Locator: {
		operation: 'module.update',
		parameter: 'Module',
		path: 'moduleId',
		validValue: 'ID',
		isLocator: true,
	},
	Filter: {
		operation: 'workItem.getAll',
		parameter: 'State',
		path: 'filters.state',
		validValue: 'ID',
		isLocator: true,
		urlPart: 'state=',
	},
	Option: {
		operation: 'workItem.getAll',
		parameter: 'Offset',
		path: 'options.offset',
		validValue: 5,
		urlPart: 'offset=5',
	},
	'Name of a record': update('Name', 'name', 'Launch', { wire: 'name' }),
	Text: update('Description', 'description', 'All of it', {
		wire: 'description',
		clearedValue: '',
	}),
	Date: update('Target Date', 'targetDate', '2026-12-24', {
		wire: 'target_date',
		clearedValue: null,
	}),
	Choice: update('Status', 'status', 'paused', { wire: 'status', clearedValue: null }),
	Record: update('Lead', 'lead', 'ID', { wire: 'lead', clearedValue: null, isLocator: true }),
	List: update('Member Names or IDs', 'members', 'ID', { wire: 'members', clearedValue: [] }),
	'JSON object': {
		operation: 'customerProperty.update',
		parameter: 'Validation Rules',
		path: 'updateFields.validationRules',
		validValue: '{"a": 1}',
		wire: 'validation_rules',
		clearedValue: {},
	},
	'Field of a new record': {
		operation: 'label.create',
		parameter: 'Description',
		validValue: 'All of it',
		path: 'additionalFields.description',
		wire: 'description',
		clearedValue: '',
	},
	'Optional field': {
		operation: 'workItemPropertyValue.set',
		parameter: 'External ID',
		path: 'externalId',
		validValue: 'JIRA-12',
		wire: 'external_id',
		needsLookup: true,
	},
	'Workspace Slug': {
		operation: 'label.create',
		parameter: 'Workspace Slug',
		path: 'workspaceSlug',
		validValue: 'acme',
		urlPart: '/acme/',
	},
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

export const placeNames = Object.keys(places) as PlaceName[];

/** The effects that a value can have. */
export const effects = {
	/** The value is sent. */
	S: 'sent',
	/** The field is emptied on the server. */
	C: 'cleared',
	/** Nothing is sent, as if the parameter had not been filled in. */
	L: 'left alone',
	/** The item fails before anything is sent. */
	R: 'refused',
} as const;

type Letter = keyof typeof effects | '-';

/** A letter for each of the places, in their order; `-` for impossible combinations. */
const table: Readonly<Record<FormName, Readonly<Record<Content, string>>>> = {
	//       Required ─╮╭─ Locator, Filter, Option, Name, what an update can clear: Text …, a new record
	'typed or chosen in the panel': {
		'a value': '   SS SSS SSSSSS S SS',
		undefined: '   -- --- ------ - --',
		null: '        RR RRR CCCCCC L LL',
		'empty text': 'RR RRR CCCCCC L LL',
		blanks: '      RR RRR CCCCCC L LL',
	},
	'one expression alone': {
		'a value': '   SS SSS SSSSSS S SS',
		undefined: '   RR RRR RRRRRR L RR',
		null: '        RR RRR CCCCCC C LL',
		'empty text': 'RR RRR CCCCCC C LL',
		blanks: '      RR RRR RRRRRR L RR',
	},
	'an expression and a line break': {
		'a value': '   SS SSS SSSSSS S SS',
		undefined: '   RR RRR RRRRRR L RR',
		null: '        RR RRR RRRRRR L RR',
		'empty text': 'RR RRR RRRRRR L RR',
		blanks: '      RR RRR RRRRRR L RR',
	},
	'several expressions': {
		'a value': '   S- --S S----- S --',
		undefined: '   RR RRR RRRRRR L RR',
		null: '        RR RRR RRRRRR L RR',
		'empty text': 'RR RRR RRRRRR L RR',
		blanks: '      RR RRR RRRRRR L RR',
	},
	'filled in by a model, in a tool': {
		'a value': '   SS SSS SSSSSS S SS',
		undefined: '   RR LLL LLLLLL L LL',
		// n8n converts it to undefined.
		null: '        RR LLL LLLLLL L LL',
		'empty text': 'RR LLL LLLLLL L LL',
		blanks: '      RR LLL LLLLLL L LL',
	},
	'an entry of a list': {
		'a value': '   -- --- ----S- - --',
		undefined: '   -- --- ----R- - --',
		null: '        -- --- ----R- - --',
		'empty text': '-- --- ----R- - --',
		blanks: '      -- --- ----R- - --',
	},
	'an entry of a list as text': {
		'a value': '   -- --- ----S- - --',
		undefined: '   -- --- ----R- - --',
		null: '        -- --- ----R- - --',
		'empty text': '-- --- ----R- - --',
		blanks: '      -- --- ----R- - --',
	},
};

/** Returns the expected effect of a parameter, or undefined if the combination is impossible. */
export function getExpectedEffect(
	form: FormName,
	find: Content,
	place: PlaceName,
): string | undefined {
	const letters = Array.from(table[form][find].replaceAll(' ', '')) as Letter[];
	if (letters.length !== placeNames.length) throw new RangeError(`${form}, ${find}`);

	const letter = letters[placeNames.indexOf(place)] ?? '-';

	return letter === '-' ? undefined : effects[letter];
}
