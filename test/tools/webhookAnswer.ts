/** What a webhook answers, and the response of n8n that takes it. */
export function webhookAnswer() {
	const answered = { status: 200, answer: undefined as unknown };
	const response = {
		status: (status: number) => {
			answered.status = status;

			return response;
		},
		json: (answer: unknown) => {
			answered.answer = answer;

			return response;
		},
	};

	return { answered, response };
}
