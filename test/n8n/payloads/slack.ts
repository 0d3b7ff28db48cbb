import { createHmac } from 'node:crypto';

/** A slash command. */
export interface SlashCommand {
	/** What follows the command, as somebody has typed it. */
	readonly text: string;
	readonly userName: string;
	/** The address that takes the response. */
	readonly responseUrl: string;
	/** Different for each command. */
	readonly triggerId: string;
}

/** A request as Slack sends it. */
export interface SlackRequest {
	readonly method: 'POST';
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** The example in “Verifying requests from Slack” of Slack's documentation. */
export const DOCUMENTED_COMMAND = {
	secret: '8f742231b10e8888abcd99yyyzzz85a5',
	/** Seconds since 1970. */
	timestamp: 1531420618,
	command: {
		text: '',
		userName: 'roadrunner',
		responseUrl: 'https://hooks.slack.com/commands/T1DC2JH3J/397700885554/96rGlfmibIGlgcZRskXaIFfN',
		triggerId: '398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
	},
	name: '/webhook-collect',
	signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
} as const;

/**
 * Builds the request for a slash command, with the fields of the example above in its order.
 *
 * @param command such as `/plane`
 * @param timestamp when Slack signed it, in seconds since 1970
 */
export function createSlashCommand(
	name: string,
	{ text, userName, responseUrl, triggerId }: SlashCommand,
	{ secret, timestamp }: { readonly secret: string; readonly timestamp: number },
): SlackRequest {
	const fields = new URLSearchParams({
		token: 'xyzz0WbapA4vBCDEFasx0q6G',
		team_id: 'T1DC2JH3J',
		team_domain: 'testteamnow',
		channel_id: 'G8PSS9T3V',
		channel_name: 'foobar',
		user_id: 'U2CERLKJA',
		user_name: userName,
		command: name,
		text,
		response_url: responseUrl,
		trigger_id: triggerId,
	});
	const body = fields.toString();
	const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');

	return {
		method: 'POST',
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			'x-slack-request-timestamp': String(timestamp),
			'x-slack-signature': `v0=${digest}`,
		},
		body,
	};
}
