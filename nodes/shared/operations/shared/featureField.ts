import { boolean } from '../../fields/kinds';
import { titleCase } from '../../text/letterCase';

/** Declares the switch of a feature of a project or of the workspace, whose wire name is its name. */
export const featureField = (wire: string, note = '') =>
	boolean(wire, `Whether to have ${titleCase(wire).toLowerCase()}${note && `. ${note}`}`, {
		default: true,
	});
