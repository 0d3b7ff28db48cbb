import type { IWebhookDescription } from 'n8n-workflow';

const waitingWebhook = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The address of the links in a question, while an execution waits. To open one shows a page, whose form answers. */
export const waitingWebhooks = [waitingWebhook('GET'), waitingWebhook('POST')];
