import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '@jest/globals';
import {
	type ICredentialDataDecryptedObject,
	type IConnections,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';

import {
	type ExpectedImport,
	EXPORTS_FOLDER,
	findUnsaid,
	findWrongRows,
	prepareProject,
} from '../tools/expectedImports';
import { startService } from '../service/service';
import { credentialFor } from './credentials';
import { Engine } from './engine';
import { byId } from './samples';

const STOP_AND_ERROR = 'n8n-nodes-base.stopAndError';

/** Stop and Error, as n8n has it: it throws its message. */
const stopAndError: INodeType = {
	description: {
		displayName: 'Stop and Error',
		name: 'stopAndError',
		group: ['input'],
		version: 1,
		description: 'Throws an error',
		defaults: { name: 'Stop and Error' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [],
		properties: [
			{ displayName: 'Error Message', name: 'errorMessage', type: 'string', default: '' },
		],
	},
	execute(this: IExecuteFunctions) {
		const message = this.getNodeParameter('errorMessage', 0, '');

		throw new NodeOperationError(this.getNode(), typeof message === 'string' ? message : '');
	},
};

interface WorkflowFile {
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
}

/** Reads the example, and fills in what its note says. @param upsert further parameters of Create or Update */
function readExample(upsert: INodeParameters): WorkflowFile {
	const file = join(__dirname, '../../docs/workflows/import-an-export.json');
	const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;

	return {
		connections,
		nodes: nodes
			.filter(({ type }) => !type.endsWith('.stickyNote'))
			.map((node) =>
				node.name === 'Create or Update'
					? { ...node, parameters: { ...node.parameters, ...upsert } }
					: node,
			),
	};
}

/** What the example imports, and how. */
export interface ImportSettings {
	readonly expected: ExpectedImport;
	/** The content of the file, if it is another one. */
	readonly text?: string;
	/** Of the workflow. */
	readonly timezone: string;
	/** Of Create or Update. */
	readonly options: INodeParameters;
}

/** Starts a service with an empty project, into which the example imports a file. */
export async function startImport({ expected, text, timezone, options }: ImportSettings) {
	const engine = await Engine.start({ [STOP_AND_ERROR]: stopAndError });
	const service = await startService({
		serverKind: 'community',
		differences: { acceptsCreationHistory: true },
	});
	const projectId = prepareProject(service.state, expected);
	const credential: ICredentialDataDecryptedObject = credentialFor(service);
	const { nodes, connections } = readExample({
		projectId: byId(projectId),
		columns: {
			mappingMode: 'autoMapInputData',
			value: null,
			matchingColumns: [expected.matchOn],
		},
		options,
	});
	const content =
		text === undefined ? readFileSync(join(EXPORTS_FOLDER, expected.file)) : Buffer.from(text);
	const file = { content, name: expected.file, mimeType: 'application/octet-stream' };

	/** @param task what the form says */
	const run = async (task: 'Check only, and change nothing' | 'Import' = 'Import') => {
		const outcomes = await engine.runSaved(
			{ nodes, connections, timezone },
			[{ json: { 'What to do': task }, files: { Export: file } }],
			credential,
		);
		const created = outcomes.get('Create or Update');
		if (created === undefined) throw new Error('Create or Update did not run');

		const [, failed = []] = created.outputs;

		return {
			hints: created.hints,
			failure: outcomes.get('Tell Me')?.error?.message,
			/** What both outputs say, the errors by the index of their record. */
			json: [...created.json, ...failed.map(({ json }) => json)],
			errors: new Map(failed.map(({ json, pairedItem }) => [readIndex(pairedItem), json.error])),
		};
	};

	return { service, projectId, run, close: async () => await service.close() };
}

/** The index of the input item that an output item is paired with. */
const readIndex = (pairedItem: INodeExecutionData['pairedItem']): number | undefined =>
	typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined;

/** The indexes of the records that are refused, because nobody can identify them. */
const listRefused = ({ leftOut }: ExpectedImport): readonly number[] =>
	leftOut.filter(({ why }) => why.startsWith('refused')).map(({ row }) => row - 1);

/** Imports a file twice, and expects what a right import gives, and nothing the second time. */
export async function expectRightImport(
	{ service, projectId, run }: Awaited<ReturnType<typeof startImport>>,
	{ expected, timezone }: Pick<ImportSettings, 'expected' | 'timezone'>,
): Promise<void> {
	const { state, ledger } = service;
	const first = await run();
	const { errors } = first;
	const mistakes = await findWrongRows(expected, { state, projectId, errors, timezone });

	expect(mistakes).toEqual([]);
	expect([...errors.keys()]).toEqual(listRefused(expected));
	expect(findUnsaid(expected, first)).toEqual([]);

	const changes = ledger.length;
	const second = await run();

	expect(second.errors).toEqual(errors);
	expect(ledger.slice(changes)).toEqual([]);
}
