import { expect, test } from '@jest/globals';

import { useEditor } from './desk';
import { takePicture } from './pictures';
import { exampleOf, examples } from './workflows';

const desk = useEditor();

test.each(examples)('the example %s is drawn as it is imported', async (file) => {
	const { name, nodes } = exampleOf(file);
	const canvas = await desk.editor.openWorkflow(name);
	expect(await canvas.count()).toBe(nodes.length);
	await canvas.showAll();
	await takePicture(desk.page, `example-${file}`);
});
