import type { INodeProperties } from 'n8n-workflow';

import { describeEdition } from '../../shared/errors/planErrors';
import { withCompanions } from '../../shared/fields/field';
import type { Field } from '../../shared/fields/kinds';
import {
	type AskOperation,
	type Body,
	isOutsideWorkspaces,
	type MenuOperation,
	type Operation,
	type OperationsByKind,
	type ProjectScope,
} from '../../shared/operations/operation';
import { dispatchByKind, type KindTable } from '../../shared/operations/kindTable';
import {
	clearEmptyFields,
	createImportedLabels,
	createLabels,
	credentialSource,
	fileSource,
	FROM_URL,
	ifMissing,
	ifAlreadyExists,
	showInDescription,
	unknownFileTypes,
} from '../../shared/operations/shared/choices';
import { APPROVAL } from '../../shared/operations/sendAndWait';
import { workspace } from '../../shared/operations/shared/locators';
import { listMappedFields } from '../../shared/operations/shared/mappedFields';
import {
	limit,
	listClientFilters,
	offset,
	returnAll,
	simplify,
} from '../../shared/operations/shared/paging';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import type { RecordOutput } from '../../shared/operations/shared/recordOutput';
import { fieldsToReturn } from '../../shared/operations/shared/fieldsToReturn';
import { checkOnly, IMPORT_OPTIONS } from '../../shared/operations/shared/importOptions';
import { toCollection, toNodeProperty } from '../../shared/fields/nodeProperty';
import { buildMapper, buildPropertyMapper, CUSTOMER_MAPPER, MAPPER_NOTICE } from './buildMapper';

const LIMIT = [
	toNodeProperty(returnAll),
	toNodeProperty(limit, { [returnAll.parameter]: [false] }),
];

/** Builds the switch that simplifies the output, if there is one. */
const buildSimplify = (output: RecordOutput | undefined): INodeProperties[] =>
	output?.kind === 'simplified' ? [toNodeProperty(simplify)] : [];

/**
 * Builds the parameters of a body: its own fields, the collection with the other fields, and what depends on a field in
 * there, so that it appears where somebody has just made a choice.
 *
 * @param outputProperties the parameters that follow them
 */
const buildBodyProperties = (
	{
		fields,
		collection: name,
		collectionFields,
		shownFields,
		memberships = [],
		customProperties,
	}: Body,
	outputProperties: readonly INodeProperties[] = [],
): INodeProperties[] => [
	...fields.flatMap(withCompanions).map((field) => toNodeProperty(field)),
	...toCollection(
		name,
		[...collectionFields, ...memberships.map(({ field }) => field)].flatMap(withCompanions),
		{ shownFields },
	),
	...(customProperties === 'ofType' ? buildPropertyMapper(name) : []),
	...(customProperties === 'ofCustomers' ? [CUSTOMER_MAPPER] : []),
	...outputProperties,
];

/** Returns the option Create Missing Labels if a field of the body can create labels. */
const findLabelsOption = (body: Body): readonly Field[] =>
	hasCreatableNames(body) ? [createLabels] : [];

const hasCreatableNames = ({ fields, collectionFields }: Body): boolean =>
	[...fields, ...collectionFields].some(({ canCreateMissing }) => canCreateMissing);

