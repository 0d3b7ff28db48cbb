import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether the execution was canceled, so that nothing more must be started. */
export const isCanceled = (context: IExecuteFunctions): boolean =>
	context.getExecutionCancelSignal()?.aborted === true;
