import type { INodeProperties } from 'n8n-workflow';
import { join } from 'node:path';

import { describeEdition } from '../nodes/shared/errors/planErrors';
import { titleCase } from '../nodes/shared/text/letterCase';
import { menu } from '../nodes/shared/operations/catalog';
import type { Field } from '../nodes/shared/fields/kinds';
import { listFields } from '../nodes/shared/operations/listFields';
import type { MenuOperation } from '../nodes/shared/operations/operation';
import { workspace } from '../nodes/shared/operations/shared/locators';
import { createdFilters, limit, offset, returnAll } from '../nodes/shared/operations/shared/paging';
import { fieldsToReturn } from '../nodes/shared/operations/shared/fieldsToReturn';
import { buildOperationProperties } from '../nodes/Plane/panel/buildOperationProperties';

/** The folder of the pages of the resources and the triggers. */
export const RESOURCES = join(__dirname, '../docs/resources');

const MADE_BY = '<!-- Made by `npm run docs` from the declarations: change those instead. -->';

/** `Work Item` → `work-item`, as in the address of a page and of a heading. */
export const toSlug = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');

/** The file of the page of a resource. */
export const getPageFile = (resource: string): string => `${toSlug(titleCase(resource))}.md`;

/** Returns the operations of each resource, in the order of the panel. */
export function groupByResource(): ReadonlyMap<string, readonly MenuOperation[]> {
	const groups = new Map<string, MenuOperation[]>();

	for (const operation of menu) {
		groups.set(operation.resource, [...(groups.get(operation.resource) ?? []), operation]);
	}

	return groups;
}

/** Builds the page of each resource. Returns the texts by file name. */
export function buildResourcePages(): ReadonlyMap<string, string> {
	const pages = new Map<string, string>();

	for (const [resource, group] of groupByResource()) {
		const text = [
			`# ${titleCase(resource)}`,
			MADE_BY,
			group.map(({ name }) => `[${name}](#${toSlug(name)})`).join(' · '),
			'Required fields are in bold. [What every operation has](../operations.md) is not repeated here.',
			...group.flatMap(buildSection),
		].join('\n\n');

		pages.set(getPageFile(resource), `${text}\n`);
	}

	return pages;
}

function buildSection(operation: MenuOperation): string[] {
	const { name, description, plan } = operation;
	const only = plan === undefined ? '' : ` ${describeEdition(operation)}`;

	return [`## ${name}`, `${description}.${only}`, ...buildFieldsTable(operation)];
}

/** Builds rows for the parameters of an operation: either those that many operations have, or the others. */
const buildOperationRows = (operation: MenuOperation, areCommon: boolean): string[] =>
	buildRows(
		buildOperationProperties(operation),
		listFields(operation),
		(path) => COMMON.includes(path) === areCommon,
	);

/**
 * Builds a row for each parameter.
 *
 * @param isIncluded tells whether a parameter gets a row, by its path, such as `options.offset`
 */
function buildRows(
	panel: readonly INodeProperties[],
	declared: readonly Field[],
	isIncluded: (path: string) => boolean = () => true,
): string[] {
	const fields = new Map(declared.map((field) => [field.parameter, field]));

	return panel.flatMap((property) => {
		const { name, type, displayName, options = [] } = property;
		if (type === 'notice') return [];

		if (type !== 'collection') {
			return isIncluded(name) ? [buildRow(property, fields.get(name))] : [];
		}

		return (options as readonly INodeProperties[])
			.filter((inner) => isIncluded(`${name}.${inner.name}`))
			.map((inner) => buildRow(inner, fields.get(inner.name), `${displayName} → `));
	});
}

/** Builds the page of a trigger, with a table of its parameters. */
export function buildTriggerPage(
	displayName: string,
	panel: readonly INodeProperties[],
	declared: readonly Field[],
): string {
	const text = [
		`# ${displayName}`,
		MADE_BY,
		'Required fields are in bold. [Triggers](../triggers.md) says how to use them.',
		[...HEAD, ...new Set(buildRows(panel, declared))].join('\n'),
	].join('\n\n');

	return `${text}\n`;
}

const HEAD = ['| Field | Takes | What it is |', '| --- | --- | --- |'];

