import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts mail to any address. */
export interface Mailbox {
	/** The data of n8n's `smtp` credential. */
	readonly credential: {
		readonly host: string;
		readonly port: number;
		readonly secure: boolean;
		readonly disableStartTls: boolean;
	};
	/** Received mails, oldest first. */
	readonly mails: readonly ParsedMail[];
	readonly close: () => Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const mails: ParsedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData: (stream, _session, done) => {
			simpleParser(stream).then(
				(mail) => {
					mails.push(mail);
					done();
				},
				(error: unknown) => {
					done(error instanceof Error ? error : new Error('The mail cannot be parsed'));
				},
			);
		},
	});
	const listening = server.listen(0, '127.0.0.1');

	await once(listening, 'listening');
	const { port } = listening.address() as AddressInfo;

	return {
		credential: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		mails,
		close: async () => {
			await new Promise<void>((resolve) => {
				server.close(resolve);
			});
		},
	};
}
