export { explainAnswer } from './answer';
export { withDoubt } from './doubt';
export { explainFault } from './fault';
export { keyProblem } from './key';
export { fileless, isLacking, misplaced, nameless } from './notFound';
export { explainStatus } from './status';
export { storagePage } from './storage';
export { isWrongPlace, unexpected, webPage } from './wrongPlace';