/** Builds the parameters that depend on the kind, which follow the parameters of the path. */
const PROPERTIES_BY_KIND: KindTable<OperationsByKind, INodeProperties[]> = {
	list: (operation) => {
		const { fields = [], output, options = [], fileDownload } = operation;
		const { serverFilters = [], search } = operation;
		const counts = output?.kind === 'counted';
		const filters = [
			...serverFilters,
			...listClientFilters(operation).map(({ field }) => field),
			...(search ? [...search.filters.map(({ field }) => field), search.expression] : []),
		];

		return [
			...fields.map((field) => toNodeProperty(field)),
			...(counts ? [] : [...LIMIT, ...buildSimplify(output)]),
			...toCollection(
				'filters',
				filters.map((field) => reloadWithScope(field, operation.projectScope)),
			),
			...toCollection('options', [
				...(counts ? [] : [offset, fieldsToReturn]),
				...options,
				...(fileDownload ? [fileDownload.downloadOption, fileDownload.outputField] : []),
			]),
		];
	},
	get: ({ output, options = [], fileDownload }) => [
		...buildSimplify(output),
		...toCollection('options', [
			fieldsToReturn,
			...options,
			...(fileDownload ? [fileDownload.outputField] : []),
		]),
	],
	create: ({ body, naturalKey, output }) => [
		...buildBodyProperties(body, buildSimplify(output)),
		...toCollection('options', [
			...(naturalKey ? [ifAlreadyExists] : []),
			...findLabelsOption(body),
			fieldsToReturn,
		]),
	],
	upsert: (operation) => {
		const { body, constantFields } = operation;
		const fields = listMappedFields(body);
		const constants = fields.filter(({ wire }) => constantFields.includes(wire));
		const formats = fields
			.map(({ formatField }) => formatField)
			.filter((field) => field !== undefined);

		return [
			...constants.map((field) => toNodeProperty(field)),
			MAPPER_NOTICE,
			buildMapper(operation),
			...(hasCreatableNames(body) ? [toNodeProperty(createImportedLabels)] : []),
			toNodeProperty(checkOnly),
			...buildSimplify(operation.output),
			...toCollection('options', [clearEmptyFields, fieldsToReturn, ...formats, ...IMPORT_OPTIONS]),
		];
	},
	update: ({ body, output }) => [
		...buildBodyProperties(body, buildSimplify(output)),
		...toCollection('options', [...findLabelsOption(body), fieldsToReturn]),
	],
	action: ({ body, check }) => [
		...(body ? buildBodyProperties(body) : []),
		...toCollection('options', [
			...(check?.kind === 'record' ? [check.overrideOption] : []),
			ifMissing,
		]),
	],
	add: ({ idsField, options = [] }) => [
		toNodeProperty(idsField),
		...toCollection('options', options),
	],
	remove: ({ idsField, options = [] }) => [
		toNodeProperty(idsField),
		...toCollection('options', [...options, ifMissing]),
	],
	attach: ({ allBinaryFields, binaryFields, fileUrl, output }) => {
		const ifBinary = { [fileSource.parameter]: ['binary'] };

		return [
			{ ...toNodeProperty(fileSource), noDataExpression: true },
			toNodeProperty(allBinaryFields, ifBinary),
			toNodeProperty(binaryFields, { ...ifBinary, [allBinaryFields.parameter]: [false] }),
			toNodeProperty(fileUrl, { [fileSource.parameter]: [FROM_URL] }),
			...buildSimplify(output),
			...toCollection('options', [showInDescription, unknownFileTypes]),
		];
	},
	// The credentials as JSON or field by field, and the file.
	upload: ({ credentials, url, formFields, file, signingPrefix }) => {
		const ifJson = { [credentialSource.parameter]: ['json'] };
		const ifFields = { [credentialSource.parameter]: ['fields'] };

		return [
			{ ...toNodeProperty(credentialSource), noDataExpression: true },
			toNodeProperty(credentials, ifJson),
			toNodeProperty(url, ifFields),
			...formFields.map((field) => toNodeProperty(field, ifFields)),
			toNodeProperty(file),
			...toCollection('options', [signingPrefix], { show: ifFields }),
		];
	},
};

/** Lets the editor load the list of a field again if other projects are chosen. */
function reloadWithScope(field: Field, scope: ProjectScope | undefined): Field {
	const { panel } = field.kind;
	const dependencies = panel.typeOptions?.loadOptionsDependsOn;
	if (scope === undefined || dependencies === undefined) return field;

	const loadOptionsDependsOn = [...dependencies, scope.choice.parameter, scope.several.parameter];
	const typeOptions = { ...panel.typeOptions, loadOptionsDependsOn };

	return { ...field, kind: { ...field.kind, panel: { ...panel, typeOptions } } };
}

/** Says above the parameters which editions and plans have an operation, if not all have it. */
const buildEditionNotice = (operation: Operation): INodeProperties[] =>
	operation.plan === undefined
		? []
		: [
				{
					displayName: describeEdition(operation),
					name: 'editionNotice',
					type: 'notice',
					default: '',
				},
			];

/** Builds the parameters that say where the records are: the locators of the path, or several projects. */
function buildPathProperties(operation: Operation): INodeProperties[] {
	if (operation.kind === 'upload') return [];

	const scope = operation.kind === 'list' ? operation.projectScope : undefined;
	if (scope === undefined) return operation.locators.map((field) => toNodeProperty(field));

	const { choice, several } = scope;

	return [
		// The other parameters depend on it, so that it has no expression, like Resource and Operation.
		{ ...toNodeProperty(choice), noDataExpression: true },
		...operation.locators.map((field) =>
			toNodeProperty(field, field.wire === PROJECT ? { [choice.parameter]: ['one'] } : undefined),
		),
		toNodeProperty(several, { [choice.parameter]: ['several'] }),
	];
}

/**
 * Builds the parameters of an operation that waits for an answer. n8n also makes a tool for human review of them, and
 * knows the names of the message, of the type of the response and of the operation.
 */
function buildAskProperties(operation: AskOperation): INodeProperties[] {
	const { creation, responseType, approvalType, labels, hours } = operation;
	const ifDecision = { [responseType.parameter]: [APPROVAL] };

	return [
		...buildPathProperties(creation),
		...buildBodyProperties(creation.body),
		toNodeProperty(responseType),
		toNodeProperty(approvalType, ifDecision),
		...toCollection('options', [...Object.values(labels), hours]),
		toNodeProperty(workspace),
	];
}

/** Builds the parameters of one operation, in their order. `mergeProperties` adds when they are shown. */
export function buildOperationProperties(operation: MenuOperation): INodeProperties[] {
	if (operation.kind === 'readFile') {
		return [toNodeProperty(operation.file), ...toCollection('options', [operation.toolField])];
	}

	if (operation.kind === 'ask') return buildAskProperties(operation);

	const hasWorkspace = operation.kind !== 'upload' && !isOutsideWorkspaces(operation);

	return [
		...buildEditionNotice(operation),
		...buildPathProperties(operation),
		...dispatchByKind(PROPERTIES_BY_KIND, operation),
		...(hasWorkspace ? [toNodeProperty(workspace)] : []),
	];
}
