import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { jsonResponse, textResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { outcomes } from '../../nodeTexts';
import { PROJECT } from './useProject';

const startServer = useAnswers();

const project = (intakeView: boolean): INodeParameters => ({
	name: 'Rudder',
	identifier: 'RDR',
	additionalFields: { intakeView },
});
const created = { name: 'Rudder', identifier: 'RDR' };

/** Servers show the intake of a new project as turned on, but set it up only after an update (row 78). */
const startProjects = (update = jsonResponse({ id: PROJECT, ...created, intake_view: true })) =>
	startServer({
		'POST projects/': ({ body }) => jsonResponse({ id: PROJECT, ...body }, 201),
		[`PATCH projects/${PROJECT}/`]: update,
	});

it('The intake of a new project is turned on by a second request', async () => {
	const server = startProjects();

	const output = await server.run('project.create', project(true));

	expect(output).toMatchObject({ json: [{ id: PROJECT, intake_view: true }] });
	expect(server.requests).toMatchObject([
		{ route: 'POST projects/', body: { ...created, intake_view: true } },
		{ route: `PATCH projects/${PROJECT}/`, body: { intake_view: true } },
	]);
});

it('A new project without an intake takes one request', async () => {
	const server = startProjects();

	const output = await server.run('project.create', project(false));

	expect(output.error).toBeUndefined();
	expect(server.routes()).toEqual(['POST projects/']);
});

it('A new project fails with its ID if its intake cannot be turned on', async () => {
	const server = startProjects(textResponse('', 400));

	const output = await server.run('project.create', project(true));

	expect(output).toMatchObject({
		error: {
			message: expect.stringContaining(`${outcomes.saved(PROJECT)}Intake could not be set: `),
			description: expect.stringContaining('Set Intake with Update'),
		},
	});
});
