import { expect, test } from '@jest/globals';

import { types } from '../n8n/workflows/draft';
import { useEditor } from './desk';
import { takePicture } from './pictures';
import { readExample, exampleNames } from './workflows';

const desk = useEditor();

test.each(exampleNames)('the example %s is shown with all its nodes', async (file) => {
	const { name, nodes } = readExample(file);
	const canvas = await desk.editor.openWorkflow(name);
	// Notes are not counted as nodes.
	const steps = nodes.filter(({ type }) => type !== types.note[0]);

	expect(await canvas.countNodes()).toBe(steps.length);
	await canvas.showAll();
	await takePicture(desk.page, `example-${file}`);
});
