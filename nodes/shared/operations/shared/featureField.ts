import { boolean } from '../../fields/kinds';
import { titleCase } from '../../text/letterCase';

/**
 * Declares the switch of a feature of a project or of the workspace.
 *
 * @param feature what is turned on, by default the wire name in words
 */
export const featureField = (
	wire: string,
	{ feature = titleCase(wire).toLowerCase(), note = '' } = {},
) => boolean(wire, `Whether to turn on ${feature}${note && `. ${note}`}`, { default: true });
