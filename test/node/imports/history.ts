import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';

import type { FaultKind } from './UnreliableNetwork';

/** A row of the spreadsheet. */
export interface Row {
	/** The number of its record. Rows with the same number are about one record. */
	readonly record: number;
	readonly priority: Priority | undefined;
	/** Names of labels. The project has one of them at first. */
	readonly labels: readonly string[];
	readonly cycle: string | undefined;
	readonly modules: readonly string[];
	/** What it has for custom properties, by their names. */
	readonly properties: Properties;
	/** What it has beside its fields, in the export of a tool. */
	readonly further?: FurtherValues;
}

export interface FurtherValues {
	/** Their texts. The same one twice are two comments. */
	readonly comments: readonly string[];
	/** Addresses. */
	readonly links: readonly string[];
	/** Some are with records of which there is no row, or with the record itself. */
	readonly relations: readonly Relation[];
	/** The number of another record, if it has a parent. */
	readonly parent: number | undefined;
	readonly isArchived: boolean;
}

interface Relation {
	readonly type: 'blocking' | 'blocked_by' | 'relates_to';
	/** The number of the other record. */
	readonly record: number;
}

export type Priority = 'low' | 'high' | 'urgent';

export type Properties = Readonly<Record<string, JsonValue>>;

/**
 * How rows are imported: with Work Item → Create and a choice of If It Already Exists, or with Work Item → Create or
 * Update, by the one or the other field; or so, and as the export of a tool with everything that belongs to its records.
 */
export type Method =
	| keyof typeof CHOICES
	| 'upsertByExternalId'
	| 'upsertByTitle'
	| 'exportOfJira'
	| 'exportOfPlane';

/** The choices of If It Already Exists. */
export const CHOICES = {
	fail: 'fail',
	use: 'useExisting',
	update: 'updateExisting',
} as const;

/**
 * A Community Edition, and a commercial edition without and with API v2, which may create a second record with an external
 * ID (row 514).
 */
export type ServerName = 'community' | 'commercial' | 'apiV2' | 'apiV2WithTwins';

/** How one import ends. */
export type End =
	/** All items are carried out. */
	| 'complete'
	/** It ends with the first item that fails. */
	| 'atFailure'
	/** Somebody cancels it. */
	| 'canceled'
	/** Its process ends: nothing that it still sends arrives. */
	| 'killed';

/** What other people do, to the record of a row if it exists. */
export type ForeignStep =
	| { readonly kind: 'create'; readonly row: number }
	| { readonly kind: 'prioritize'; readonly row: number }
	| { readonly kind: 'move'; readonly row: number; readonly cycle: string }
	| { readonly kind: 'label'; readonly row: number }
	| { readonly kind: 'delete'; readonly row: number }
	| { readonly kind: 'deleteComment'; readonly row: number }
	| { readonly kind: 'editComment'; readonly row: number }
	| { readonly kind: 'deleteLink'; readonly row: number }
	| { readonly kind: 'createLabel'; readonly label: string };

/** One import of all rows, with what happens during it. */
export interface ImportPlan {
	readonly end: End;
	/** The number of the request at which somebody cancels or kills it. */
	readonly endsAt: number;
	/** What other people do before a request arrives, or after the import if it has fewer. */
	readonly foreignSteps: readonly { readonly before: number; readonly step: ForeignStep }[];
}

/** Several imports of the same rows, and what happens during and between them. */
export interface History {
	readonly seed: number;
	readonly method: Method;
	readonly server: ServerName;
	readonly rows: readonly Row[];
	/** The imports before the last one, which has no faults. */
	readonly imports: readonly ImportPlan[];
	/** The probability of a fault of each request. */
	readonly faultChance: number;
	readonly faultKinds: readonly FaultKind[];
	/** How often the node repeats a request. */
	readonly retries: number;
	/** Milliseconds by which single work items lag behind (row 166). */
	readonly lag: number;
	/** Milliseconds until a worker changes `updated_at` of a new work item (row 80). */
	readonly workerDelay: number;
	/** Whether refusals of a second record have no ID, as those of projects (row 23). None does if reads lag behind. */
	readonly hidesIdsOfDuplicates: boolean;
}

export const LABELS = ['bug', 'Sails', 'Oars', 'Below deck'] as const;
export const CYCLES = ['Week 6', 'Week 7'] as const;
const LINKS = ['https://acme.example/plan.png', 'https://acme.example/wheel.pdf'];

/** Whether rows are those of an export, with everything that belongs to its records. */
export const isExport = (method: Method): boolean =>
	method === 'exportOfJira' || method === 'exportOfPlane';

export const MODULES = ['Preparation', 'Opening week'] as const;

/** The custom properties of the test service, of one kind each. */
const anyProperties: fc.Arbitrary<Properties> = fc.record(
	{
		Severity: fc.constantFrom('high', 'Low'),
		Version: fc.constantFrom('1.4', 'two'),
		'Reported On': fc.constantFrom('2026-03-31', '2026-04-01'),
		Effort: fc.constantFrom<JsonValue>(2.5, '3'),
		Regression: fc.constantFrom('yes', 'no'),
	},
	{ requiredKeys: [] },
);

const noProperties = fc.constant<Properties>({});

const anyRow = (properties: fc.Arbitrary<Properties>): fc.Arbitrary<Row> =>
	fc.record({
		record: fc.nat(5),
		priority: fc.constantFrom<(Priority | undefined)[]>(undefined, 'low', 'high'),
		labels: fc.uniqueArray(fc.constantFrom<string[]>(...LABELS), { maxLength: 2 }),
		cycle: fc.constantFrom<(string | undefined)[]>(undefined, ...CYCLES),
		modules: fc.uniqueArray(fc.constantFrom<string[]>(...MODULES), { maxLength: 2 }),
		properties,
	});

