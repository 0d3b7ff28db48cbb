/** When to try again after a fault that passes. */
export const TRY_AGAIN_LATER = 'Try again later.';
