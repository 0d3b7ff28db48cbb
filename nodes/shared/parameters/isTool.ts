import type { INode } from 'n8n-workflow';

/** Whether an agent uses a node as a tool: n8n then appends "Tool" to the node's type. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** Whether the node is a tool for human review: n8n then appends "HitlTool" to the node's type. */
export const isHitlTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('HitlTool');
