import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether the execution was canceled: nothing more is to be done for it. */
export const isCanceled = (context: IExecuteFunctions): boolean =>
	context.getExecutionCancelSignal()?.aborted === true;
