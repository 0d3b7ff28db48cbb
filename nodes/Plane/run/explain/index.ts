export { explainAnswer } from './answer';
export { withDoubt } from './doubt';
export { explainFault } from './fault';
export { isAboutKey, keyProblem } from './key';
export { fileless, isLacking, isNoPath, misplaced, nameless } from './notFound';
export { explainStatus } from './status';
export { storagePage } from './storage';
export {
	foreign,
	isForeign,
	isWrongPlace,
	unexpected,
	webPage,
	wrongBase,
	wrongSlug,
} from './wrongPlace';
