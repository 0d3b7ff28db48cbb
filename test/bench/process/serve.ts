import { isAsk, type Protocol, type Reply, type Served } from './messages';

/** Answers what the process that started this one asks, until that one ends. */
export function serve<Talk extends Protocol<Talk>>(talk: Served<Talk>): void {
	const functions = new Map<string, (request: never) => Promise<unknown>>(Object.entries(talk));
	const answer = async (name: string, request: unknown): Promise<unknown> => {
		const asked = functions.get(name);
		if (asked === undefined) throw new Error(`Nothing here is called ${name}.`);
		// The other end asks with the values of the same protocol.
		return await asked(request as never);
	};
	process.on('message', (message: unknown) => {
		if (!isAsk(message)) return;
		const { id, name, request } = message;
		const send = (reply: Reply) => process.send?.(reply);
		answer(name, request).then(
			(reply) => send({ id, reply }),
			(error: unknown) =>
				send({ id, error: error instanceof Error ? error.message : String(error) }),
		);
	});
	process.on('disconnect', () => process.exit());
}
