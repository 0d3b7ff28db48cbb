import type { IWebhookFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { escapeText } from '../../shared/html/escape';
import { toReadableText } from '../../shared/html/toReadableText';
import { type Answer, type AnswerChoice, FORM_LABEL, TEXT_FIELD } from './Answer';

/** A page that a person sees who follows a link of a question. */
export interface AnswerPage {
	readonly status: number;
	readonly html: string;
	/** The value by which the page allows its only script. */
	readonly nonce: string;
}

interface PageParts {
	readonly title: string;
	/** As HTML. */
	readonly content: string;
	readonly status?: number;
}

const STYLE = `
	body { margin: 0; padding: 2rem 1rem; background: #f4f5f6; color: #1d1f20; font: 16px/1.5 system-ui, sans-serif; }
	main { max-width: 34rem; margin: auto; padding: 2rem; border-radius: 0.5rem; background: #fff; }
	h1 { margin: 0 0 1rem; font-size: 1.25rem; }
	p { margin: 0 0 1rem; overflow-wrap: anywhere; white-space: pre-wrap; }
	textarea { box-sizing: border-box; width: 100%; margin-bottom: 1rem; font: inherit; }
	button { padding: 0.6rem 1.5rem; border: 0; border-radius: 0.25rem; background: #006399; color: #fff; font: inherit; cursor: pointer; }
	button:disabled { opacity: 0.5; }
`;

/** A second click would be a second answer, before n8n knows that the execution continues. */
const SCRIPT = `addEventListener('submit', () => { document.querySelector('button').disabled = true; });`;

function buildPage({ title, content, status = 200 }: PageParts): AnswerPage {
	const nonce = randomUUID();
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
${content}
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;

	return { status, html, nonce };
}

const paragraph = (text: string): string => `<p>${escapeText(text)}</p>`;

/** The page behind a link: what was asked, and what has to be confirmed. @param html the question */
export function buildConfirmationPage(html: string, choice: AnswerChoice): AnswerPage {
	const field = `<textarea name="${TEXT_FIELD}" rows="5" required autofocus aria-label="${FORM_LABEL}"></textarea>`;

	return buildPage({
		title: choice.kind === 'form' ? FORM_LABEL : `${choice.label}?`,
		content: `${paragraph(toReadableText(html))}
<form method="post">
${choice.kind === 'form' ? field : ''}
<button type="submit">${escapeText(choice.kind === 'form' ? 'Send' : choice.label)}</button>
</form>`,
	});
}

/** The page after an answer. */
export const buildThanksPage = (answer: Answer): AnswerPage =>
	buildPage({
		title: answer.kind === 'text' ? 'Your answer was recorded' : `${answer.label}: recorded`,
		content: paragraph('The workflow continues. You can close this page.'),
	});

/** The page behind a link whose question is no longer open. */
export const buildClosedPage = (): AnswerPage =>
	buildPage({
		title: 'This question is no longer open',
		content: paragraph(
			'Somebody has answered it, or the workflow no longer waits. Nothing was changed.',
		),
	});

/** The page after an error of n8n or of the node. */
export const buildFailurePage = (): AnswerPage =>
	buildPage({
		status: 500,
		title: 'Your answer was not recorded',
		content: paragraph('The log of n8n says what went wrong. The link still works.'),
	});

/**
 * The headers of a page: nothing may be loaded or embedded, the form goes back to where it came from, and the signed
 * address goes nowhere.
 */
export function setPageHeaders(context: IWebhookFunctions, { status, nonce }: AnswerPage): void {
	const response = context.getResponseObject();
	const policy = [
		`default-src 'none'`,
		`style-src 'unsafe-inline'`,
		`script-src 'nonce-${nonce}'`,
		`form-action 'self'`,
		`frame-ancestors 'none'`,
		`base-uri 'none'`,
	];

	response.status(status);
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.setHeader('Content-Security-Policy', policy.join('; '));
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('X-Content-Type-Options', 'nosniff');
}
