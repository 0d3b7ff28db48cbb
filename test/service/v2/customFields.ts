import { ok, type Answer } from '../answer';
import { MATCHES_KIND } from '../commercial/types';
import type { Tables } from '../routes';
import { isRecord } from '../http';
import type { Host } from '../serve';
import type { WorkItem, WorkItemProperty, WorkItemPropertyOption, WorkItemType } from '../state';
import { createResourceHandlers } from './handlers';
import { expandPeople } from './people';
import { invalid, type FieldProblem } from './problems';
import type { V2Call, V2Handlers } from './resource';

const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'];

const toLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const showOption = ({ id, name }: WorkItemPropertyOption) => ({ id, name, logo_props: {} });

/** Defines types of work items, with the custom fields that they have (rows 524 and 525). */
export function createCustomFields({ state, rowFactory }: Host) {
	const findProperties = (typeId: unknown): WorkItemProperty[] =>
		state.workItemProperties.filter((row) => row.issue_type === typeId && row.is_active);

	const findOptions = ({ id }: WorkItemProperty): WorkItemPropertyOption[] =>
		state.workItemPropertyOptions.filter(({ property }) => property === id);

	/** Shows a stored value: of an option, its name, and the option beside it. */
	function showValue(property: WorkItemProperty, value: unknown): [unknown, unknown] {
		if (property.property_type === 'OPTION') {
			const option = findOptions(property).find(({ id }) => id === value);

			return option ? [option.name, showOption(option)] : [value, null];
		}

		return [typeof value === 'string' ? value : JSON.stringify(value), null];
	}

	/** Returns the custom fields of a work item, without empty ones. */
	function read({ id: issue, type }: WorkItem): Record<string, object> {
		const shown = findProperties(type).flatMap((property): [string, object][] => {
			const row = state.workItemPropertyValues.find(
				(value) => value.issue === issue && value.property === property.id,
			);
			if (row === undefined) return [];

			const values = [row.value].flat().map((value) => showValue(property, value));
			const texts = values.map(([text]) => text);
			const details = values.map(([, detail]) => detail);
			const [value, value_detail] = property.is_multi ? [texts, details] : [texts[0], details[0]];

			return [[property.name, { id: property.id, value, value_detail: value_detail ?? null }]];
		});

		return Object.fromEntries(shown);
	}

	function findProblem(property: WorkItemProperty, value: unknown): string | undefined {
		const sent: readonly unknown[] = Array.isArray(value) ? value : [value];
		const matches = MATCHES_KIND[property.property_type] ?? (() => false);
		if (Array.isArray(value) !== property.is_multi || !sent.every(matches)) {
			return 'The value is of another kind.';
		}

		const optionIds = findOptions(property).map(({ id }) => id);
		const isKnown = (entry: unknown) => optionIds.some((id) => id === entry);

		return property.property_type === 'OPTION' && !sent.every(isKnown)
			? 'There is no such option.'
			: undefined;
	}

	/** @throws Refusal 400 for unknown names, values of another kind, and what a new work item lacks */
	function check(typeId: unknown, fields: unknown, isNew: boolean): void {
		const properties = findProperties(typeId);
		const sent = isRecord(fields) ? fields : {};
		const problems: FieldProblem[] = [];
		const add = (name: string, code: string, message: string) =>
			problems.push({ field: `custom_fields.${name}`, code, message });

		for (const [name, value] of Object.entries(sent)) {
			const property = properties.find((row) => row.name === name);
			const problem = property && findProblem(property, value);
			if (!property) add(name, 'does_not_exist', 'There is no such property.');
			else if (problem !== undefined) add(name, 'invalid', problem);
		}

		const missing = properties.filter((row) => row.is_required && sent[row.name] === undefined);

		for (const { name } of isNew ? missing : []) {
			add(name, 'required', 'This field is required.');
		}

		if (problems.length > 0) throw invalid(...problems);
	}

	/** Stores the custom fields of a body, which were checked before. */
	function write({ id: issue, type, project, workspace }: WorkItem, fields: unknown): void {
		if (!isRecord(fields)) return;

		for (const [name, value] of Object.entries(fields)) {
			const property = findProperties(type).find((row) => row.name === name);
			const existing = state.workItemPropertyValues.find(
				(row) => row.issue === issue && row.property === property?.id,
			);
			if (property === undefined) continue;

			if (existing) {
				existing.value = value;
				continue;
			}

			state.workItemPropertyValues.push({
				...rowFactory.create('work item property value'),
				issue,
				property: property.id,
				value,
				project,
				workspace,
			});
		}
	}

	/** Describes a property, as the schema of a type does. */
	function describeProperty(property: WorkItemProperty, people: readonly object[]): object {
		const { id, property_type: type, name, display_name, description } = property;
		const { is_required: required, is_multi, relation_type } = property;
		const listsPeople = relation_type === 'USER' && people.length > 0;

		return {
			id,
			type,
			name,
			display_name,
			description,
			required,
			is_multi,
			...(relation_type !== null && { relation_type }),
			...(type === 'OPTION' && { options: findOptions(property).map(showOption) }),
			...(listsPeople && { options: people }),
		};
	}

	/** Describes the members of a work item that every type has. */
	function describeMembers(
		projectId: string,
		people: readonly object[],
		labels: readonly object[],
	) {
		const states = state.states
			.filter(({ project, group }) => project === projectId && group !== 'triage')
			.map(({ id, name, color, group }) => ({ id, name, color, group }));

		return {
			name: { type: 'string', required: true, max_length: 255 },
			priority: {
				type: 'option',
				required: false,
				default: 'none',
				options: PRIORITIES.map((value) => ({ value, label: toLabel(value) })),
			},
			state_id: { type: 'uuid', required: false, options: states },
			assignee_ids: {
				type: 'uuid',
				is_multi: true,
				required: false,
				...(people.length > 0 && { options: people }),
			},
			label_ids: {
				type: 'uuid',
				is_multi: true,
				required: false,
				...(labels.length > 0 && { options: labels }),
			},
			start_date: { type: 'date', required: false, format: 'YYYY-MM-DD' },
			target_date: { type: 'date', required: false, format: 'YYYY-MM-DD' },
		};
	}

	/** Returns the schema of a type, with people and labels if the request includes them. */
	function describeType(type: WorkItemType, include: string | undefined): object {
		const included = include?.split(',') ?? [];
		const project = state.projects.find(({ id }) => id === type.project);
		const people = included.includes('members') ? expandPeople(state, project?.members ?? []) : [];
		const labels = state.labels
			.filter((label) => label.project === type.project && included.includes('labels'))
			.map(({ id, name, color }) => ({ id, name, color }));
		const properties = findProperties(type.id);

		return {
			type_id: type.id,
			type_name: type.name,
			type_description: type.description,
			type_logo_props: type.logo_props,
			fields: describeMembers(type.project, people, labels),
			custom_fields: Object.fromEntries(
				properties.map((property) => [property.name, describeProperty(property, people)]),
			),
		};
	}

	return { read, check, write, describeType };
}

export type CustomFields = ReturnType<typeof createCustomFields>;

/** Defines the operations of types of work items, which projects own. */
export function defineTypesV2(
	{ hasDifference }: Host,
	{ types, tableEndpoints }: Tables,
	{ describeType }: CustomFields,
): V2Handlers {
	const { handlers, writer } = createResourceHandlers<WorkItemType>(
		{ table: types, computed: { search: ({ name }) => name } },
		tableEndpoints,
		hasDifference,
	);
	const showSchema = (call: V2Call): Answer =>
		ok(describeType(writer.find(call, call.params.pk), call.query.include));

	return { ...handlers, schema: showSchema };
}
