import {
	badRequest,
	filterByProject,
	findById,
	noContent,
	notFound,
	ok,
	Refusal,
	type Answer,
	type Call,
} from '../answer';
import { isUuid } from '../fields';
import { definePlainTable } from '../plainTable';
import { noExternalIds, removeWhere, toSlug } from '../rows';
import type { Host } from '../serve';
import type {
	WorkItemProperty,
	WorkItemPropertyOption,
	WorkItemPropertyValue,
	WorkItemType,
} from '../state';
import type { Endpoint, TableEndpoints, Values } from '../table';
import { checkKind, duplicate } from './shared';

const inProject = 'workspaces/{workspace_slug}/projects/{project_id}/';
const valuePath = `${inProject}work-items/{work_item_id}/work-item-properties/{property_id}/values/`;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Whether a value is of a kind (row 468). */
export const MATCHES_KIND: Readonly<Record<string, (value: unknown) => boolean>> = {
	TEXT: (value) => typeof value === 'string',
	URL: (value) => typeof value === 'string' && URL.canParse(value),
	EMAIL: (value) => typeof value === 'string' && value.includes('@'),
	FILE: (value) => typeof value === 'string',
	DATETIME: (value) =>
		typeof value === 'string' && /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(value),
	DECIMAL: (value) => typeof value === 'number',
	BOOLEAN: (value) => typeof value === 'boolean',
	OPTION: isUuid,
	RELATION: (value) => isUuid(value) || (isObject(value) && 'description_html' in value),
};

