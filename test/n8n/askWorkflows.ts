import type { INode, INodeParameters } from 'n8n-workflow';

import { locateFirst, parametersFor } from '../engine/samples';
import type { Service } from '../service/service';
import { stableId } from '../service/state';
import { Draft, findCredentials, types, type WorkflowFile } from './workflows/draft';

/** Where a workflow that asks finds its records. */
const findRecords = ({ state }: Service) => ({
	projectId: locateFirst(state.projects),
	workItemId: locateFirst(state.workItems),
});

/** The parameters of a label that shows what a workflow has found out. */
const labelParameters = (service: Service, name: string) =>
	parametersFor('label.create', { projectId: findRecords(service).projectId, name });

/** What a workflow asks, in the words of the one who starts it, and who that is. */
const MESSAGE = '=May **{{ $json.body.what }}** go out, {{ $json.body.who }}?';

/**
 * Asks in a comment, and creates a label with the answer. Its webhook has the ID of the workflow as path.
 *
 * @param parameters of the question
 */
export function createAskWorkflow(
	service: Service,
	id: string,
	parameters: INodeParameters = {},
): WorkflowFile {
	const draft = new Draft(id, id);
	const start = draft.addWebhook(id, 'onReceived');
	const ask = draft.add(
		'plane',
		// A name that would end an expression if it stood in one as it is.
		'Ask "them" }}',
		parametersFor('workItemComment.sendAndWait', {
			...findRecords(service),
			message: MESSAGE,
			...parameters,
		}),
		{ after: start },
	);
	const answer = `$json.data?.text ?? $json.data?.approved ?? 'nobody'`;
	const name = `={{ ['${id}', ${answer}, $('${start}').item.json.body.who].join(' ') }}`;

	draft.add('plane', 'Label', labelParameters(service, name), { after: ask });

	return draft.file;
}

/** Asks for two items, one after the other, in a loop. */
export function createLoopWorkflow(service: Service, id: string): WorkflowFile {
	const draft = new Draft(id, id);
	const names = `={{ ['first', 'second'].map((who) => ({ body: { what: 'loop', who } })) }}`;
	const list = { mode: 'raw', jsonOutput: `={{ { list: ${names.slice(3, -2)} } }}` };
	const start = draft.addWebhook(id, 'onReceived');
	const items = draft.add(
		'splitOut',
		'Items',
		{ fieldToSplitOut: 'list', options: {} },
		{
			after: draft.add('set', 'List', list, { after: start }),
		},
	);

	const loop = draft.add('loop', 'Loop', { options: {} }, { after: items });
	const ask = draft.add(
		'plane',
		'Ask',
		parametersFor('workItemComment.sendAndWait', {
			...findRecords(service),
			message: MESSAGE,
		}),
	);
	const name = `={{ ['${id}', $json.data.approved, $('${loop}').item.json.body.who].join(' ') }}`;
	const label = draft.add('plane', 'Label', labelParameters(service, name), { after: ask });
	const { connections, ...file } = draft.file;

	return {
		...file,
		connections: {
			...connections,
			[loop]: { main: [[], [{ node: ask, type: 'main', index: 0 }]] },
			[label]: { main: [[{ node: loop, type: 'main', index: 0 }]] },
		},
	};
}

/** How an agent asks: a person reviews the call of a tool, or the question is a tool itself. */
export type AgentQuestion = 'review' | 'tool';

/**
 * An agent whose model gets the text of a webhook, and a label with what the agent says in the end.
 *
 * @param version of the agent
 */
export function createAgentWorkflow(
	service: Service,
	{
		id,
		question,
		version,
	}: { readonly id: string; readonly question: AgentQuestion; readonly version: number },
): WorkflowFile {
	const draft = new Draft(id, id);
	const agentParameters = { promptType: 'define', text: '={{ $json.body.text }}', options: {} };
	const start = draft.addWebhook(id, 'onReceived');
	const agent = draft.add('agent', 'Agent', agentParameters, { after: start });
	const records = findRecords(service);
	const { projectId } = records;

	draft.add(
		'plane',
		'Label',
		labelParameters(service, `={{ ('${id} ' + $json.output).slice(0, 200) }}`),
		{
			after: agent,
		},
	);

	const { nodes, connections, ...file } = draft.file;
	const toolType = `${types.plane[0]}Tool`;
	const model = subNode(id, {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'gpt-4.1-mini' }, options: {} },
	});
	const title = `={{ $fromAI('name', 'Title of the work item', 'string') }}`;
	const create = subNode(id, {
		name: 'Create',
		type: toolType,
		parameters: parametersFor('workItem.create', { projectId, name: title }),
	});
	// As the editor saves it: the operation is the default of the parameter, and is left out.
	const review = subNode(id, {
		name: 'Review',
		type: `${types.plane[0]}HitlTool`,
		parameters: {
			...records,
			message: '={{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}?',
			commentFormat: 'text',
			options: { limitWaitTime: 1 },
		},
	});
	const ask = subNode(id, {
		name: 'Ask',
		type: toolType,
		parameters: parametersFor('workItemComment.sendAndWait', {
			...records,
			message: `={{ $fromAI('message', 'The question', 'string') }}`,
			responseType: 'freeText',
		}),
	});
	const toTool = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool' as const, index: 0 }]] });
	const tools =
		question === 'tool'
			? { [ask.name]: toTool(agent) }
			: { [create.name]: toTool(review.name), [review.name]: toTool(agent) };

	return {
		...file,
		nodes: [
			...nodes.map((node) => (node.name === agent ? { ...node, typeVersion: version } : node)),
			model,
			...[create, review, ask].filter(({ name }) => name in tools),
		],
		connections: {
			...connections,
			[model.name]: {
				ai_languageModel: [[{ node: agent, type: 'ai_languageModel', index: 0 }]],
			},
			...tools,
		},
	};
}

/** A node below an agent. */
function subNode(
	workflowId: string,
	{ typeVersion = 1, ...node }: Pick<INode, 'name' | 'parameters' | 'type'> & Partial<INode>,
): INode {
	const credentials = findCredentials(node.type);

	return {
		id: stableId(`${workflowId} ${node.name}`, 1),
		typeVersion,
		position: [0, 240],
		...node,
		...(credentials && { credentials }),
	};
}
