/** The kinds of server for tests that hold on every one of them. */
export const serverKinds = ['specification', 'community'] as const;
