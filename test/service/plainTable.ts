import { operations, type ContractField, type ContractOperation } from '../contract/contract';
import type { Call } from './answer';
import {
	boolean,
	choice,
	date,
	listOf,
	longText,
	name,
	nullable,
	number,
	object,
	optionalText,
	rawHtml,
	text,
	type Fields,
	type SingleField,
} from './fields';
import type { Host } from './serve';
import type { Row } from './state';
import type { Creatable, Table } from './table';

/** What a table has that the contract does not say. */
export interface PlainTableOptions<Entry extends Row> extends Partial<
	Omit<Table<Entry>, 'allRows' | 'path'>
> {
	/** The name of the kind in error texts. */
	name: string;
	allRows: () => Entry[];
	/** Fields that are not values of the row: what reads them is code. */
	inputs?: readonly string[];
	/** Values of a new row in place of the empty ones, such as references to other records. */
	blank?: (call: Call) => Partial<Entry>;
	/** How the server reads fields of which the contract says less. Others are added. */
	fields?: Fields;
}

/** The order of a record that nobody has moved. */
const FIRST_PLACE = 65_535;

/** Texts that are empty in a new record. Others are null. */
const READ_TEXTS = ['name', 'title', 'display_name', 'description', 'color', 'value'];

const isNullable = ({ schema }: ContractField): boolean => [schema.type].flat().includes('null');

/** Returns the choices of a field, without null. */
const listChoices = ({ schema }: ContractField): (string | number)[] =>
	(schema.enum ?? []).filter((value) => typeof value === 'string' || typeof value === 'number');

/** The value that a field has in a new record if the request does not say it. */
function findEmptyValue(field: ContractField): unknown {
	const { name: fieldName, types, required } = field;
	const [choiceBefore] = listChoices(field);
	if (fieldName === 'sort_order') return FIRST_PLACE;
	if (isNullable(field)) return null;
	if (choiceBefore !== undefined) return choiceBefore;
	if (types.includes('boolean')) return false;
	if (types.includes('array')) return [];
	if (types.includes('object')) return {};
	if (!types.includes('string')) return 0;
	if (fieldName.endsWith('_html')) return '<p></p>';

	return required || READ_TEXTS.includes(fieldName) ? '' : null;
}

/** How the server reads a text of the contract. */
function findTextKind({ name: fieldName, schema, required }: ContractField): SingleField<unknown> {
	if (fieldName.endsWith('_html')) return rawHtml;
	if (fieldName === 'description') return longText;
	if (fieldName.endsWith('_date')) return date;
	if (schema.maxLength !== undefined) return text({ longest: schema.maxLength });

	return required ? name : optionalText;
}

function findSingleKind(field: ContractField): SingleField<unknown> {
	const choices = listChoices(field);
	if (choices.length > 0) return choice(choices);
	if (field.types.includes('boolean')) return boolean;
	if (field.types.includes('object')) return object;

	return field.types.includes('string') ? findTextKind(field) : number;
}

/** How the server reads a field of the contract. */
function findKind(field: ContractField): Fields[string] {
	const { types, schema } = field;

	if (types.includes('array')) {
		return listOf<unknown>(schema.items?.type === 'object' ? object : text({ blank: true }));
	}

	const single = findSingleKind(field);

	return findEmptyValue(field) === null || isNullable(field) ? nullable(single) : single;
}

const isIn = (row: Row, project: unknown): boolean => Reflect.get(row, 'project') === project;

/**
 * Defines the table of a kind of record that does what the contract says: its path, its fields with their types, what
 * is required, and the values of a new row are those of the operations of the resource.
 *
 * @param resource as in the IDs of the contract's operations, such as `teamspace`
 * @throws Error if the contract has no operation that creates it
 */
export function definePlainTable<Entry extends Row>(
	{ rowFactory, state }: Pick<Host, 'rowFactory' | 'state'>,
	resource: string,
	options: PlainTableOptions<Entry>,
): Creatable<Entry> {
	const { blank, fields = {}, inputs = [], ...others } = options;
	const find = (id: string) => operations.find((operation) => operation.id === `${resource}.${id}`);
	const [create, update] = [find('create'), find('update')];
	const path = [update, find('get'), find('delete')].find((own) => own)?.path;
	if (!create || path === undefined) throw new Error(`The contract cannot create ${resource}.`);

	const isOfProject = /\{project_id\}\/./.test(path);
	const readFields = (operation: ContractOperation | undefined): readonly ContractField[] =>
		(operation?.body ?? []).filter((field) => !inputs.includes(field.name));
	const [creatable, changeable] = [readFields(create), readFields(update)];
	const has = (list: readonly ContractField[]) => (field: ContractField) =>
		list.some((other) => other.name === field.name);
	const isShared = (field: ContractField) => has(creatable)(field) && has(changeable)(field);
	const toKinds = (list: readonly ContractField[]): Fields =>
		Object.fromEntries(list.map((field) => [field.name, fields[field.name] ?? findKind(field)]));
	const known = new Set([...creatable, ...changeable].map((field) => field.name));
	const undocumented = Object.entries(fields).filter(([fieldName]) => !known.has(fieldName));
	const emptyValues = [...changeable, ...creatable].map(
		(field) => [field.name, findEmptyValue(field)] as const,
	);

	return {
		path: path.replace('/api/v1/', ''),
		rows: ({ params }) =>
			isOfProject
				? options.allRows().filter((row) => isIn(row, params.project_id))
				: options.allRows(),
		serialize: (row) => row,
		required: create.required.filter((fieldName) => !inputs.includes(fieldName)),
		createOnlyFields: toKinds(creatable.filter((field) => !has(changeable)(field))),
		updateOnlyFields: toKinds(changeable.filter((field) => !has(creatable)(field))),
		fields: { ...toKinds(creatable.filter(isShared)), ...Object.fromEntries(undocumented) },

		createBlank: (call) => {
			const values = {
				...Object.fromEntries<unknown>(emptyValues),
				...(isOfProject && { project: call.params.project_id }),
				workspace: state.workspace.id,
				...blank?.(call),
			};
			const row: Row = Object.assign(rowFactory.create(resource, call.userId), values);

			// The contract has the fields of the row.
			return row as Entry;
		},
		...others,
	};
}