function buildFieldsTable(operation: MenuOperation): string[] {
	const rows = buildOperationRows(operation, false);

	return rows.length === 0 ? [] : [[...HEAD, ...rows].join('\n')];
}

/** Paths of the parameters that many operations have. They are only on docs/operations.md. */
const COMMON = [
	workspace.parameter,
	returnAll.parameter,
	limit.parameter,
	...createdFilters.map(({ field }) => `filters.${field.parameter}`),
	`options.${fieldsToReturn.parameter}`,
	`options.${offset.parameter}`,
];

export const buildCommonTable = (): string =>
	[...HEAD, ...new Set(menu.flatMap((operation) => buildOperationRows(operation, true)))].join(
		'\n',
	);

function buildRow(property: INodeProperties, field: Field | undefined, within = ''): string {
	const { displayName, required, type, hint } = property;
	// The column Takes says the format already.
	const isWithoutFormat = field !== undefined && hasFormatInInput(type);
	const description = isWithoutFormat ? field.description : property.description;
	const name = required === true ? `**${displayName}**` : displayName;
	const sentences = [
		stripTags(description ?? ''),
		hint === undefined ? '' : stripTags(hint),
	].filter(Boolean);
	const meaning = sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
	const input = describeInput(property, field);
	// The default of an option applies when it is added, not without the option.
	const shown = within === '' ? input : input.replace(/ by default$/, ' when added');

	return `| ${within}${name} | ${shown} | ${meaning.replaceAll('|', '\\|')} |`;
}

/** Whether the column Takes says the format already. */
const hasFormatInInput = (type: string): boolean =>
	type === 'resourceLocator' || type === 'dateTime';

/** Removes the links from a text of the panel. */
const stripTags = (text: string): string => text.replaceAll(/<[^<>]*>/g, '');

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Returns the example in a placeholder in parentheses, or '' if there is none or it is only an ID. */
const formatPlaceholder = ({
	placeholder = '',
}: {
	readonly placeholder?: string | undefined;
}): string => {
	const [, value] = /^e\.g\. (.+)$/.exec(placeholder) ?? [];

	return value === undefined || UUID.test(value) ? '' : ` (\`${value}\`)`;
};

function formatRange({ typeOptions = {}, default: defaultValue }: INodeProperties): string {
	const { minValue, maxValue } = typeOptions;
	const from = minValue === undefined ? '' : ` from ${minValue}`;
	const to = maxValue === undefined ? '' : ` to ${maxValue}`;
	const defaultText =
		typeof defaultValue === 'number' && defaultValue > 0 ? `; ${defaultValue} by default` : '';

	return `${from}${to}${defaultText}`;
}

function describeTexts({ placeholder = '' }: INodeProperties, field: Field | undefined): string {
	const text = UUID.test(placeholder) ? 'ID' : 'text';

	return field?.kind.isList === true ? `one or more ${text}s` : text;
}

/** Describes in a few words what can be entered. */
function describeInput(property: INodeProperties, field: Field | undefined): string {
	const { type, modes = [], typeOptions = {} } = property;
	const records = field?.source?.records;
	const choices = (property.options ?? []) as readonly { readonly name: string }[];
	const choiceNames = choices.map(({ name }) => name).join(', ');

	switch (type) {
		case 'resourceLocator':
			return modes.map((mode) => `${mode.displayName}${formatPlaceholder(mode)}`).join(', ');
		case 'options':
			return choiceNames;
		case 'multiOptions':
			return records === undefined ? `several of: ${choiceNames}` : `names or IDs of ${records}`;
		case 'boolean':
			return 'on or off';
		case 'dateTime':
			return typeOptions.dateOnly === true
				? 'day (`2026-03-31`)'
				: 'day or time (`2026-03-31T08:00:00Z`)';
		case 'number':
			return `number${formatRange(property)}${formatPlaceholder(property)}`;
		case 'color':
			return 'color (`#3f76ff`)';
		case 'resourceMapper':
			return 'columns, mapped automatically or manually';
		case 'json':
			return `JSON${formatPlaceholder(property)}`;
		default:
			if (records !== undefined) {
				const many = field?.kind.isList === true ? 'names or IDs of' : 'name or ID, from the';

				return `${many} ${records}${formatPlaceholder(property)}`;
			}

			return `${describeTexts(property, field)}${formatPlaceholder(property)}`;
	}
}
