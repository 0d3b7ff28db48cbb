import {
	type EngineResponse,
	type ExecuteNodeResult,
	type IDataObject,
	type IExecuteFunctions,
	type INodeType,
	NodeConnectionTypes,
	type NodeOutput,
} from 'n8n-workflow';

/** What an agent of the test knows of its only tool. */
interface Tool {
	readonly name: string;
	readonly description: string;
	invoke(input: IDataObject): Promise<unknown>;
}

/**
 * How n8n's agents call a tool: version 2 as a function, version 3 by a request to the engine, which runs the
 * node of the tool.
 */
export type AgentVersion = 2 | 3;

/**
 * The node of an agent that calls its only tool once, with these arguments. Its output is what the model reads:
 * the name and the description of the tool, and its result as text.
 */
export const agentNode = (version: AgentVersion, input: IDataObject): INodeType => ({
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls its tool',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions, response?: EngineResponse): Promise<NodeOutput> {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		if (tool === undefined) throw new Error('The agent has no tool');

		if (version === 2) return toOutput(tool, await callFunction(tool, input));

		const [result] = response?.actionResponses ?? [];
		if (result !== undefined) return toOutput(tool, readObservation(result));

		return {
			actions: [
				{
					actionType: 'ExecutionNodeAction',
					nodeName: TOOL_NAME,
					input,
					type: NodeConnectionTypes.AiTool,
					id: 'call',
					metadata: { itemIndex: 0 },
				},
			],
			metadata: {},
		};
	},
});

/** The name of the node that is the tool. */
export const TOOL_NAME = 'Plane';

const toOutput = ({ name, description }: Tool, text: string): NodeOutput => [
	[{ json: { name, description, text } }],
];

/** Calls a tool as `AgentExecutor` of @langchain/classic 1.0.27 does, which drops an error (n8n 2.41). */
const callFunction = async (tool: Tool, input: IDataObject): Promise<string> =>
	await tool.invoke(input).then(String, () => '');

/**
 * Reads the result of a tool as n8n's agents do (`buildSteps` in @n8n/n8n-nodes-langchain 2.41 and 1.123): the
 * description of an error does not reach the model.
 */
function readObservation({ data }: ExecuteNodeResult): string {
	const items = data.data?.ai_tool?.[0]?.map(({ json }) => json) ?? [];

	return items.length > 0 ? JSON.stringify(items) : (data.error?.message ?? '');
}
