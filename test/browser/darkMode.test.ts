import { expect, test } from '@jest/globals';

import { useEditor } from './desk';
import { workflowNames } from './workflows';

const desk = useEditor('dark');

test('the node has its dark icon in dark mode, in the workflow and in the node list', async () => {
	const canvas = await desk.editor.openWorkflow(workflowNames.darkMode);

	expect(await canvas.readIcon('Plane')).toBe('plane.dark.svg');

	const list = await canvas.addAfter('Plane');

	await list.search('plane');
	expect(await list.readIcon('Plane')).toBe('plane.dark.svg');
});
