import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem } from '../../../nodes/shared/operations';
import { CustomProperties } from '../../../nodes/shared/resolve/CustomProperties';
import { Projects } from '../../../nodes/shared/resolve/Projects';
import { RecordLists } from '../../../nodes/shared/resolve/RecordLists';
import { isProblem } from '../../../nodes/shared/result/problem';
import { writeDefaults } from '../calls';
import { createExecution } from '../execute/testExecution';
import { jsonResponse } from '../responses';

const OPTION_COUNT = 20_000;

const TYPE = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** A list of properties with one dropdown (row 480), from a server that has it. */
function createProperties(options: readonly JsonObject[]): CustomProperties {
	const property = { id: 'severity', display_name: 'Severity', property_type: 'OPTION', options };
	const { execution } = createExecution({
		[`GET projects/p1/work-item-types/${TYPE}/work-item-properties/`]: jsonResponse([
			{ ...property, options: [...options] },
		]),
	});
	const { client, paging } = execution;

	return new CustomProperties(new RecordLists(client, paging, new Projects(client)));
}

const createCall = (severity: string): Call<'create'> => ({
	...writeDefaults,
	kind: 'create',
	operation: createWorkItem,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1' },
	body: { type_id: TYPE },
	ifExists: 'fail',
	customValues: { timezone: 'UTC', entered: { severity } },
});

const convert = async (properties: CustomProperties, severity: string) =>
	await properties.convert(createCall(severity), async () => await Promise.resolve(TYPE));

describe('a dropdown with thousands of options', () => {
	const options = Array.from({ length: OPTION_COUNT }, (_, index) => ({
		id: `option-${index}`,
		name: `Option ${index}`,
	}));

	test('is declared once for all values', async () => {
		const properties = createProperties(options);
		const first = await convert(properties, 'option 7');
		const second = await convert(properties, 'OPTION 19999');

		expect(first).toMatchObject({ customValues: { typed: [{ sent: 'option-7' }] } });
		expect(second).toMatchObject({ customValues: { typed: [{ sent: 'option-19999' }] } });

		const fields = [first, second].map((call) =>
			!isProblem(call) && call.kind === 'create' ? call.customValues?.typed?.[0]?.field : undefined,
		);

		expect(fields[0]).toBeDefined();
		expect(fields[1]).toBe(fields[0]);
	});

	test('lists some of them for a value that is none', async () => {
		const result = await convert(createProperties(options), 'many');

		expect(result).toMatchObject({
			description: expect.stringMatching(/^Use one of: Option 0, .*, Option 49 and 19950 more\./),
		});
	});
});
