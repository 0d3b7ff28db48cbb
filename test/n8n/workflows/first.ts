import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { planeCredential } from './credential';
import { types, type Parameters, type WorkflowFile } from './draft';

const file = join(__dirname, '../../../docs/first-workflow.json');

/**
 * The README's first workflow, with the credential and with the choices that its reader makes.
 * @param choices by the parameter's name; what is not chosen stays empty
 */
export function firstWorkflowWith(choices: Parameters): WorkflowFile {
	const { id, name, type } = planeCredential;
	const { nodes, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Omit<WorkflowFile, 'id'>;
	return {
		...rest,
		id: 'planeFirstWorkflow',
		nodes: nodes.map((node) => {
			if (node.type !== types.plane[0]) return node;
			const chosen = Object.entries(choices).filter(([key]) => key in node.parameters);
			return {
				...node,
				parameters: { ...node.parameters, ...Object.fromEntries(chosen) },
				credentials: { [type]: { id, name } },
			};
		}),
	};
}
