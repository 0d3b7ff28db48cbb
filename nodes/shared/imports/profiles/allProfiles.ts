import type { Profile } from '../profile';
import { asana } from './asana';
import { azureDevOps } from './azureDevOps';
import { clickUp } from './clickUp';
import { gitHub } from './gitHub';
import { gitLab } from './gitLab';
import { jira } from './jira';
import { linear } from './linear';
import { notion } from './notion';
import { plane } from './plane';
import { trello } from './trello';

/** The tools whose exports are known. */
export const PROFILES: readonly Profile[] = [
	asana,
	azureDevOps,
	clickUp,
	gitHub,
	gitLab,
	jira,
	linear,
	notion,
	plane,
	trello,
];
