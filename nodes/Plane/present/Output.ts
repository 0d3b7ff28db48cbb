import type { INodeExecutionData } from 'n8n-workflow';

/** An output item before it is paired with its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;
