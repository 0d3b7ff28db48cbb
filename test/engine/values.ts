import type { NodeParameterValueType } from 'n8n-workflow';

/** What an expression finds, or a person leaves in the panel. */
export const finds = ['a value', 'undefined', 'null', 'empty text', 'blanks'] as const;

export type Find = (typeof finds)[number];

interface Form {
	/** As the documentation shows it. */
	readonly example?: string;
	/** The parameter as the workflow holds it; `$json.value` is what is found. */
	readonly raw: (value: unknown) => unknown;
	/** Whether an agent uses the node as a tool. */
	readonly isTool?: true;
}

const by = (expression: string) => ({
	example: expression.replace('\n', '⏎'),
	raw: () => `=${expression}`,
});

/** How a parameter is given. */
export const forms = {
	'typed or chosen in the panel': { raw: (value) => value },
	'one expression alone': by('{{ $json.value }}'),
	'an expression and a line break': by('{{ $json.value }}\n'),
	'several expressions': by('{{ $json.value }} {{ $json.value }}'),
	'filled in by a model, in a tool': { ...by("{{ $fromAI('value') }}"), isTool: true },
	'an entry of a list': by('{{ [$json.good, $json.value] }}'),
	'an entry of a list as text': by('{{ $json.good }}, {{ $json.value }}'),
} as const satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

/** A parameter that stands for all of its kind. */
export interface Place {
	readonly operation: string;
	/** Its name in the panel. */
	readonly parameter: string;
	/** Where it is in the saved node. */
	readonly at: string;
	/** A value that is taken; `ID` stands for the ID of a record that is there. */
	readonly good: NodeParameterValueType;
	readonly isLocator?: true;
	/** What the address of the request has in it where the value was sent. */
	readonly inAddress?: string;
	/** The field of the body that shows what became of it otherwise. */
	readonly wire?: string;
	/** What is sent to clear it, where it can be cleared. */
	readonly cleared?: unknown;
}

const update = (parameter: string, at: string, good: string, more: Partial<Place> = {}): Place => ({
	operation: 'module.update',
	parameter,
	at: `updateFields.${at}`,
	good,
	...more,
});

/** The columns of the table, in their order. */
export const places = {
	'Required field': { operation: 'label.create', parameter: 'Name', at: 'name', good: 'bug' },
	Locator: {
		operation: 'module.update',
		parameter: 'Module',
		at: 'moduleId',
		good: 'ID',
		isLocator: true,
	},
	Filter: {
		operation: 'workItem.getAll',
		parameter: 'State',
		at: 'filters.state',
		good: 'ID',
		isLocator: true,
		inAddress: 'state=',
	},
	Option: {
		operation: 'workItem.getAll',
		parameter: 'Offset',
		at: 'options.offset',
		good: 5,
		inAddress: 'offset=5',
	},
	'Name of a record': update('Name', 'name', 'Launch', { wire: 'name' }),
	Text: update('Description', 'description', 'All of it', { wire: 'description', cleared: '' }),
	Date: update('Target Date', 'targetDate', '2026-12-24', { wire: 'target_date', cleared: null }),
	Choice: update('Status', 'status', 'paused', { wire: 'status', cleared: null }),
	Record: update('Lead', 'lead', 'ID', { wire: 'lead', cleared: null, isLocator: true }),
	List: update('Member Names or IDs', 'members', 'ID', { wire: 'members', cleared: [] }),
	'JSON object': {
		operation: 'customerProperty.update',
		parameter: 'Settings',
		at: 'updateFields.settings',
		good: '{"a": 1}',
		wire: 'settings',
		cleared: {},
	},
	'Field of a new record': {
		operation: 'label.create',
		parameter: 'Description',
		good: 'All of it',
		at: 'additionalFields.description',
		wire: 'description',
		cleared: '',
	},
	'Optional field': {
		operation: 'customer.create',
		parameter: 'Email',
		at: 'email',
		good: 'ada@example.com',
		wire: 'email',
	},
	'Workspace Slug': {
		operation: 'label.create',
		parameter: 'Workspace Slug',
		at: 'workspaceSlug',
		good: 'acme',
		inAddress: '/acme/',
	},
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

export const placeNames = Object.keys(places) as PlaceName[];

/** What becomes of a value. */
export const cells = {
	/** It goes out. */
	S: 'sent',
	/** The field is emptied on the server. */
	C: 'cleared',
	/** As if the parameter had not been filled in. */
	L: 'left alone',
	/** The item fails before anything is sent. */
	R: 'refused',
} as const;

type Letter = keyof typeof cells | '-';

/** A letter for each of the places, in their order; `-` is what cannot be. */
const table: Readonly<Record<FormName, Readonly<Record<Find, string>>>> = {
	//       Required ─╮╭─ Locator, Filter, Option, Name, what an update can clear: Text …, a new record
	'typed or chosen in the panel': {
		'a value': '   SS SSS SSSSSS S SS',
		undefined: '   -- --- ------ - --',
		null: '        RR RRR CCCCCC C LL',
		'empty text': 'RR RRR CCCCCC C LL',
		blanks: '      RR RRR CCCCCC C LL',
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
		// n8n makes undefined of it.
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

/** What becomes of a value; undefined: it cannot be. */
export function cellOf(form: FormName, find: Find, place: PlaceName): string | undefined {
	const letters = Array.from(table[form][find].replaceAll(' ', '')) as Letter[];
	if (letters.length !== placeNames.length) throw new RangeError(`${form}, ${find}`);

	const letter = letters[placeNames.indexOf(place)] ?? '-';

	return letter === '-' ? undefined : cells[letter];
}
