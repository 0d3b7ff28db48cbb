export { explainAnswer } from './fromResponse';
export { withDoubt } from './unknownOutcome';
export { explainFault } from './network';
export { isAboutKey, keyProblem } from './apiKey';
export { fileless, isLacking, isNoPath, misplaced, nameless } from './notFound';
export { explainStatus } from './status';
export { storagePage } from './storageErrors';
export {
	foreign,
	isForeign,
	isWrongPlace,
	unexpected,
	webPage,
	wrongBase,
	wrongSlug,
} from './wrongUrl';
