/** The groups into which Plane sorts the states of a project. */
export const STATE_GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;

export type StateGroup = (typeof STATE_GROUPS)[number];

/** A record of an export, by heading. A heading that is repeated has the list of its cells that are not empty. */
export type Row = Readonly<Record<string, unknown>>;

/** The fields of a work item that exports have, by their wire names. */
export type ImportedField =
	| 'assignees'
	| 'created_at'
	| 'created_by'
	| 'cycle'
	| 'description_html'
	| 'external_id'
	| 'labels'
	| 'modules'
	| 'name'
	| 'priority'
	| 'start_date'
	| 'state'
	| 'target_date';

/** How a text of an export is written, as the panel has it. GitHub's Markdown has codes of emoji. */
export type TextFormat = 'atlassian' | 'github' | 'html' | 'jira' | 'markdown' | 'text';

/** What a record of an export is, if it is no open work of its own. */
export type Exception = 'archived' | 'draft' | 'pull request' | 'template';

/** Reads a cell that is not empty. */
export type CellReader = (cell: unknown, row: Row, months: MonthNames) => unknown;

/** The numbers of months, from 1, by their names in lower case and without a dot, in the language of an export. */
export type MonthNames = ReadonlyMap<string, number>;

/** What comes first in days of numbers alone: `4/25/2026`, `25/4/2026`. */
export type DayOrder = 'day' | 'month';

/** What the export of one tool looks like, and what its words mean. */
export interface Profile {
	/** As its makers write it: `ClickUp`. */
	readonly tool: string;
	/** Sets of headings. A file that has all headings of one of them is an export of the tool. */
	readonly recognizedBy: readonly (readonly string[])[];
	/** The columns of each field, the most reliable one first. The first one that is not empty counts. */
	readonly columns: Readonly<Partial<Record<ImportedField, readonly string[]>>>;
	/**
	 * The columns that nobody would miss, such as further IDs, or columns that only repeat the state of the record.
	 */
	readonly technicalColumns?: readonly string[];
	/** The columns with times that no field takes. All times together show how the export writes days. */
	readonly furtherTimes?: readonly string[];
	/** The English headings by the headings of another language. */
	readonly languages?: readonly ProfileLanguage[];
	/** The words that stand in cells without a value, in lower case. */
	readonly emptyWords?: readonly string[];
	/** The apostrophe that guards a cell from being taken for a formula, at its start. */
	readonly guard?: RegExp;
	/** The format of the description. Its text or its column can show another one. */
	readonly format: TextFormat;
	/** Whether the description has line breaks as the two characters `\n`. */
	readonly escapesLineBreaks?: boolean;
	readonly readers?: Readonly<Partial<Record<ImportedField, CellReader>>>;
	/** Plane's priorities by the words of the tool, in lower case. */
	readonly priorities?: Readonly<Record<string, string>>;
	/** The names that Plane gives to the states of the tool, and their groups, by the words of the tool in lower case. */
	readonly states?: Readonly<Record<string, ToolState>>;
	/**
	 * How other columns than the state show its group, the most reliable ones first. The first rule that returns a group
	 * decides, and the rules after it are not applied.
	 */
	readonly groupRules?: readonly RowRule<StateGroup>[];
	/** Whether the tool knows open and closed only, and the record is open, so that Plane knows more of it. */
	readonly isOnlyOpen?: (row: Row) => boolean;
	/** Whether the tool says no more than that a record that was finished is open again. */
	readonly isReopened?: (row: Row) => boolean;
	/** Whether that group counts more than the state: a section of a board says nothing of a finished record. */
	readonly hasFinalGroup?: boolean;
	/** Whether a record is no open work of its own. */
	readonly exceptionRule?: RowRule<Exception>;
	/** The columns that name the row of the parent, and the columns that have the names of a row itself. */
	readonly parents?: {
		readonly columns: readonly string[];
		readonly names: readonly string[];
		/** The column with the title of the parent, if a record of another kind can have the same name. */
		readonly title?: string;
	};
	/** The columns of titles in a tree, by level: the parent of a record is the last one above it of a higher level. */
	readonly levels?: readonly string[];
	/** The columns with the sprints of a record. */
	readonly sprints?: readonly string[];
	/** The columns with its comments. */
	readonly comments?: readonly string[];
	/** How many comments it has in the tool: an export may have only some of them. */
	readonly commentCount?: RowRule<number>;
	/** Plane's kinds of relations by the columns that name the other record. */
	readonly relations?: Readonly<Record<string, string>>;
	/** The columns with addresses: of the record itself in the tool, of files and of links. */
	readonly links?: readonly string[];
}

/** What columns say of a record. They are used, so that nobody reads that they are left out. */
export interface RowRule<Value> {
	readonly columns: readonly string[];
	/** @param row with these columns only, as far as the file has them */
	readonly read: (row: Row) => Value | undefined;
}

export interface ProfileLanguage {
	/** For the names of months: `es`. */
	readonly locale: string;
	/** English headings by the headings of the language. */
	readonly headings: Readonly<Record<string, string>>;
}

/** A state that the tool itself gives to a new project. */
export interface ToolState {
	readonly group: StateGroup;
	/** What Plane calls it in a new project, if that has such a state. */
	readonly name?: string;
}
