import type { FaultedRequest } from '../../service/faults';
import { isRecord } from '../../service/http';
import type { CarryOut } from '../inProcessHttp';

/** The result of a row that API v2 refuses, as Plane's documentation shows it. */
const REFUSED = {
	result: 'failed',
	type: 'invalid_request',
	code: 'invalid_request',
	detail: 'One or more fields failed validation.',
	errors: [{ field: 'priority', code: 'invalid', message: 'This value is not valid.' }],
};

/** Whether a request of API v2 is about several records. One for none only shows whether the server has the route. */
export const isBulk = ({ url = '', body = '' }: FaultedRequest): boolean =>
	url.includes('/bulk-') && !/"(items|ids)":\[\]/.test(body);

/** Makes API v2 refuse rows, which API v1 accepts. The other rows of the same request are carried out. */
export const refuseRows =
	(isRefused: (row: Readonly<Record<string, unknown>>) => boolean): CarryOut =>
	async (request, inject) => {
		const body: unknown = isBulk(request) ? JSON.parse(request.body ?? '{}') : undefined;
		if (!isRecord(body) || !Array.isArray(body.items)) return await inject();

		const rows = body.items.filter(isRecord).map((row, index) => ({ row, index }));
		const accepted = rows.filter(({ row }) => !isRefused(row));
		if (accepted.length === rows.length) return await inject();

		const refused = rows
			.filter((entry) => !accepted.includes(entry))
			.map(({ index }) => ({ index, ...REFUSED }));
		const items = accepted.map(({ row }) => row);
		// The server refuses a request for no record at all.
		const answer = await inject({ ...request, body: JSON.stringify({ ...body, items }) });
		const results: unknown = JSON.parse(answer.body.toString());
		const carriedOut = isRecord(results) && Array.isArray(results.results) ? results.results : [];
		const renumbered = carriedOut
			.filter(isRecord)
			.map((row) => ({ ...row, index: accepted[Number(row.index)]?.index }));

		return {
			...answer,
			status: 200,
			// In the opposite order: the rows say which they are.
			body: Buffer.from(JSON.stringify({ results: [...renumbered, ...refused].reverse() })),
		};
	};
