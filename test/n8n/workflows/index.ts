import { locator } from '../../engine/samples';
import type { Service } from '../../service/service';
import { attachmentsWorkflow } from './attachments';
import { demoWorkflow } from './demo';
import type { WorkflowFile } from './draft';
import { firstWorkflowWith } from './first';

export { credentialTo, planeCredential } from './credential';
export { Draft, types, type CredentialFile, type WorkflowFile } from './draft';
export { demoWorkflow, nodeName } from './demo';

/** A workflow to be tried, and how. */
export interface Example {
	readonly workflow: WorkflowFile;
	/** A sentence or two, for people. */
	readonly hint: string;
}

/** Workflows for the records of a test service: they run as they are. */
export function examplesFor(service: Service): Example[] {
	const { projects, cycles, users } = service.state;
	const projectId = locator(projects);
	const choices = {
		...{ projectId, cycleId: locator(cycles) },
		filters: { assignee: users[0]?.id ?? '' },
	};
	return [
		{
			workflow: demoWorkflow(service),
			hint: 'press Execute workflow. Each node is one of the operations; open one and change it.',
		},
		{
			workflow: attachmentsWorkflow(projectId),
			hint: 'makes files, attaches them, and brings them back.',
		},
		{
			workflow: firstWorkflowWith(choices),
			hint: "the README's first workflow, with its error output.",
		},
	];
}

/** Workflows for any server: their user chooses the project, and what else they ask for. */
export function blankExamples(): Example[] {
	const projectId = { __rl: true, mode: 'list', value: '' };
	return [
		{
			workflow: firstWorkflowWith({}),
			hint: "the README's first workflow. Choose project, assignee and cycle, then execute it.",
		},
		{
			workflow: attachmentsWorkflow(projectId),
			hint: 'attaches a file to each of three work items. Choose the project in all Plane nodes.',
		},
	];
}
