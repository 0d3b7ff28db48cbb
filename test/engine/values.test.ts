import { expect, test } from '@jest/globals';
import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';

import type { ReceivedRequest } from '../service/service';
import { idOf } from '../service/state';
import { PLANE_TOOL, type PlaneNode } from './engine';
import { locator, parametersFor, samples, withValue } from './samples';
import { useWorld } from './useWorld';
import {
	cellOf,
	finds,
	forms,
	placeNames,
	places,
	type Find,
	type FormName,
	type Place,
} from './values';

const world = useWorld();

/** Another field, so that an update has one where the parameter of the test is left alone. */
const OTHER = { externalSource: 'test' };

/** The value that is taken: an ID is that of a record which the parameter may name. */
function goodFor({ good, at }: Place): NodeParameterValueType {
	const { users, modules, states } = world.service.state;
	if (good !== 'ID') return good;

	const records = at === 'moduleId' ? modules : at === 'filters.state' ? states : users;

	return records[0]?.id ?? '';
}

const valueOf = (find: Find, place: Place): unknown =>
	({
		'a value': goodFor(place),
		undefined: undefined,
		null: null,
		'empty text': '',
		blanks: ' \t',
	})[find];

/** A node whose parameter is given in this way. */
function nodeFor(form: FormName, place: Place, value: unknown): PlaneNode {
	const { operation, at, isLocator } = place;
	const raw = forms[form].raw(value);
	const given = isLocator === true ? { __rl: true, mode: 'id', value: raw } : raw;
	const sample = parametersFor(operation, samples(world.service.state)[operation]);
	const base = operation.endsWith('.update') ? { ...sample, updateFields: OTHER } : sample;
	const parameters = withValue(base, at, given as NodeParameterValueType);

	return { parameters, ...('isTool' in forms[form] ? { type: PLANE_TOOL } : {}) };
}

/** What became of the parameter, as the service has got it. */
async function outcomeOf(form: FormName, find: Find, place: Place): Promise<string> {
	const { service, engine, credential } = world;
	const before = service.requests.length;
	const value = valueOf(find, place);
	// JSON has no word for undefined: it is not there at all.
	const json = { good: idOf('user', 1), ...(value === undefined ? {} : { value }) } as IDataObject;
	const message = await engine
		.run(nodeFor(form, place, value), [{ json }], { ...credential, workspaceSlug: 'fallback' })
		.then(
			({ error }) => error?.message ?? '',
			// Before the node runs, n8n itself refuses what a person left empty.
			(error: unknown) => String(error).replace(/^.*\n- Parameter "(.*)" is required\.$/s, '$1: '),
		);
	const isRefused = message.startsWith(`${place.parameter}: `);
	const sent = service.requests.slice(before);
	// A create reads its project first, which may be archived (row 73).
	const request = sent.find(({ method }) => method !== 'GET') ?? sent[0];
	if (request === undefined) return isRefused ? 'refused' : `not sent: ${message}`;

	expect(isRefused).toBe(false);

	return seenIn(request, place);
}

function seenIn({ url, body }: ReceivedRequest, { inAddress, wire, cleared }: Place): string {
	if (inAddress !== undefined) return url.includes(inAddress) ? 'sent' : 'left alone';
	if (wire === undefined || typeof body !== 'object' || body === null) return 'sent';
	if (!(wire in body)) return 'left alone';

	const value = (body as IDataObject)[wire];
	const isCleared = JSON.stringify(value) === JSON.stringify(cleared);

	expect(isCleared || (value !== null && value !== '')).toBe(true);

	return isCleared ? 'cleared' : 'sent';
}

test.each(['add', 'remove', 'replace'])(
	'%s is left alone with the labels that a model leaves empty',
	async (labelsAction) => {
		const { service, engine, credential } = world;
		const { projects, workItems } = service.state;
		const parameters = parametersFor('workItem.update', {
			projectId: locator(projects),
			workItemId: locator(workItems),
			updateFields: { name: 'New', labels: "={{ $fromAI('value') }}", labelsAction },
		});
		const node = { parameters, type: PLANE_TOOL };
		const { error } = await engine.run(node, [{ json: { value: '' } }], credential);

		expect(error).toBeUndefined();
		expect(service.requests.at(-1)?.body).toEqual({ name: 'New' });
	},
);

const table = (Object.keys(forms) as FormName[]).flatMap((form) =>
	finds.flatMap((find) =>
		placeNames.flatMap((name) => {
			const cell = cellOf(form, find, name);

			return cell === undefined ? [] : [[form, find, name, cell] as const];
		}),
	),
);

test.each(table)('%s, with %s as its value: %s is %s', async (form, find, name, cell) => {
	expect(await outcomeOf(form, find, places[name])).toBe(cell);
});
