import { expect, test } from '@jest/globals';

import { takePicture } from './pictures';
import { useEditor } from './desk';
import { names } from './workflows';

const desk = useEditor('dark');

test('in dark mode the node has its dark icon, in the list and in the workflow', async () => {
	const canvas = await desk.editor.openWorkflow(names.update);
	expect(await canvas.icon('Plane')).toMatchObject({ file: 'plane.dark.svg', drawn: true });

	const list = await canvas.addAfter('Plane');
	await list.search('plane');
	expect(await list.icon('Plane')).toMatchObject({ file: 'plane.dark.svg', drawn: true });
	await takePicture(desk.page, 'dark-mode');
});
