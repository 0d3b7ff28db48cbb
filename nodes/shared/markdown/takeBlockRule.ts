import type { MarkdownParser } from '../../../libraries/markdown';

type Ruler = MarkdownParser['block']['ruler'];

/** Returns a rule of the parser by its name, so that another one can use it in its place. */
export function takeBlockRule(
	ruler: Ruler,
	name: string,
): ReturnType<Ruler['getRules']>[number] | undefined {
	const rules = ruler.getRules('');

	ruler.disable(name);

	const otherRules = ruler.getRules('');

	ruler.enable(name);

	return rules.find((rule) => !otherRules.includes(rule));
}
