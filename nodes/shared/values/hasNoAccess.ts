import type { JsonObject } from 'n8n-workflow';

/**
 * Whether a row shows that the user of the credential may not see what is in its record. Only projects say who is a
 * member (row 405): a row without that says nothing.
 */
export const hasNoAccess = ({ is_member: isMember }: JsonObject): boolean => isMember === false;
