/** A response of n8n to a webhook, and what the node sends with it. */
export function createWebhookResponse() {
	const sent = { status: 200, answer: undefined as unknown };
	const response = {
		status: (status: number) => {
			sent.status = status;

			return response;
		},
		json: (body: unknown) => {
			sent.answer = body;

			return response;
		},
	};

	return { sent, response };
}
