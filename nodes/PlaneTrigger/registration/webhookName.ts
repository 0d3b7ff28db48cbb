import { truncate } from '../../shared/text/truncate';

/** Characters that Plane takes as the name of a webhook (row 519). */
const MAX_NAME = 255;

/** What the name of a webhook says about the workflow that has registered it. */
export interface NamedWorkflow {
	readonly id: string;
	readonly name: string;
	/** Whether the webhook is for a test event, while the editor listens for one. */
	readonly isTest: boolean;
}

/**
 * Builds the name of a webhook, which people read in Plane's list of webhooks. It ends in the ID of the
 * workflow: another workflow with the same URL must not take the webhook for its own.
 */
export function buildWebhookName({ id, name, isTest }: NamedWorkflow): string {
	const start = isTest ? 'n8n test: ' : 'n8n: ';
	const end = ` ${formatId(id)}`;
	const ellipsisLength = 1;

	return start + truncate(name, MAX_NAME - start.length - end.length - ellipsisLength) + end;
}

/** Whether a workflow has given a webhook its name. The workflow may have been renamed since then. */
export const isNamedByWorkflow = (name: string, workflowId: string): boolean =>
	name.startsWith('n8n') && name.endsWith(formatId(workflowId));

const formatId = (id: string): string => `(workflow ${id})`;