/** Defines the types of work items, their custom properties with options, and the values of work items. */
export function defineTypes(host: Host, { endpointsFor }: TableEndpoints) {
	const { state, rowFactory, hasDifference } = host;
	const workspace = state.workspace.id;

	const types = definePlainTable<WorkItemType>(host, 'workItemType', {
		name: 'Type',
		allRows: () => state.types,
		hasUncheckedIds: true,
		blank: () => ({ is_default: false, is_active: true }),
		findConflict: (other, values) =>
			other.name === values.name ? duplicate('Work item type') : undefined,
		// The default type stays (row 469).
		refuseDelete: ({ is_default: isDefault }) =>
			isDefault ? badRequest('Default work item type cannot be deleted') : undefined,
		listOptions: { envelope: 'array' },
	});

	const findType = (call: Call) => findById(types.rows(call), call.params.type_id);

	const findOfType = (call: Call) => {
		const { id } = findType(call);

		return state.workItemProperties.filter((row) => row.issue_type === id);
	};

	const optionsOf = ({ id }: WorkItemProperty) =>
		state.workItemPropertyOptions.filter(({ property }) => property === id);

	const createOption = (
		{ id: property, project }: WorkItemProperty,
		values: Values,
	): WorkItemPropertyOption => ({
		...rowFactory.create('work item property option'),
		name: '',
		description: '',
		property,
		parent: null,
		is_active: true,
		is_default: false,
		sort_order: 65_535,
		...noExternalIds,
		...values,
		project,
		workspace,
	});

	// A new property is in use only if the request says so (row 454).
	const properties = definePlainTable<WorkItemProperty>(host, 'workItemProperty', {
		name: 'Property',
		inputs: ['options'],
		rows: findOfType,
		allRows: () => state.workItemProperties,
		hasUncheckedIds: true,
		blank: (call) => ({
			name: '',
			sort_order: 65_535,
			logo_props: {},
			issue_type: findType(call).id,
		}),
		prepare(values, _call, entry) {
			if (entry === undefined) checkKind(values);

			const { display_name: title } = values;

			return { ...values, ...(typeof title === 'string' && { name: toSlug(title) }) };
		},
		findConflict: (other, values) =>
			other.display_name === values.display_name ? duplicate('Property') : undefined,
		onCreate(entry, { body }) {
			const { options } = body;
			if (!Array.isArray(options)) return;

			const sent: readonly unknown[] = options;
			const created = sent.filter(isObject).map((option) => createOption(entry, option));

			state.workItemPropertyOptions.push(...created);
		},
		onDelete({ id }) {
			removeWhere(state.workItemPropertyOptions, ({ property }) => property === id);
			removeWhere(state.workItemPropertyValues, ({ property }) => property === id);
		},
		serialize: (row) => ({ ...row, options: optionsOf(row) }),
		listOptions: { envelope: 'array' },
	});

	const findProperty = (call: Call) =>
		findById(filterByProject(call, state.workItemProperties), call.params.property_id);

	const options = definePlainTable<WorkItemPropertyOption>(host, 'workItemPropertyOption', {
		name: 'Option',
		rows: (call) => optionsOf(findProperty(call)),
		allRows: () => state.workItemPropertyOptions,
		hasUncheckedIds: true,
		createBlank: (call) => createOption(findProperty(call), {}),
		findConflict: (other, values) => (other.name === values.name ? duplicate('Option') : undefined),
		listOptions: { envelope: 'array' },
	});

	const findItem = (call: Call) =>
		findById(filterByProject(call, state.workItems), call.params.work_item_id);

	function findValue(call: Call): WorkItemPropertyValue | undefined {
		const { id: issue } = findItem(call);
		const { id: property } = findProperty(call);

		return state.workItemPropertyValues.find(
			(row) => row.issue === issue && row.property === property,
		);
	}

	/** @throws Refusal 404 if the work item has no value for the property (row 468) */
	function requireValue(call: Call): WorkItemPropertyValue {
		const found = findValue(call);
		if (found === undefined) throw notFound();

		return found;
	}

	const isFormattedText = (value: unknown): value is Values =>
		isObject(value) && 'description_html' in value;

	/** A value as it is shown: of a formatted text, only the ID (row 468). */
	const showOnly = (id: string, value: unknown): unknown => (isFormattedText(value) ? id : value);

	const showValue = ({
		id,
		issue,
		property,
		value,
		created_at,
		updated_at,
	}: WorkItemPropertyValue) => ({
		id,
		property_id: property,
		issue_id: issue,
		value: showOnly(id, value),
		value_type: typeof value,
		...(isFormattedText(value) && {
			value_detail: { id, description_html: value.description_html },
		}),
		external_id: null,
		external_source: null,
		created_at,
		updated_at,
	});

	/** A property with several values answers with a list, one row for each (row 468). */
	function showValues(row: WorkItemPropertyValue): object {
		const values: readonly unknown[] = Array.isArray(row.value) ? row.value : [row.value];
		const isMulti = Array.isArray(row.value);

		return isMulti ? values.map((value) => showValue({ ...row, value })) : showValue(row);
	}

	/** Stores a value in place of the one that is there. @throws Refusal 400 if its kind is another */
	function storeValue(call: Call): Answer {
		const { id: issue, project } = findItem(call);
		const property = findProperty(call);
		const { value } = call.body;
		const sent: readonly unknown[] = Array.isArray(value) ? value : [value];
		const matches = MATCHES_KIND[property.property_type] ?? (() => false);
		if (Array.isArray(value) !== property.is_multi || !sent.every(matches)) {
			throw new Refusal(badRequest(`Invalid value for property ${property.display_name}`));
		}

		const optionIds = new Set(optionsOf(property).map(({ id }) => id));
		const isKnown = (entry: unknown) => typeof entry === 'string' && optionIds.has(entry);
		if (property.property_type === 'OPTION' && !sent.every(isKnown)) {
			throw new Refusal(badRequest('Invalid option'));
		}

		const existing = findValue(call);
		const row: WorkItemPropertyValue = existing ?? {
			...rowFactory.create('work item property value', call.userId),
			issue,
			property: property.id,
			value,
			project,
			workspace,
		};

		row.value = value;
		if (existing === undefined) state.workItemPropertyValues.push(row);

		return ok(showValues(row));
	}

	function updateValue(call: Call): Answer {
		requireValue(call);

		return storeValue(call);
	}

	function deleteValue(call: Call): Answer {
		const found = requireValue(call);

		removeWhere(state.workItemPropertyValues, (row) => row === found);

		return noContent;
	}

	/** All values of a work item in one answer (row 470). */
	function listValues(call: Call): Answer {
		const { id: issue } = findItem(call);
		const rows = state.workItemPropertyValues.filter((row) => row.issue === issue);

		return ok(
			rows.map(({ id, property, value }) => ({
				property_id: property,
				values: [value]
					.flat()
					.map((entry) => showOnly(id, entry))
					.map((entry) => (hasDifference('valuesAreObjects') ? { value: entry } : entry)),
			})),
		);
	}

	const endpoints: Endpoint[] = [
		...endpointsFor(types),
		...endpointsFor(properties),
		...endpointsFor(options),
		['GET', `${inProject}work-items/{work_item_id}/work-item-properties/values/`, listValues],
		['GET', valuePath, (call) => ok(showValues(requireValue(call)))],
		['POST', valuePath, storeValue],
		['PATCH', valuePath, updateValue],
		['DELETE', valuePath, deleteValue],
	];

	return { endpoints, types };
}
