import { boolean, type Field } from '../../fields/kinds';

/** A field that turns a feature of a project on or off. @param feature what the project has, with an article */
export const projectSwitch = (wire: string, feature: string, displayName: string): Field =>
	boolean(wire, `Whether the project has ${feature}`, { displayName });

/**
 * If a new project has it, the server shows it as turned on, but it sets up the intake only after an
 * update (row 78).
 */
export const intakeSwitch: Field = {
	...projectSwitch('intake_view', 'an intake', 'Intake'),
	resendAfterCreate: 'always',
};
