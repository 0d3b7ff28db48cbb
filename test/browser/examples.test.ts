import { expect, test } from '@jest/globals';

import { types } from '../n8n/workflows/draft';
import { useEditor } from './desk';
import { takePicture } from './pictures';
import { exampleOf, examples } from './workflows';

const desk = useEditor();

test.each(examples)('the example %s is shown with all its nodes', async (file) => {
	const { name, nodes } = exampleOf(file);
	const canvas = await desk.editor.openWorkflow(name);
	// Notes are not counted as nodes.
	const steps = nodes.filter(({ type }) => type !== types.note[0]);

	expect(await canvas.count()).toBe(steps.length);
	await canvas.showAll();
	await takePicture(desk.page, `example-${file}`);
});
