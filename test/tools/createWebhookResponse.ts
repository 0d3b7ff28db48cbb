/** A response of n8n to a webhook, and what the node sends with it. */
export function createWebhookResponse() {
	const sent = { status: 200, answer: undefined as unknown };
	const headers: Record<string, string> = {};
	const response = {
		status: (status: number) => {
			sent.status = status;

			return response;
		},
		json: (body: unknown) => {
			sent.answer = body;

			return response;
		},
		setHeader: (name: string, value: string) => {
			headers[name.toLowerCase()] = value;

			return response;
		},
		end: (body: unknown) => {
			sent.answer = body;

			return response;
		},
	};

	return { sent, headers, response };
}
