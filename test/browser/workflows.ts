import { parametersFor, locator } from '../engine/samples';
import { planeCredential, Draft, type WorkflowFile } from '../n8n/workflows';
import { seed } from '../service/seed';

/** The workflows that n8n has before a person opens it, by what the tests do with them. */
export const names = {
	/** Nothing but its start: the node is still to be added. */
	empty: 'My first workflow with Plane',
	/** The node is there, with project and module. */
	update: 'Update a module',
} as const;

export function workflows(): WorkflowFile[] {
	return [emptyWorkflow(), updateWorkflow()];
}

function emptyWorkflow(): WorkflowFile {
	const hint = 'Add the node Plane, and update a module with it.';
	const draft = new Draft('browserEmpty', names.empty, hint, planeCredential);
	draft.add('manual', 'Start', [0, 0]);
	return draft.file;
}

function updateWorkflow(): WorkflowFile {
	const { projects, modules } = seed(0);
	const hint = 'Change what is to be updated.';
	const draft = new Draft('browserUpdate', names.update, hint, planeCredential);
	const start = draft.add('manual', 'Start', [0, 0]);
	const parameters = { projectId: locator(projects), moduleId: locator(modules) };
	draft.connect(
		start,
		draft.add('plane', 'Plane', [240, 0], parametersFor('module.update', parameters)),
	);
	return draft.file;
}
