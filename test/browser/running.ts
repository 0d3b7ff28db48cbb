import type { Instance } from '../n8n/instance';

/** The n8n of each worker of Jest, for `tearDown.ts` to close. */
export const running: Instance[] = [];
