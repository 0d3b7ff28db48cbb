/** What a process of the bench can be asked: functions of one value, all of which is sent as JSON. */
export type Protocol<Talk> = {
	[Name in keyof Talk]: (request: never) => unknown;
};

/** The other end of it: the same functions, which may take their time. */
export type Served<Talk extends Protocol<Talk>> = {
	[Name in keyof Talk]: (...request: Parameters<Talk[Name]>) => Promise<ReturnType<Talk[Name]>>;
};

export interface Ask {
	readonly id: number;
	readonly name: string;
	readonly request: unknown;
}

export interface Reply {
	readonly id: number;
	readonly reply?: unknown;
	/** The words of what was thrown. */
	readonly error?: string;
}

const hasId = (message: unknown): message is { readonly id: number } =>
	typeof message === 'object' && message !== null && 'id' in message;

export const isAsk = (message: unknown): message is Ask => hasId(message) && 'name' in message;

export const isReply = (message: unknown): message is Reply => hasId(message);
