import type { IExecuteFunctions, INode, JsonObject } from 'n8n-workflow';

import type { AskOperation, DecisionLink } from '../../shared/operations/operation';
import { APPROVAL, APPROVE_OR_DECLINE } from '../../shared/operations/sendAndWait';
import { isHitlTool, isTool } from '../../shared/parameters/isTool';
import { type ParameterCache, ParameterReader } from '../../shared/parameters/ParameterReader';
import type { Result } from '../../shared/result/problem';
import { asText } from '../../shared/values/asText';
import type { ExpectedAnswer } from './Question';

/** What an item says about the answer that it waits for. */
export interface AskSettings {
	readonly expected: ExpectedAnswer;
	/** Absent: there is no limit. */
	readonly hours?: number;
}

/** Reads and checks what an item says about the answer that it waits for. */
export function readSettings(
	context: IExecuteFunctions,
	operation: AskOperation,
	{ itemIndex, cache }: { readonly itemIndex: number; readonly cache: ParameterCache },
): Result<AskSettings> {
	const reader = new ParameterReader(context, itemIndex, cache);
	const decisions = readDecisions(reader, operation);
	const fields = decisions.map((decision) => operation.labels[decision]);
	const values = reader.optionValues('options', [...fields, operation.hours]);
	const hours = values[operation.hours.wire];

	if (typeof hours === 'number' && isAskedByAgent(context.getNode())) {
		reader.addProblem(
			operation.hours,
			'if nobody answers in time, the model would read the input of the agent as the answer',
			'Remove it: a tool waits until somebody answers.',
		);
	}

	return reader.finish({
		expected:
			decisions.length === 0
				? { kind: 'text' }
				: { kind: 'decision', labels: readLabels(operation, decisions, values) },
		...(typeof hours === 'number' && { hours }),
	});
}

/**
 * Whether an agent itself asks. Once the time is over, n8n passes on the input of the tool, which contains the item of the
 * agent, such as a webhook with its headers. A review has a model read only whether it was approved.
 */
const isAskedByAgent = (node: Pick<INode, 'type'>): boolean => isTool(node) && !isHitlTool(node);

/** The decisions between which people choose, the first one first; none if they write a text. */
function readDecisions(
	reader: ParameterReader,
	{ responseType, approvalType }: AskOperation,
): readonly DecisionLink[] {
	if (reader.value(responseType) !== APPROVAL) return [];

	return reader.value(approvalType) === APPROVE_OR_DECLINE ? ['approve', 'decline'] : ['approve'];
}

/** @param values the options that were added, by wire name */
function readLabels(
	operation: AskOperation,
	decisions: readonly DecisionLink[],
	values: JsonObject,
): Partial<Record<DecisionLink, string>> {
	const labels: Partial<Record<DecisionLink, string>> = {};

	for (const decision of decisions) {
		const { wire, default: usual } = operation.labels[decision];

		labels[decision] = asText(values[wire]) ?? String(usual);
	}

	return labels;
}
