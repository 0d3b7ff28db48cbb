/** Values of the parameter Request Verification. */
export const SIGNING_SECRET = 'signingSecret';
export const NO_VERIFICATION = 'none';

/** Values of the parameter Registration. */
export const AUTOMATIC_REGISTRATION = 'automatic';
export const MANUAL_REGISTRATION = 'manual';
