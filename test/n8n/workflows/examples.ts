import { type INodeParameters, isResourceLocatorValue } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { locateFirst, parametersFor } from '../../engine/samples';
import type { Service } from '../../service/service';
import { createCustomerWorkflow, createWeekWorkflow } from './demo';
import { findCredentials, Draft, type WorkflowFile } from './draft';

/** A workflow to try, with a hint for the user. */
export interface Example {
	readonly workflow: WorkflowFile;
	/** One or two sentences, shown to the user. */
	readonly hint: string;
}

/** Workflows with the records of a test service, which run without changes. */
export function createTestExamples(service: Service): Example[] {
	const { projects, cycles, users } = service.state;
	const projectId = locateFirst(projects);
	const assignee = users[0]?.id ?? '';

	return [
		{
			workflow: createWeekWorkflow(service),
			hint: 'press Execute workflow. Each node is one of the operations; open one and change it.',
		},
		{
			workflow: createCustomerWorkflow(service),
			hint: 'the same with the operations that only the commercial editions have.',
		},
		{
			workflow: createAttachmentsWorkflow(projectId),
			hint: 'makes files, attaches them, and brings them back.',
		},
		{
			workflow: createFirstWorkflow({ projectId, cycleId: locateFirst(cycles), assignee }),
			hint: "the README's first workflow, with its error output.",
		},
	];
}

/** Workflows for any server, in which the user still has to choose the project and other values. */
export const createBlankExamples = (): Example[] => [
	{
		workflow: createFirstWorkflow({}),
		hint: "the README's first workflow. Choose project, assignee and cycle, then execute it.",
	},
	{
		workflow: createAttachmentsWorkflow({ __rl: true, mode: 'list', value: '' }),
		hint: 'attaches a file to each of three work items. Choose the project in all Plane nodes.',
	},
];

/** @param projectId the project whose work items get the files */
function createAttachmentsWorkflow(projectId: ReturnType<typeof locateFirst>): WorkflowFile {
	const draft = new Draft('planeAttachmentsWorkflow', 'A file on each work item');
	const start = draft.add('manual', 'Start');
	const listParameters = parametersFor('workItem.getAll', { projectId, limit: 3 });
	const items = draft.add('plane', 'Three Work Items', listParameters, { after: start });
	const fileName = '={{ $json.sequence_id }}.txt';
	const toText = { operation: 'toText', sourceProperty: 'name', options: { fileName } };
	const file = draft.add('toFile', 'A File for Each', toText, { after: items });
	const currentItem = { __rl: true, mode: 'id', value: `={{ $('${items}').item.json.id }}` };
	const recordParameters = { projectId, workItemId: currentItem };
	const attach = parametersFor('workItemAttachment.attach', recordParameters);
	const attachments = parametersFor('workItemAttachment.getAll', {
		...recordParameters,
		returnAll: true,
		// Only those of this run: a test service has no files for its first attachments.
		filters: { createdAfter: '={{ $now.minus({ minutes: 1 }) }}' },
		options: { downloadFiles: true },
	});

	draft.add('plane', 'Their Attachments', attachments, {
		after: draft.add('plane', 'Attach', attach, { after: file }),
	});

	return draft.file;
}

/** The first workflow of the README. @param choices values that the reader enters, by parameter name */
const createFirstWorkflow = (choices: INodeParameters): WorkflowFile =>
	readDocumentedWorkflow('first-workflow', 'planeFirstWorkflow', choices);

/**
 * Reads a workflow of the documentation, and adds credentials and the values that the reader enters.
 *
 * @param file below docs, without `.json`
 * @param choices values by parameter name, at any depth; all others stay as they are, and so does an expression,
 *   which takes the value from the data
 */
export function readDocumentedWorkflow(
	file: string,
	id: string,
	choices: INodeParameters,
): WorkflowFile {
	const text = readFileSync(join(__dirname, `../../../docs/${file}.json`), 'utf8');
	const { nodes, ...rest } = JSON.parse(text) as Omit<WorkflowFile, 'id'>;

	return {
		...rest,
		id,
		nodes: nodes.map((node) => {
			const credentials = findCredentials(node.type);
			const parameters = applyChoices(node.parameters, choices);

			return { ...node, parameters, ...(credentials && { credentials }) };
		}),
	};
}

function applyChoices(parameters: INodeParameters, choices: INodeParameters): INodeParameters {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => {
			if (name in choices && !isExpression(value)) return [name, choices[name]];

			const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);

			return [name, isGroup ? applyChoices(value as INodeParameters, choices) : value];
		}),
	);
}

/** Whether a parameter, or the value of a locator, is an expression. */
function isExpression(parameter: unknown): boolean {
	const value = isResourceLocatorValue(parameter) ? parameter.value : parameter;

	return typeof value === 'string' && value.startsWith('=');
}