const anyFurther = (method: Method): fc.Arbitrary<FurtherValues> =>
	fc.record({
		comments: fc.array(fc.constantFrom('First note', 'Second note'), { maxLength: 3 }),
		links: fc.uniqueArray(fc.constantFrom(...LINKS), { maxLength: 2 }),
		relations:
			method === 'exportOfJira'
				? fc.array(
						fc.record({
							type: fc.constantFrom('blocking', 'blocked_by', 'relates_to'),
							record: fc.nat(5),
						}),
						{ maxLength: 2 },
					)
				: fc.constant([]),
		parent: fc.option(fc.nat(5), { nil: undefined }),
		isArchived: method === 'exportOfPlane' ? fc.boolean() : fc.constant(false),
	});

/** Rows of a tool, each about its own record. A parent comes before its children, so that there is no circle. */
const anyRowsOfTool = ({ method, server }: Route): fc.Arbitrary<readonly Row[]> =>
	fc
		.array(fc.record({ row: anyRow(noProperties), further: anyFurther(method) }), COUNTS[server])
		.map((rows) =>
			rows.map(({ row, further }, index) => ({
				...row,
				record: index,
				// Jira has no modules.
				modules: method === 'exportOfJira' ? [] : row.modules,
				further: {
					...further,
					parent:
						further.parent !== undefined && further.parent < index ? further.parent : undefined,
				},
			})),
		);

/** Rows of which some are about the same record, or each about its own. By External ID, Create or Update refuses the former. */
const anyRows = (
	{ method, server }: Route,
	properties: fc.Arbitrary<Properties>,
): fc.Arbitrary<readonly Row[]> => {
	const shared = fc.array(anyRow(properties), COUNTS[server]);
	const single = shared.map((rows) => rows.map((row, index) => ({ ...row, record: index })));

	return method === 'upsertByExternalId' ? single : fc.oneof(shared, single);
};

/** From ten rows on, API v2 is used where there is one. */
const COUNTS: Readonly<
	Record<ServerName, { readonly minLength: number; readonly maxLength: number }>
> = {
	community: { minLength: 1, maxLength: 5 },
	commercial: { minLength: 1, maxLength: 5 },
	apiV2: { minLength: 9, maxLength: 11 },
	apiV2WithTwins: { minLength: 9, maxLength: 11 },
};

const anyStep = (method: Method, server: ServerName, count: number): fc.Arbitrary<ForeignStep> => {
	const row = fc.nat(count - 1);
	const changes: fc.Arbitrary<ForeignStep>[] = [
		fc.record({ kind: fc.constant('prioritize'), row }),
		fc.record({ kind: fc.constant('move'), row, cycle: fc.constantFrom<string[]>(...CYCLES) }),
		fc.record({ kind: fc.constant('label'), row }),
		fc.record({ kind: fc.constant('delete'), row }),
		...(isExport(method)
			? [
					fc.record({
						kind: fc.constantFrom('deleteComment', 'editComment', 'deleteLink'),
						row,
					}),
				]
			: []),
		fc.record({
			kind: fc.constant('createLabel'),
			label: fc.constantFrom<string[]>(...LABELS.slice(1)),
		}),
	];
	// Nothing tells twins of different people apart, and each server may have two records with one title.
	const canTell = method !== 'upsertByTitle' && server !== 'apiV2WithTwins';

	return fc.oneof(
		...changes,
		...(canTell ? [fc.record({ kind: fc.constant('create'), row })] : []),
	);
};

const anyImport = (step: fc.Arbitrary<ForeignStep>): fc.Arbitrary<ImportPlan> =>
	fc.record({
		end: fc.constantFrom<End[]>('complete', 'atFailure', 'canceled', 'killed', 'killed'),
		endsAt: fc.nat(30),
		foreignSteps: fc.array(fc.record({ before: fc.nat(40), step }), { maxLength: 3 }),
	});

/** How rows are imported, and into what. */
export interface Route {
	readonly method: Method;
	readonly server: ServerName;
	/** Whether the rows have custom properties. Default: they have none. */
	readonly hasProperties?: true;
}

/** Histories of imports by any of these routes. */
export const anyHistory = (routes: readonly Route[]): fc.Arbitrary<History> =>
	fc
		.constantFrom(...routes)
		.chain((route) =>
			(isExport(route.method)
				? anyRowsOfTool(route)
				: anyRows(route, route.hasProperties === true ? anyProperties : noProperties)
			).chain((rows) => anyHistoryOf(route.method, route.server, rows)),
		);

const anyHistoryOf = (
	method: Method,
	server: ServerName,
	rows: readonly Row[],
): fc.Arbitrary<History> =>
	fc
		.record({
			seed: fc.noBias(fc.nat()),
			method: fc.constant(method),
			server: fc.constant(server),
			rows: fc.constant(rows),
			imports: fc.array(anyImport(anyStep(method, server, rows.length)), { maxLength: 2 }),
			faultChance: fc.constantFrom(0, 0.05, 0.2),
			faultKinds: fc.uniqueArray(
				fc.constantFrom<FaultKind[]>(
					'lostRequest',
					'lostResponse',
					'busy',
					'failure',
					'failureAfterwards',
					'unavailable',
					'late',
					'lostRow',
				),
				{ minLength: 1, maxLength: 4 },
			),
			retries: fc.constantFrom(0, 1, 4),
			lag: fc.constantFrom(0, 50, 500, 2000),
			workerDelay: fc.constantFrom(100, 1500, 60_000),
			hidesIdsOfDuplicates: fc.boolean(),
		})
		.map((history) => ({
			...history,
			hidesIdsOfDuplicates: history.hidesIdsOfDuplicates && history.lag === 0,
		}));
