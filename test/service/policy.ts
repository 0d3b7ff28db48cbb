import type { FormHead } from './form';
import { signText, type Account } from './signature';

/** The refusal of an upload: its status, and the code and message of its XML. */
export interface StoreRefusal {
	status: number;
	code: string;
	message: string;
}

const refusal = (status: number, code: string, message: string) => ({ status, code, message });

const noFile = refusal(
	400,
	'InvalidArgument',
	'POST requires exactly one file upload per request.',
);
const noPolicy = refusal(403, 'AccessDenied', 'The form carries no policy.');
const noKey = refusal(403, 'InvalidAccessKeyId', 'The access key does not exist in our records.');
const describeSize = (size: string) => `Your proposed upload ${size} allowed object size.`;
const tooLarge = refusal(400, 'EntityTooLarge', describeSize('exceeds the maximum'));
const tooSmall = refusal(400, 'EntityTooSmall', describeSize('is smaller than the minimum'));
const policyDenied = (reason: string): StoreRefusal =>
	refusal(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);

export const wrongSignature = refusal(
	403,
	'SignatureDoesNotMatch',
	'The request signature does not match the signature you provided.',
);

const badName = refusal(
	400,
	'XMinioInvalidObjectName',
	'Object name contains unsupported characters.',
);

/** The store uses each part of a key as the name of a folder (observed row 71). */
const MAX_PART_BYTES = 255;

// Fields that a policy never names, because it cannot sign itself.
const UNSIGNED_FIELDS = ['policy', 'x-amz-signature', 'file'];

type Range = [kind: string, least: string | number, most: string | number];

interface Policy {
	expiration: string;
	conditions: (Record<string, string> | Range)[];
}

const isRange = (condition: Policy['conditions'][number]) => Array.isArray(condition);

const isPolicy = (value: unknown): value is Policy =>
	typeof value === 'object' &&
	value !== null &&
	'expiration' in value &&
	'conditions' in value &&
	Array.isArray(value.conditions);

function readPolicy(text: string): Policy | undefined {
	try {
		const policy: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));

		return isPolicy(policy) ? policy : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Checks an upload as a store such as Amazon's does, and s3rver does not: the signature, the expiry,
 * that the fields match the policy and the policy covers the fields, and the size (observed row 15).
 * Names are compared without regard to case.
 *
 * @returns undefined if the store accepts the upload
 */
export async function findUploadRefusal(
	head: FormHead,
	bucket: string,
	account: Account,
): Promise<StoreRefusal | undefined> {
	if (!head.hasFile) return noFile;

	const form = new Map(head.fields.map(([name, value]) => [name.toLowerCase(), value]));
	const encoded = form.get('policy') ?? '';
	const credential = form.get('x-amz-credential') ?? '';
	const policy = readPolicy(encoded);
	if (!policy) return noPolicy;

	if (credential.split('/')[0] !== account.accessKey) return noKey;

	const signature = await signText(encoded, credential, account);
	if (form.get('x-amz-signature') !== signature) return wrongSignature;
	if (Date.parse(policy.expiration) < Date.now()) return policyDenied('Policy expired.');

	for (const [kind, min, max] of policy.conditions.filter(isRange)) {
		if (kind !== 'content-length-range') continue;
		if (head.fileSize.min > Number(max)) return tooLarge;
		if (head.fileSize.max < Number(min)) return tooSmall;
	}

	const equalities = policy.conditions.flatMap((entry) =>
		isRange(entry) ? [] : Object.entries(entry),
	);

	for (const [name, value] of equalities) {
		const sent = name === 'bucket' ? bucket : form.get(name.toLowerCase());
		if (sent !== value)
			return policyDenied(`Policy Condition failed: ["eq", "$${name}", "${value}"]`);
	}

	const allowedNames = new Set([
		...UNSIGNED_FIELDS,
		...equalities.map(([name]) => name.toLowerCase()),
	]);
	const extra = [...form.keys()].filter((name) => !allowedNames.has(name));
	if (extra.length > 0) return policyDenied(`Extra input fields: ${extra.join(', ')}`);

	const parts = (form.get('key') ?? '').split('/');

	return parts.some((part) => Buffer.byteLength(part) > MAX_PART_BYTES) ? badName : undefined;
}
