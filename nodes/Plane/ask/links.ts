import type { IExecuteFunctions } from 'n8n-workflow';

import { refused, type Result } from '../../shared/result/problem';
import { FORM_LABEL, LINK_PARAMETERS } from './Answer';
import type { CommentLink } from './commentHtml';
import type { ExpectedAnswer } from './Question';

/** n8n 1.x checks the signatures of an execution only if its node asks for that. n8n 2.x always does. */
interface WithSignatureSwitch {
	setSignatureValidationRequired(): void;
}

const hasSignatureSwitch = (context: object): context is WithSignatureSwitch =>
	'setSignatureValidationRequired' in context &&
	typeof context.setSignatureValidationRequired === 'function';

/** Whether this n8n can sign links. Its types promise it, but they are of a later version. */
const canSign = (context: Partial<Pick<IExecuteFunctions, 'getSignedResumeUrl'>>): boolean =>
	typeof context.getSignedResumeUrl === 'function';

/**
 * Whether an agent runs the node itself, as agents of version 2 do. Then n8n does not let the execution wait, although
 * the node asks for it: the model reads the input of the tool, and the links lead nowhere (n8n 2.41).
 */
const isInsideAgent = (context: object): boolean => 'cloneWith' in context;

/** What makes the signed links of a question, or why nobody could answer it. */
export function openLinkSigner(context: IExecuteFunctions): Result<LinkSigner> {
	if (!canSign(context)) {
		return refused(
			'This version of n8n cannot sign links',
			'Update n8n. Until then, add a comment with Create, and wait with the node Wait.',
		);
	}

	if (isInsideAgent(context)) {
		return refused(
			'An agent of this version cannot wait for an answer',
			'Use the node AI Agent of version 3 or later: then n8n runs its tools, and can wait.',
		);
	}

	return (id, expected) => {
		if (hasSignatureSwitch(context)) context.setSignatureValidationRequired();

		const sign = (parameters: Readonly<Record<string, string>> = {}): string =>
			context.getSignedResumeUrl({ [LINK_PARAMETERS.question]: id, ...parameters });

		if (expected.kind === 'text') return [{ label: FORM_LABEL, url: sign() }];

		const { approve, decline } = expected.labels;
		const links: CommentLink[] = [];

		for (const [label, approved] of [
			[approve, 'true'],
			[decline, 'false'],
		] as const) {
			if (label === undefined) continue;

			links.push({ label, url: sign({ [LINK_PARAMETERS.approved]: approved }) });
		}

		return links;
	};
}

/** Makes the links of the question with an ID. From then on, n8n refuses links of the execution without signatures. */
export type LinkSigner = (id: string, expected: ExpectedAnswer) => readonly CommentLink[];
