/** The priorities of work items, the most urgent first, as servers sort them (row 28). */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'] as const;
