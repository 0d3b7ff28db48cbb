import { type Problem, refused } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { quote } from '../text/quote';
import { failed } from '../errors/problemFrom';

/** A custom property, as errors refer to it. */
interface NamedProperty {
	readonly id: string;
	readonly name: string;
}

/** The property that a value is for, among the properties of a type or of customers. */
interface PropertyLookup {
	readonly owner: 'workItem' | 'customer';
	readonly properties: readonly NamedProperty[];
}

/** The server has no custom properties at all. */
export const noCustomProperties = (): Problem =>
	failed(
		'This server has no custom properties',
		'Only the commercial editions of Plane have them. Leave out the custom properties.',
	);

/** Values of custom properties of a work item whose type is unknown. */
export const typeMissing = (): Problem =>
	refused(
		'Type: there is no value',
		'Choose the type of the work item, which has the custom properties.',
	);

/** @param which as `the ID …` */
export function propertyNotFound(which: string, { owner, properties }: PropertyLookup): Problem {
	const names = properties.map(({ name }) => name).join(', ');
	if (owner === 'customer') {
		return refused(
			`Properties: customers have no property with ${which}`,
			properties.length === 0
				? 'Create it with Customer Property → Create.'
				: `Load the fields again. The properties are: ${names}.`,
		);
	}

	return refused(
		`Custom Properties: the type has no property with ${which}`,
		properties.length === 0
			? 'The type has no custom properties.'
			: `Load the fields again, or choose the type that has the property. The properties are: ${names}.`,
	);
}

/** A name that several properties have. */
export function propertyAmbiguous(name: string, { owner, properties }: PropertyLookup): Problem {
	const candidates = properties.map((property) => `${property.name} (${property.id})`).join(', ');
	const problem =
		owner === 'customer'
			? 'Properties: customers have several properties'
			: 'Custom Properties: the type has several properties';

	return refused(
		`${problem} with the name ${quote(name)}`,
		`Load the fields again, or use the ID of one of them: ${candidates}.`,
	);
}

/** Two values for the same property: the item has it by its ID and by its name, for example. */
export const propertyRepeated = (name: string): Problem =>
	refused(
		`${name}: there are two values`,
		'Leave out one of them: a property can be given by its name or by its ID.',
	);

/** @param first the first of the properties; @param names the names of all properties that are required */
export const requiredValuesMissing = (first: string, names: readonly string[]): Problem =>
	refused(
		`${first}: there is no value`,
		`The type requires ${joinWithConjunction(names, 'and')}: fill in each of them.`,
	);

/** An empty list as the value of a single property: Delete removes a value. */
export const valueEmpty = (name: string): Problem =>
	refused(
		`${name}: the value is empty`,
		'Fill in Value. If the value in Plane is to be removed, use Delete.',
	);

/** The values of a required property would be removed. */
export const requiredValuesRemoved = (name: string): Problem =>
	refused(
		`${name}: the values cannot be removed`,
		'The property is required: give it a value, or leave it as it is.',
	);
