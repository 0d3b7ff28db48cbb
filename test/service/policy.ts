import type { FormHead } from './form';
import { signatureOf } from './signature';

/** Why a store refuses an upload: status, and code and message of the XML. */
export interface StoreRefusal {
	status: number;
	code: string;
	message: string;
}

const refusal = (status: number, code: string, message: string): StoreRefusal => ({
	status,
	code,
	message,
});

const denied = (reason: string): StoreRefusal =>
	refusal(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);

// Fields that a policy never names: it cannot sign itself.
const unsigned = ['policy', 'x-amz-signature', 'file'];

interface Policy {
	expiration: string;
	conditions: (Record<string, string> | [string, string | number, string | number])[];
}

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
 * What a store such as Amazon's checks before it takes an upload, and what s3rver leaves out: the
 * signature, the expiry, the conditions of the policy in both directions, and the size (observed
 * row 15). Undefined: all is well. Names count without regard to case, as they do there.
 */
export function refuseUpload(
	head: FormHead,
	bucket: string,
	secretOf: (accessKey: string) => string | undefined,
): StoreRefusal | undefined {
	if (!head.hasFile) {
		const message = 'POST requires exactly one file upload per request.';
		return refusal(400, 'InvalidArgument', message);
	}
	const form = new Map(head.fields.map(([name, value]) => [name.toLowerCase(), value]));
	const encoded = form.get('policy') ?? '';
	const credential = form.get('x-amz-credential') ?? '';
	const policy = readPolicy(encoded);
	if (!policy) return refusal(403, 'AccessDenied', 'The form carries no policy.');
	const secret = secretOf(credential.split('/')[0] ?? '');
	if (secret === undefined) {
		return refusal(403, 'InvalidAccessKeyId', 'The access key does not exist in our records.');
	}
	if (signatureOf(encoded, credential, secret) !== form.get('x-amz-signature')) {
		const message = 'The request signature does not match the signature you provided.';
		return refusal(403, 'SignatureDoesNotMatch', message);
	}
	if (Date.parse(policy.expiration) < Date.now()) return denied('Policy expired.');

	const named = new Set(unsigned);
	for (const condition of policy.conditions) {
		if (Array.isArray(condition)) {
			const [kind, least, most] = condition;
			if (kind !== 'content-length-range') continue;
			if (head.fileSize.least > Number(most)) {
				const message = 'Your proposed upload exceeds the maximum allowed object size.';
				return refusal(400, 'EntityTooLarge', message);
			}
			if (head.fileSize.most < Number(least)) {
				const message = 'Your proposed upload is smaller than the minimum allowed object size.';
				return refusal(400, 'EntityTooSmall', message);
			}
			continue;
		}
		for (const [name, value] of Object.entries(condition)) {
			named.add(name.toLowerCase());
			const sent = name === 'bucket' ? bucket : form.get(name.toLowerCase());
			if (sent !== value) {
				return denied(`Policy Condition failed: ["eq", "$${name}", "${value}"]`);
			}
		}
	}
	const extra = [...form.keys()].filter((name) => !named.has(name));
	return extra.length > 0 ? denied(`Extra input fields: ${extra.join(', ')}`) : undefined;
}
