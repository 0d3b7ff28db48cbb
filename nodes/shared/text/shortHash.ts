import { createHash } from 'node:crypto';
import type { JsonValue } from 'n8n-workflow';

/** Returns a short fingerprint that does not reveal the values: 24 hex digits of their SHA-256. */
export const shortHash = (values: readonly JsonValue[]): string =>
	createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 24);
