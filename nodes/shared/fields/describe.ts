const LONGEST = 60;

/** How a value is quoted in an error: short, on one line, and telling text from other types. */
export function quote(value: unknown): string {
	if (typeof value === 'string') return `"${shorten(value)}"`;
	if (Array.isArray(value)) return `the list ${shorten(asJson(value))}`;
	if (isRecord(value)) return `the object ${shorten(asJson(value))}`;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	return value === null ? 'null' : `a ${typeof value}`;
}

/** Keeps the first characters of a text, with every control character shown as a space. */
function shorten(text: string): string {
	const line = text.replace(/\p{Cc}/gu, ' ');
	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function asJson(value: object): string {
	try {
		const json: unknown = JSON.stringify(value);
		if (typeof json === 'string' && json !== 'null') return json;
	} catch {
		// It refers to itself.
	}
	return 'that cannot be shown';
}

/** Any object, so that its properties can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
